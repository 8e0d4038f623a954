"""The language of plans: quantities and conditions, choices, steps, and the plan that holds them."""
