"""The machine: the loops behind the instructions, and the walk that follows a program (see `instructions.py`).

Each loop is flat and without branches over the games of a block, touches at most five different rows, and is vectorised
by the compiler. `interpreter.py` says the same in numpy, one line each, and is the test of this module. Nothing here is
compiled for a new plan: the walk is compiled once, kept on disk, and everything else is data.
"""

import numpy as np
from numba import njit

from .instructions import BLOCK, Op

_HALF = BLOCK // 2
_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_LOW32, _32 = np.uint64(0xFFFFFFFF), np.uint64(32)
_LOW48, _48, _16 = np.uint64((1 << 48) - 1), np.uint64(48), np.uint64(16)
_U1 = np.uint8(1)


# --- randomness (see randomness.py) -----------------------------------------------------------------------------------


@njit(nogil=True, inline="always")
def _philox(c0, c1, c2, c3, k0, k1):
    for _ in range(10):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0 = (p1 >> _32) ^ c1 ^ k0
        c1 = p1 & _LOW32
        c2 = (p0 >> _32) ^ c3 ^ k1
        c3 = p0 & _LOW32
        k0 = (k0 + _W0) & _LOW32
        k1 = (k1 + _W1) & _LOW32
    return c0, c1, c2, c3


@njit(nogil=True)
def _words(d, pair, word, kind, attempt, key):
    """d = 48-bit fractions: even trials of the block in its first half, odd trials in its second."""
    k0 = key & _LOW32
    k1 = key >> _32
    c1 = (pair >> _32) << _16 | word
    c3 = np.uint64(attempt)
    for i in range(_HALF):
        w0, w1, w2, w3 = _philox((pair + np.uint64(i)) & _LOW32, c1, kind, c3, k0, k1)
        d[i] = (w1 << _32 | w0) >> _16
        d[i + _HALF] = (w3 << _32 | w2) >> _16


@njit(nogil=True)
def _again(i, pair, word, kind, attempt, key):
    """The fraction of one game at a later attempt."""
    at = pair + np.uint64(i % _HALF)
    w0, w1, w2, w3 = _philox(
        at & _LOW32,
        (at >> _32) << _16 | word,
        kind,
        np.uint64(attempt),
        key & _LOW32,
        key >> _32,
    )
    return (w1 << _32 | w0) >> _16 if i < _HALF else (w3 << _32 | w2) >> _16


@njit(nogil=True)
def _biased(d, product, least):
    """How many fractions of the block would favour some index."""
    n = 0
    for i in range(BLOCK):
        n += np.int64((d[i] * product) & _LOW48 < least)
    return n


@njit(nogil=True)
def _word(d, pair, word, kind, product, key):
    """d = fractions that give uniform indices below `product`."""
    _words(d, pair, word, kind, 0, key)
    least = np.uint64(1 << 48) % product
    if _biased(d, product, least):
        for i in range(BLOCK):
            attempt = 1
            while (d[i] * product) & _LOW48 < least:
                d[i] = _again(i, pair, word, kind, attempt, key)
                attempt += 1


@njit(nogil=True)
def _word_each(d, a, pair, word, kind, key):
    """d = fractions that give uniform indices below a, which differs from game to game."""
    _words(d, pair, word, kind, 0, key)
    for i in range(BLOCK):
        if a[i]:
            product = np.uint64(a[i])
            attempt = 1
            while (d[i] * product) & _LOW48 < np.uint64(1 << 48) % product:
                d[i] = _again(i, pair, word, kind, attempt, key)
                attempt += 1


@njit(nogil=True)
def _index(d, w, left):
    """d = an index below `left`; w = the fraction that remains."""
    for i in range(BLOCK):
        p = w[i] * left
        d[i] = np.uint8(p >> _48)
        w[i] = p & _LOW48


@njit(nogil=True)
def _index_each(d, w, a):
    """d = an index below a."""
    for i in range(BLOCK):
        d[i] = np.uint8((w[i] * np.uint64(a[i])) >> _48)


@njit(nogil=True)
def _chance(d, w, x):
    """d = 1 with probability x / 2**48."""
    for i in range(BLOCK):
        d[i] = np.uint8(w[i] < x)


@njit(nogil=True)
def _urn(d, a, b):
    """One class of an urn: below b, the count up to this class, the card is taken here or before; else d goes on."""
    for i in range(BLOCK):
        x = np.uint8(a[i] < b[i])
        b[i] = np.uint8(b[i] - x)
        d[i] = np.uint8(d[i] + (_U1 - x))


# --- rows of bytes ----------------------------------------------------------------------------------------------------


@njit(nogil=True)
def _fill(d, x):
    """d = x."""
    for i in range(BLOCK):
        d[i] = x


@njit(nogil=True)
def _copy(d, a):
    """d = a."""
    for i in range(BLOCK):
        d[i] = a[i]


@njit(nogil=True)
def _shift(d, x):
    """d += x."""
    for i in range(BLOCK):
        d[i] = np.uint8(d[i] + x)


@njit(nogil=True)
def _add(d, a):
    """d += a."""
    for i in range(BLOCK):
        d[i] = np.uint8(d[i] + a[i])


@njit(nogil=True)
def _sub(d, a):
    """d -= a."""
    for i in range(BLOCK):
        d[i] = np.uint8(d[i] - a[i])


@njit(nogil=True)
def _within(d, a, x, y):
    """d = whether x <= a < x + y."""
    for i in range(BLOCK):
        d[i] = np.uint8(np.uint8(a[i] - x) < y)


@njit(nogil=True)
def _gain(d, a, x, y):
    """d += whether x <= a < x + y."""
    for i in range(BLOCK):
        d[i] = np.uint8(d[i] + np.uint8(np.uint8(a[i] - x) < y))


@njit(nogil=True)
def _lose(d, a, x, y):
    """d -= whether x <= a < x + y."""
    for i in range(BLOCK):
        d[i] = np.uint8(d[i] - np.uint8(np.uint8(a[i] - x) < y))


@njit(nogil=True)
def _less(d, a, b):
    """d = whether a < b."""
    for i in range(BLOCK):
        d[i] = np.uint8(a[i] < b[i])


@njit(nogil=True)
def _and(d, a):
    """d = d and a (masks)."""
    for i in range(BLOCK):
        d[i] = d[i] & a[i]


@njit(nogil=True)
def _or(d, a):
    """d = d or a (masks)."""
    for i in range(BLOCK):
        d[i] = d[i] | a[i]


@njit(nogil=True)
def _not(d, a):
    """d = not a (masks)."""
    for i in range(BLOCK):
        d[i] = a[i] ^ _U1


@njit(nogil=True)
def _blend(d, a, c):
    """d = a where c."""
    for i in range(BLOCK):
        old, new, mask = d[i], a[i], c[i]
        d[i] = new if mask else old


@njit(nogil=True)
def _hide(d, c):
    """d = no card where not c."""
    for i in range(BLOCK):
        d[i] = d[i] | np.uint8(c[i] - _U1)


@njit(nogil=True)
def _at(d, a, b, x):
    """d = a where b == x."""
    for i in range(BLOCK):
        old, new, at = d[i], a[i], b[i]
        d[i] = new if at == x else old


# --- choosing ---------------------------------------------------------------------------------------------------------


@njit(nogil=True)
def _best(d, e, a, b):
    """The better of two: where rank a > rank d, d = a and card e = b."""
    for i in range(BLOCK):
        old, new, held, card = d[i], a[i], e[i], b[i]
        e[i] = card if new > old else held
        d[i] = max(old, new)


@njit(nogil=True)
def _max(d, a):
    """d = the higher of d and a."""
    for i in range(BLOCK):
        old, new = d[i], a[i]
        d[i] = new if new > old else old


@njit(nogil=True)
def _order(d, e, a, b):
    """Put two in order: where rank a > rank d, exchange ranks d and a, cards e and b."""
    for i in range(BLOCK):
        r0, r1, c0, c1 = d[i], a[i], e[i], b[i]
        x = r1 > r0
        d[i] = r1 if x else r0
        a[i] = r0 if x else r1
        e[i] = c1 if x else c0
        b[i] = c0 if x else c1


@njit(nogil=True)
def _extract(d, a, b, c):
    """The first card with the best rank: where rank b == best c and d is no card yet, d = a and a = no card."""
    for i in range(BLOCK):
        got, card = d[i], a[i]
        x = (b[i] == c[i]) & (got == 255)
        d[i] = card if x else got
        a[i] = np.uint8(255) if x else card


@njit(nogil=True)
def _look(d, a, table):
    """d = the table's entry for a (256 entries)."""
    for i in range(BLOCK):
        d[i] = table[a[i]]


@njit(nogil=True)
def _entry(n, a, m, y):
    """n = where the entry for card a is in line m of a table; lines are y long, their last entry is that of no card."""
    for i in range(BLOCK):
        n[i] = m[i] * y + min(np.int32(a[i]), y - np.int32(1))


@njit(nogil=True)
def _look_at(d, n, table):
    """d = the table's entry at n."""
    for i in range(BLOCK):
        d[i] = table[n[i]]


@njit(nogil=True)
def _gather(d, rows, a, x):
    """d = the row x + a, which differs from game to game."""
    for i in range(BLOCK):
        d[i] = rows[x + np.int64(a[i]), i]


@njit(nogil=True)
def _scatter(rows, b, a, c, x):
    """Where c holds, the row x + a (which differs from game to game) = b."""
    for i in range(BLOCK):
        if c[i]:
            rows[x + np.int64(a[i]), i] = b[i]


@njit(nogil=True)
def _pick(d, a, c, x):
    """Take a card of class x out of count a, where c holds, one is there and d is no card yet: d = x."""
    for i in range(BLOCK):
        got, left, here = d[i], a[i], c[i]
        hit = here & np.uint8(left != 0) & np.uint8(got == 255)
        d[i] = x if hit else got
        a[i] = np.uint8(left - hit)


@njit(nogil=True)
def _nth(d, a, b, c, x):
    """Take card number b, where c holds and d is no card yet: of class x if b < count a, else b counts on by a."""
    for i in range(BLOCK):
        got, left, nth, here = d[i], a[i], b[i], c[i]
        wanted = here & np.uint8(got == 255)
        hit = wanted & np.uint8(nth < left)
        d[i] = x if hit else got
        a[i] = np.uint8(left - hit)
        passed = np.uint8(wanted ^ hit)
        b[i] = np.uint8(nth - (left & np.uint8(np.uint8(0) - passed)))


# --- wide numbers -----------------------------------------------------------------------------------------------------


@njit(nogil=True)
def _nfill(n, x):
    """n = x."""
    for i in range(BLOCK):
        n[i] = x


@njit(nogil=True)
def _nadd(n, a, x):
    """n += x * a."""
    for i in range(BLOCK):
        n[i] += x * np.int32(a[i])


@njit(nogil=True)
def _nsum(n, m, x):
    """n += x * m."""
    for i in range(BLOCK):
        n[i] += x * m[i]


@njit(nogil=True)
def _nclip(n, x, y):
    """n held between x and y."""
    for i in range(BLOCK):
        n[i] = min(max(n[i], x), y)


@njit(nogil=True)
def _nwithin(d, n, x, y):
    """d = whether x <= n <= y."""
    for i in range(BLOCK):
        d[i] = np.uint8((n[i] >= x) & (n[i] <= y))


# --- counting ---------------------------------------------------------------------------------------------------------


@njit(nogil=True)
def _sum(a, c):
    total = np.uint64(0)
    for i in range(BLOCK):
        total += np.uint64(a[i] & c[i])
    return total


@njit(nogil=True)
def _equal(a, c, x):
    total = np.uint64(0)
    for i in range(BLOCK):
        total += np.uint64(np.uint8(a[i] == x) & c[i])
    return total


@njit(nogil=True)
def _hist(tally, a, c, y, z):
    """tally[a - z] += 1 where c, for a from z to z + y - 1."""
    if y <= 12:
        for k in range(y):
            tally[k] += np.int64(_equal(a, c, np.uint8(z + k)))
    else:
        for i in range(BLOCK):
            k = np.int64(a[i]) - z
            if c[i] and 0 <= k < y:
                tally[k] += 1


@njit(nogil=True)
def _nhist(tally, n, c, y, z):
    """tally[n - z] += 1 where c, for n from z to z + y - 1."""
    for i in range(BLOCK):
        k = np.int64(n[i]) - z
        if c[i] and 0 <= k < y:
            tally[k] += 1


@njit(nogil=True)
def _any(c):
    seen = np.uint8(0)
    for i in range(BLOCK):
        seen |= c[i]
    return seen != 0


@njit(nogil=True)
def _live(c, pair, start, stop):
    """c = whether the game's trial is one of start ... stop - 1."""
    for i in range(_HALF):
        trial = np.int64(2) * (pair + i)
        c[i] = np.uint8((trial >= start) & (trial < stop))
        c[i + _HALF] = np.uint8((trial + 1 >= start) & (trial + 1 < stop))


@njit(nogil=True)
def _store(out, a, pair, start, stop):
    """out[trial - start] = a, for the wanted trials of the block."""
    for i in range(BLOCK):
        trial = np.int64(2) * (pair + i % _HALF) + i // _HALF
        if start <= trial < stop:
            out[trial - start] = a[i]


# --- the walk ---------------------------------------------------------------------------------------------------------


@njit(nogil=True, cache=True)
def walk(program, rows, numbers, words, table, tally, out, key, start, stop):  # noqa: C901 - one branch an instruction
    """Play trials start ... stop - 1, a block at a time, through `program`, adding to `tally` and writing `out`."""
    n = program.shape[0]
    first = start // BLOCK
    last = (stop + BLOCK - 1) // BLOCK
    for block in range(first, last):
        half = block * _HALF
        pair = np.uint64(half)
        _live(rows[0], half, start, stop)
        k = 0
        while k < n:
            op, d, a, b, c = program[k, 0], program[k, 1], program[k, 2], program[k, 3], program[k, 4]
            x, y, z = program[k, 5], program[k, 6], program[k, 7]
            k += 1
            if op == Op.URN:
                _urn(rows[d], rows[a], rows[b])
            elif op == Op.INDEX:
                _index(rows[d], words[a], np.uint64(x))
            elif op == Op.WORD:
                _word(words[d], pair, np.uint64(x), np.uint64(y), np.uint64(z), key)
            elif op == Op.WORD_EACH:
                _word_each(words[d], rows[a], pair, np.uint64(x), np.uint64(y), key)
            elif op == Op.INDEX_EACH:
                _index_each(rows[d], words[a], rows[b])
            elif op == Op.CHANCE:
                _chance(rows[d], words[a], np.uint64(x))
            elif op == Op.FILL:
                _fill(rows[d], np.uint8(x))
            elif op == Op.COPY:
                _copy(rows[d], rows[a])
            elif op == Op.SHIFT:
                _shift(rows[d], np.uint8(x))
            elif op == Op.ADD:
                _add(rows[d], rows[a])
            elif op == Op.SUB:
                _sub(rows[d], rows[a])
            elif op == Op.WITHIN:
                _within(rows[d], rows[a], np.uint8(x), np.uint8(y))
            elif op == Op.GAIN:
                _gain(rows[d], rows[a], np.uint8(x), np.uint8(y))
            elif op == Op.LOSE:
                _lose(rows[d], rows[a], np.uint8(x), np.uint8(y))
            elif op == Op.LESS:
                _less(rows[d], rows[a], rows[b])
            elif op == Op.AND:
                _and(rows[d], rows[a])
            elif op == Op.OR:
                _or(rows[d], rows[a])
            elif op == Op.NOT:
                _not(rows[d], rows[a])
            elif op == Op.BLEND:
                _blend(rows[d], rows[a], rows[c])
            elif op == Op.HIDE:
                _hide(rows[d], rows[c])
            elif op == Op.AT:
                _at(rows[d], rows[a], rows[b], np.uint8(x))
            elif op == Op.BEST:
                _best(rows[d], rows[c], rows[a], rows[b])
            elif op == Op.MAX:
                _max(rows[d], rows[a])
            elif op == Op.ORDER:
                _order(rows[d], rows[c], rows[a], rows[b])
            elif op == Op.EXTRACT:
                _extract(rows[d], rows[a], rows[b], rows[c])
            elif op == Op.LOOK:
                _look(rows[d], rows[a], table[x : x + 256])
            elif op == Op.ENTRY:
                _entry(numbers[d], rows[a], numbers[b], np.int32(y))
            elif op == Op.LOOK_AT:
                _look_at(rows[d], numbers[a], table[x:])
            elif op == Op.GATHER:
                _gather(rows[d], rows, rows[a], x)
            elif op == Op.SCATTER:
                _scatter(rows, rows[b], rows[a], rows[c], x)
            elif op == Op.PICK:
                _pick(rows[d], rows[a], rows[c], np.uint8(x))
            elif op == Op.NTH:
                _nth(rows[d], rows[a], rows[b], rows[c], np.uint8(x))
            elif op == Op.NFILL:
                _nfill(numbers[d], np.int32(x))
            elif op == Op.NADD:
                _nadd(numbers[d], rows[a], np.int32(x))
            elif op == Op.NSUM:
                _nsum(numbers[d], numbers[a], np.int32(x))
            elif op == Op.NCLIP:
                _nclip(numbers[d], np.int32(x), np.int32(y))
            elif op == Op.NWITHIN:
                _nwithin(rows[d], numbers[a], np.int32(x), np.int32(y))
            elif op == Op.COUNT:
                tally[x] += np.int64(_sum(rows[a], rows[c]))
            elif op == Op.HIST:
                _hist(tally[x:], rows[a], rows[c], y, z)
            elif op == Op.NHIST:
                _nhist(tally[x:], numbers[a], rows[c], y, z)
            elif op == Op.STORE:
                _store(out[x], rows[a], half, start, stop)
            elif op == Op.NSTORE:
                _store(out[x], numbers[a], half, start, stop)
            elif not _any(rows[c]):
                k += x
