import FlipbookImaging

/// What a file says about itself, in the fields that its format has for that.
public struct Metadata: Sendable, Hashable {
    /// A kind of text; ``OutputFormat/metadataFields`` are those that a format has.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        /// What the work is called.
        case title
        /// What is seen in it.
        case description
        /// The author.
        case author
        /// Anything else.
        case comment
    }

    private var texts: [Field: String] = [:]

    /// Nothing.
    public init() {}

    /// The text of a field; `nil` where there is none. An empty one is none.
    public subscript(field: Field) -> String? {
        get { texts[field] }
        set { texts[field] = newValue?.isEmpty == true ? nil : newValue }
    }

    /// The fields that have a text, always in one order.
    public var fields: [(field: Field, text: String)] {
        Field.allCases.compactMap { field in texts[field].map { (field, $0) } }
    }
}

extension Metadata {
    /// The texts as chunks of a PNG (third edition, 11.3.3.4), which stand behind its header.
    var pngChunks: [UInt8] {
        fields.flatMap { field, text in
            let keyword = field.rawValue.prefix(1).uppercased() + field.rawValue.dropFirst()
            // Not compressed, in no language, and in UTF-8.
            return PNGChunks.chunk("iTXt", Array(keyword.utf8) + [0, 0, 0, 0, 0] + Array(text.utf8))
        }
    }

    /// The texts as a packet of XMP (ISO 16684-1), in the fields of Dublin Core.
    var xmp: [UInt8] {
        let names: [Field: (name: String, list: String)] = [
            .title: ("title", "Alt"), .description: ("description", "Alt"), .author: ("creator", "Seq"),
        ]
        let items = fields.compactMap { field, text in
            names[field].map { name, list in
                let language = list == "Alt" ? " xml:lang=\"x-default\"" : ""
                return
                    "<dc:\(name)><rdf:\(list)><rdf:li\(language)>\(text.escapedForXML)</rdf:li></rdf:\(list)></dc:\(name)>"
            }
        }
        let packet =
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
            + "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
            + "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
            + items.joined() + "</rdf:Description></rdf:RDF></x:xmpmeta>"
        return items.isEmpty ? [] : Array(packet.utf8)
    }
}

extension String {
    /// The text with what XML and HTML read otherwise written as entities.
    var escapedForXML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
