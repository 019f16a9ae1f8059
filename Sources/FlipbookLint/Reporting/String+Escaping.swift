import FlipbookCore

extension String {
    /// The text for an element or a quoted attribute of XML or HTML, with control characters as a terminal shows them: a file's
    /// name must not rearrange a page.
    var escapedForMarkup: String { escapingControlCharacters.escapedForXML }
}
