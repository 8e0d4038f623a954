"""XML lists: MTGO ``.dek``, Cockatrice ``.cod``, OCTGN ``.o8d``.

They come from strangers, so a hardened parser reads them (no document types, no entities, nothing from outside), as a
stream, and no deeper than these formats nest.
"""

import re
from xml.sax import SAXException, SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from mtgstats.errors import DeckError
from mtgstats.read.lists.headings import Section, section_called
from mtgstats.read.lists.lines import MAX_LENGTH, Lookup
from mtgstats.read.lists.listing import Entry, Listing

ROOTS = {"Deck": "mtgo-dek", "cockatrice_deck": "cockatrice-cod", "deck": "octgn"}
"""The root element of each format."""

DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
MAX_DEPTH = 16


def read_xml(text: str, lookup: Lookup, format_name: str) -> Listing:
    """Read an XML list; raises DeckError with the line for XML that is broken, unsafe or of another root."""
    import defusedxml.sax
    from defusedxml.common import DefusedXmlException

    handler = _CardHandler(Listing(format_name), lookup)
    body = DECLARATION.sub("", text, count=1)  # the text is decoded already, whatever encoding it declares
    try:
        defusedxml.sax.parseString(body.encode(errors="replace"), handler, forbid_dtd=True)
    except SAXParseException as error:
        raise DeckError(f"line {error.getLineNumber()}: broken XML: {error.getMessage()}") from error
    except (SAXException, DefusedXmlException) as error:
        raise DeckError(f"{handler.place}: refused XML with a document type or entities") from error
    return handler.listing


class _CardHandler(ContentHandler):
    """Collects cards from their elements; a ``zone`` or ``section`` around them says where they belong."""

    def __init__(self, listing: Listing, lookup: Lookup) -> None:
        super().__init__()
        self.listing = listing
        self.lookup = lookup
        self.locator = Locator()
        self.depth = 0
        self.section = Section.MAIN
        self.text = ""
        self.quantity = ""

    @property
    def place(self) -> str:
        return f"line {self._line()}"

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802
        self.locator = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        self.depth += 1
        self.text = ""
        if self.depth == 1 and name not in ROOTS:
            raise DeckError(f"{self.place}: XML with root <{name}>, expected one of {', '.join(ROOTS)}")
        if self.depth > MAX_DEPTH:
            raise DeckError(f"{self.place}: XML nested more than {MAX_DEPTH} deep")
        if name in {"zone", "section"}:
            self.section = _zone(attrs.get("name", ""))
        elif name == "Cards":
            aside = attrs.get("Sideboard", "").casefold() == "true"
            self.section = Section.SIDEBOARD if aside else Section.MAIN
            self._add(attrs.get("Name", ""), attrs.get("Quantity", ""))
        elif name == "card" and "name" in attrs:
            self._add(attrs["name"], attrs.get("number", ""))
        elif name == "card":
            self.quantity = attrs.get("qty", "")

    def characters(self, content: str) -> None:
        self.text = (self.text + content)[: 2 * MAX_LENGTH]

    def endElement(self, name: str) -> None:  # noqa: N802
        self.depth -= 1
        text = self.text.strip()
        if name == "card" and text:
            self._add(text, self.quantity)
        elif name == "deckname":
            self.listing.name = text
        self.text = ""

    def _add(self, name: str, count: str) -> None:
        text = f"{count} {name}".strip()
        entry = Entry(self._line(), text, name, self.lookup(name[:MAX_LENGTH]), count.strip(), self.section)
        self.listing.entries.append(entry)
        self.listing.divided = True

    def _line(self) -> int:
        return self.locator.getLineNumber() or 1


def _zone(name: str) -> Section:
    if name.casefold() == "tokens":
        return Section.ASIDE
    named = section_called(name)
    return Section.MAIN if named is None or named is Section.CATEGORY else named
