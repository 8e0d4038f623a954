"""The rules in plain Python, for the engines that check the compiled one: exact and replay."""
