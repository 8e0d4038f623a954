"""The query language: Scryfall's search syntax, as far as card facts go, turned into a test of a card.

What a query may hold; terms side by side are joined by *and*; ``or``, ``-`` (not) and parentheses combine them::

    ramp  "of the wild"            the name contains it          !"Mosswort Bridge"    exactly this card
    t:creature  t:"basic land"     all these words are types     kw:surveil            has the keyword
    mv>=7  mv:even  pow>tou        mana value, power, toughness  hideaway:5  surveil>=2  numbers in its text
    c:rg  c=azorius  c:colorless   colours (":" is at least)     id:wu  id<esper       colour identity (":" is at most)
    is:permanent  is:mdfc          kinds of card                 back:t:land  back:(c:r mv<3)  so is the other face

A query sees a card as it lies in a library: the front face of a double-faced card (CR 712.8a), both halves of a split
card; ``back:`` reaches the other face. Where this differs from scryfall.com: there a query sees all faces, ``t:`` takes
parts of words, and ``*`` is 0 in ``pow`` (here it is no number, and fails every comparison). ``hideaway``, ``surveil``,
``scry``, ``mill`` and ``back`` are our own.
"""

import operator
import re
from collections.abc import Callable, Collection
from functools import lru_cache

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken, v_args
from lark.exceptions import VisitError

from mtgstats.errors import QueryError
from mtgstats.read.card import Card
from mtgstats.read.costs import COLORS
from mtgstats.read.names import fold, nearest
from mtgstats.read.table import load_table

Test = Callable[[Card], bool]
Numbers = Callable[[Card], tuple[float, ...]]

_GRAMMAR = r"""
    ?start: any
    any: all (_OR all)*
    all: _term (_AND? _term)*
    _term: none | back | compare | exact | name | "(" any ")"
    none: "-" _term
    back: _BACK _term
    compare: KEY OPERATOR (VALUE | QUOTED)
    exact: "!" (WORD | QUOTED)
    name: WORD | QUOTED

    _OR.3: /or(?![^\s()])/i
    _AND.3: /and(?![^\s()])/i
    _BACK.3: /back:/i
    KEY.2: /[a-z]+(?=[:=<>]|!=)/i
    OPERATOR: /:|!=|<=|>=|=|<|>/
    VALUE: /[^\s()"]+/
    WORD: /(?!(or|and)(?![^\s()]))[^\s()"!-][^\s()"]*/i
    QUOTED: /"[^"]*"/
    %ignore /\s+/
"""

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
_ORDERS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

# several numbers where a card has several, none where it has none: a comparison asks whether one of them holds
_NUMBERS: dict[str, Numbers] = {
    "mv": lambda card: (card.mana_value,),
    "pow": lambda card: () if card.power is None else (card.power,),
    "tou": lambda card: () if card.toughness is None else (card.toughness,),
    "hideaway": lambda card: card.hideaway,
    "surveil": lambda card: card.surveil,
    "scry": lambda card: card.scry,
    "mill": lambda card: card.mill,
}
_ALIASES = {
    "cmc": "mv",
    "manavalue": "mv",
    "power": "pow",
    "toughness": "tou",
    "color": "c",
    "identity": "id",
    "ci": "id",
    "type": "t",
    "keyword": "kw",
}

_COLOR_NAMES = (
    {"colorless": "", "white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
    | {"azorius": "WU", "dimir": "UB", "rakdos": "BR", "gruul": "RG", "selesnya": "GW"}
    | {"orzhov": "WB", "izzet": "UR", "golgari": "BG", "boros": "RW", "simic": "GU"}
    | {"silverquill": "WB", "prismari": "UR", "witherbloom": "BG", "lorehold": "RW", "quandrix": "GU"}
    | {"bant": "GWU", "esper": "WUB", "grixis": "UBR", "jund": "BRG", "naya": "RGW"}
    | {"abzan": "WBG", "jeskai": "URW", "sultai": "BGU", "mardu": "RWB", "temur": "GUR"}
    | {"chaos": "UBRG", "aggression": "WBRG", "altruism": "WURG", "growth": "WUBG", "artifice": "WUBR"}
)

_KINDS: dict[str, Test] = {
    "permanent": lambda card: card.is_permanent,
    "spell": lambda card: not card.is_land,
    "historic": lambda card: not card.types.isdisjoint({"artifact", "legendary", "saga"}),
    "commander": lambda card: card.commander,
    "dfc": lambda card: card.layout in {"modal_dfc", "transform"},
    "mdfc": lambda card: card.layout == "modal_dfc",
    "hybrid": lambda card: any(f"{a}/{b}" in card.mana_cost for a in COLORS + "2C" for b in COLORS),
    "phyrexian": lambda card: "/P" in card.mana_cost,
    "morph": lambda card: bool(card.morph or card.megamorph),
    "tapland": lambda card: card.is_land and card.enters_tapped,
}
_LAYOUTS = {"adventure", "case", "class", "flip", "leveler", "meld", "mutate", "saga", "split", "transform"}


def parse(query: str) -> Test:
    """The test that `query` says. Raises `QueryError`, which points at the character."""
    try:
        test: Test = _Tests().transform(_parser().parse(query))
    except UnexpectedInput as error:
        raise _pointing(query, *_unexpected(query, error)) from None
    except VisitError as error:
        if isinstance(error.orig_exc, _WordError):
            raise _pointing(query, error.orig_exc.token.start_pos or 0, str(error.orig_exc)) from None
        raise
    except RecursionError:
        raise QueryError(f"a query of {len(query):,} characters that is nested too deeply") from None
    return test


class _WordError(Exception):
    """A word that means nothing where it stands."""

    def __init__(self, token: Token, message: str) -> None:
        super().__init__(message)
        self.token = token


@v_args(inline=True)
class _Tests(Transformer[Token, Test]):
    """One method a rule of the grammar; each gives a test of a card."""

    def any(self, *tests: Test) -> Test:
        return tests[0] if len(tests) == 1 else lambda card: any(test(card) for test in tests)

    def all(self, *tests: Test) -> Test:
        return tests[0] if len(tests) == 1 else lambda card: all(test(card) for test in tests)

    def none(self, test: Test) -> Test:
        return lambda card: not test(card)

    def back(self, test: Test) -> Test:
        return lambda card: card.back is not None and test(card.back)

    def name(self, word: Token) -> Test:
        return _name_test(word)

    def exact(self, word: Token) -> Test:
        table, name = load_table(), _bare(word)
        card = table.lookup(name)
        if card is None:
            raise _WordError(word, f"no card is called {name!r}{_hint(table.nearest(name))}")
        found = card.name
        return lambda card: card.name == found

    def compare(self, key: Token, sign: Token, value: Token) -> Test:
        name = _ALIASES.get(key.lower(), key.lower())
        if name in _NUMBERS:
            return _number_test(name, sign, value)
        if name in {"c", "id"}:
            return _color_test(name, sign, value)
        if name not in _WORDS:
            known = _listed([*_NUMBERS, "c", "id", *_WORDS, *_ALIASES])
            raise _WordError(key, f"no key is called {key!s}; there are {known}")
        if sign not in {":", "="}:
            raise _WordError(sign, f"{key} takes ':', not {sign!s}")
        return _WORDS[name](value)


def _number_test(key: str, sign: Token, value: Token) -> Test:
    left, order, text = _NUMBERS[key], _ORDERS[sign.replace(":", "=")], _bare(value).lower()
    if text in {"even", "odd"} and order is operator.eq:
        rest = float(text == "odd")
        return lambda card: any(number % 2 == rest for number in left(card))
    right = _NUMBERS.get(_ALIASES.get(text, text)) or _constant(text)
    if right is None:
        known = f"a number, 'even', 'odd' or one of {_listed(_NUMBERS)}"
        raise _WordError(value, f"{key} is compared with {known}, not {value!s}")
    return lambda card: any(order(a, b) for a in left(card) for b in right(card))


def _constant(text: str) -> Numbers | None:
    if not _NUMBER.fullmatch(text):
        return None
    number = (float(text),)
    return lambda _: number


def _color_test(key: str, sign: Token, value: Token) -> Test:
    def colors(card: Card) -> frozenset[str]:
        return frozenset(card.colors if key == "c" else card.color_identity)

    text = _bare(value).lower()
    if text in {"m", "multicolor"} and sign in {":", "="}:
        return lambda card: len(colors(card)) > 1
    if text.isdecimal():
        compared, number = _ORDERS[sign.replace(":", "=")], float(text)
        return lambda card: compared(len(colors(card)), number)
    letters = _COLOR_NAMES.get(text, "" if text == "c" else text.upper())
    if not set(letters) <= set(COLORS):
        known = f"letters of wubrg, c, m, a number, and {_listed(_COLOR_NAMES)}"
        raise _WordError(value, f"no colours are called {value!s}; there are {known}")
    wanted = frozenset(letters)
    # ":" asks for at least these colours, in an identity for at most these; colorless is exactly that
    order = _ORDERS[sign.replace(":", (">=" if wanted else "=") if key == "c" else "<=")]
    return lambda card: order(colors(card), wanted)


def _name_test(value: Token) -> Test:
    part = fold(value)
    return lambda card: part in fold(card.name)


def _type_test(value: Token) -> Test:
    wanted = frozenset(_bare(value).lower().split())
    known = load_table().types
    for word in sorted(wanted - known):
        raise _WordError(value, f"no card has the type {word!r}{_hint(nearest(word, sorted(known)))}")
    return lambda card: wanted <= card.types


def _keyword_test(value: Token) -> Test:
    wanted, known = _bare(value).lower(), load_table().keywords
    if wanted not in known:
        raise _WordError(value, f"no card has the keyword {wanted!r}{_hint(nearest(wanted, sorted(known)))}")
    return lambda card: any(keyword.lower() == wanted for keyword in card.keywords)


def _kind_test(value: Token) -> Test:
    kind = _bare(value).lower()
    if kind in _LAYOUTS:
        return lambda card: card.layout == kind
    if kind not in _KINDS:
        raise _WordError(value, f"is: knows no {kind!r}; there are {_listed([*_KINDS, *sorted(_LAYOUTS)])}")
    return _KINDS[kind]


_WORDS: dict[str, Callable[[Token], Test]] = {
    "t": _type_test,
    "kw": _keyword_test,
    "is": _kind_test,
    "name": _name_test,
}


def _bare(word: Token) -> str:
    return word.strip('"').strip()


def _listed(words: Collection[str]) -> str:
    return ", ".join(words)


def _hint(near: list[str]) -> str:
    return f"; nearest: {'; '.join(near)}" if near else ""


def _unexpected(query: str, error: UnexpectedInput) -> tuple[int, str]:
    """Where the parser stopped, and why in words."""
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return len(query.rstrip()), "the query ends too early" if query.strip() else "the query is empty"
    position = error.pos_in_stream or 0
    if query[position] == '"':
        return position, "a quotation mark that is not closed"
    return position, f"{query[position:].split()[0]!r} makes no sense here"


def _pointing(query: str, position: int, message: str) -> QueryError:
    line = "".join(" " if letter.isspace() else letter for letter in query)
    error = QueryError(f"{message}\n  {line}\n  {' ' * position}^")
    error.position = position
    return error


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", start="any", maybe_placeholders=False)
