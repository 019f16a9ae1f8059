import FlipbookCore

/// The entities that a document declares, by its bytes.
struct SVGEntities {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Whether each name is declared once, where it can be seen: of two of one name librsvg takes the last one, and libxml2 the first.
    var arePlain: Bool {
        guard hasPlainEncoding else { return false }
        let mark = Array("<!ENTITY".utf8)
        var (names, rest) = (Set<String>(), bytes[...])
        while let start = rest.firstIndex(of: mark[0]) {
            rest = rest[start...].dropFirst()
            guard rest.starts(with: mark.dropFirst()) else { continue }
            rest = rest.dropFirst(mark.count - 1).drop { PNMLayout.isSpace($0) }
            let name = String(decoding: rest.prefix(100).prefix { !PNMLayout.isSpace($0) }, as: UTF8.self)
            // Behind a percent sign it stands for other declarations.
            guard !name.hasPrefix("%"), names.insert(name).inserted else { return false }
        }
        return true
    }

    /// Whether the declarations are in ASCII.
    private var hasPlainEncoding: Bool {
        let head = bytes.prefix(FileWindow.length).prefix { $0 != UInt8(ascii: ">") }
        let words = String(decoding: head, as: UTF8.self).lowercased().split(separator: "encoding", maxSplits: 1)
        guard words.count > 1, head.firstRange(of: "<?xml".utf8) != nil else { return true }
        let value = words[1].split(whereSeparator: { "='\"".contains($0) || $0.isWhitespace }).first ?? ""
        return ["utf-8", "us-ascii", "iso-8859-", "windows-125"].contains { value.hasPrefix($0) }
    }
}
