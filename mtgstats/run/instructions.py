"""The instructions of the machine: a small vector processor that plays a block of games at once.

A program is rows of whole numbers, one instruction each: ``op d a b c x y z``. Its memory is rows of BLOCK games:

    rows     uint8   cards (classes), counts, ranks, masks of 0 and 1
    numbers  int32   sums too wide for a byte, and lines of tables
    words    uint64  48-bit fractions of randomness
    table    uint8   what choices say, looked up by class and context
    tally    int64   what is counted

`d` is the row written, `a b c` are rows read (`c` most often a mask), `x y z` numbers. In a row of cards 255 means "no
card": it lies in no range of classes, so games that sit out a step need no code of their own. Row 0 is LIVE: 1 for the
games of the block that are wanted. What each instruction does stands beside its loop in `machine.py`.
"""

from enum import IntEnum, auto

BLOCK = 1024
NONE = 255
LIVE = 0


class Op(IntEnum):
    """What a row of a program can say."""

    WORD = 0
    WORD_EACH = auto()
    INDEX = auto()
    INDEX_EACH = auto()
    CHANCE = auto()
    URN = auto()
    FILL = auto()
    COPY = auto()
    SHIFT = auto()
    ADD = auto()
    SUB = auto()
    WITHIN = auto()
    GAIN = auto()
    LOSE = auto()
    LESS = auto()
    AND = auto()
    OR = auto()
    NOT = auto()
    BLEND = auto()
    HIDE = auto()
    AT = auto()
    BEST = auto()
    MAX = auto()
    ORDER = auto()
    EXTRACT = auto()
    LOOK = auto()
    ENTRY = auto()
    LOOK_AT = auto()
    GATHER = auto()
    SCATTER = auto()
    PICK = auto()
    NTH = auto()
    NFILL = auto()
    NADD = auto()
    NSUM = auto()
    NCLIP = auto()
    NWITHIN = auto()
    COUNT = auto()
    HIST = auto()
    NHIST = auto()
    STORE = auto()
    NSTORE = auto()
    SKIP = auto()
