import FlipbookCore
import FlipbookImaging

/// The metadata of a file.
public struct Metadata: Sendable, Hashable {
    /// A metadata field. ``OutputFormat/metadataFields`` lists the fields that a format supports.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        /// The title of the work.
        case title
        /// A description of the contents.
        case description
        /// The author.
        case author
        /// Any other text.
        case comment
    }

    private var texts: [Field: String] = [:]

    /// Creates empty metadata.
    public init() {}

    /// The text of a field, or `nil` if it is missing or empty.
    public subscript(field: Field) -> String? {
        get { texts[field] }
        set { texts[field] = newValue?.isEmpty == true ? nil : newValue }
    }

    /// The fields that are set, with their text, in a fixed order.
    public var fields: [(field: Field, text: String)] {
        Field.allCases.compactMap { field in texts[field].map { (field, $0) } }
    }

    /// The metadata as PNG chunks (third edition, 11.3.3.4), to be inserted after the header.
    var pngChunks: [UInt8] {
        fields.flatMap { field, text in
            let keyword = field.rawValue.prefix(1).uppercased() + field.rawValue.dropFirst()
            // Uncompressed, without a language, in UTF-8.
            return PNGChunks.chunk("iTXt", Array(keyword.utf8) + [0, 0, 0, 0, 0] + Array(text.utf8))
        }
    }

    /// The metadata as an XMP packet (ISO 16684-1), or empty if no field is set.
    var xmp: [UInt8] {
        let names: [Field: (name: String, list: String)] = [
            .title: ("dc:title", "Alt"), .description: ("dc:description", "Alt"), .author: ("dc:creator", "Seq"),
            .comment: ("exif:UserComment", "Alt"),
        ]
        let items = fields.compactMap { field, text in
            names[field].map { name, list in
                let language = list == "Alt" ? " xml:lang=\"x-default\"" : ""
                return "<\(name)><rdf:\(list)><rdf:li\(language)>\(text.escapedForXML)</rdf:li></rdf:\(list)></\(name)>"
            }
        }
        let packet =
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
            + "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" "
            + "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:exif=\"http://ns.adobe.com/exif/1.0/\">"
            + items.joined() + "</rdf:Description></rdf:RDF></x:xmpmeta>"
        return items.isEmpty ? [] : Array(packet.utf8)
    }

    /// The metadata as OpenEXR attributes. Only comments have a standard name.
    var attributes: [(name: String, text: String)] {
        fields.map { field, text in (field == .comment ? "comments" : field.rawValue, text) }
    }

    /// The metadata as TIFF tags (TIFF 6.0, section 8), and also as XMP.
    var tiffTexts: TIFFEncoder.Texts {
        TIFFEncoder.Texts(documentName: self[.title], description: self[.description], artist: self[.author], xmp: xmp)
    }
}

extension Setting { init(_ field: Metadata.Field) { self.init(rawValue: field.rawValue) } }
