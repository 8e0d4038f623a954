"""The headings of decklists: one table of words, in every language that Arena and the common sites export."""

import re
from enum import Enum


class Section(Enum):
    """What a heading says of the lines under it."""

    MAIN = "main"
    SIDEBOARD = "sideboard"
    COMMANDER = "commander"
    COMPANION = "companion"
    ASIDE = "left out of the deck"
    ABOUT = "about the deck"
    CATEGORY = "one kind of card"


WORDS = {
    Section.MAIN: """deck | main | maindeck | main deck | mainboard | main board | md
        | mazo | mazzo | baralho | колода | デッキ | メインデッキ | メイン | 덱 | 메인 덱 | 套牌 | 主牌 | 牌組""",
    Section.SIDEBOARD: """sideboard | side board | side | sb
        | banquillo | réserve | reserve | reserva | сайдборд | резерв | サイドボード | 사이드보드 | 备牌 | 備牌""",
    Section.COMMANDER: """commander | commanders | commander(s) | command zone | general | oathbreaker | signature spell
        | comandante | commandant | kommandeur | командир | 統率者 | 커맨더 | 사령관 | 指挥官 | 指揮官""",
    Section.COMPANION: """companion | companions | compañero | compagnon | compagno | companheiro | gefährte | спутник
        | 相棒 | 동료 | 行侣 | 行侶""",
    Section.ASIDE: """maybeboard | maybe board | maybe | considering | wishlist | acquireboard | attractions | stickers
        | avatar | planes | schemes | planes/schemes | conspiracy | conspiracies | dungeon | contraptions""",
    Section.ABOUT: """about | metadata | general info | acerca de | à propos | informazioni | über | sobre
        | 情報 | 정보 | 关于 | 關於""",
    Section.CATEGORY: """creature | creatures | land | lands | basic land | basic lands | nonbasic lands | instant
        | instants | sorcery | sorceries | instants and sorceries | artifact | artifacts | enchantment | enchantments
        | planeswalker | planeswalkers | battle | battles | spell | spells | other | other spells | tokens
        | kreaturen | länder | criaturas | tierras | terrenos | créatures | terrains | creature e terre | terre
        | クリーチャー | 土地 | 呪文""",
}

TABLE = {word.strip(): section for section, words in WORDS.items() for word in words.split("|")}

BRACKETED = re.compile(r"\[/?(?P<word>[^\[\]]*)\]$")
PLAIN = re.compile(r"(?P<word>[^\d:\uff1a([=]+(?:\(s\))?)(?:[:\uff1a]\s*(?P<tail>.*)|[(\[=].*|\d+(?: cards?)?)?$")


def section_called(word: str) -> Section | None:
    """The section that a word names, case and surrounding blanks aside; ``None`` for a word that is no heading."""
    return TABLE.get(" ".join(word.casefold().split()))


def heading(text: str) -> tuple[Section, str] | None:
    """The section that a line opens, and what follows its colon; ``None`` for a line that is no heading.

    ``Sideboard``, ``SIDEBOARD:``, ``// Lands``, ``Lands (34) +1 MDFC`` and ``[Main]`` are headings. A line in brackets
    is always one: a word that the table does not know is a category of the player's own.
    """
    bare = text.lstrip("/#").strip()
    if found := BRACKETED.match(bare):
        return section_called(found["word"]) or Section.CATEGORY, ""
    found = PLAIN.match(bare)
    section = section_called(found["word"].rstrip(" -\u2013\u2014")) if found else None
    return (section, found["tail"] or "") if found and section else None
