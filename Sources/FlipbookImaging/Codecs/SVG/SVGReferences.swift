/// References from an SVG document to other files, which are not loaded.
package enum SVGReferences {
    /// The elements that draw the file to which they refer. Links also refer to files, but do not draw them.
    private static let elements = ["image", "use", "feImage"]

    /// Returns the first reference that points outside the document and is not a data URL.
    package static func firstOutside(in bytes: UnsafeRawBufferPointer) -> String? {
        let name = Array("href".utf8)
        var element: Slice<UnsafeRawBufferPointer>?
        var place = bytes.startIndex
        while place + name.count <= bytes.endIndex {
            if bytes[place] == UInt8(ascii: "<"), bytes[place...].starts(with: "<!--".utf8) {
                guard let end = bytes.place(of: "-->", from: place + 4) else { return nil }
                place = end + 3
                continue
            } else if bytes[place] == UInt8(ascii: "<") {
                element = bytes[(place + 1)...].prefix(32).prefix { !PNMLayout.isSpace($0) && $0 != UInt8(ascii: ">") }
            } else if bytes[place] == name[0], bytes[place..<place + name.count].elementsEqual(name),
                let element, elements.contains(where: { names(element, $0) }),
                let value = bytes.attributeValue(after: place + name.count, atMost: 1024),
                case let target = String(decoding: value.drop { PNMLayout.isSpace($0) }, as: UTF8.self),
                !target.isEmpty, !target.hasPrefix("#"), !target.lowercased().hasPrefix("data:")
            {
                return target
            }
            place += 1
        }
        return nil
    }

    /// Returns `true` if an element has this name, with or without a namespace.
    private static func names(_ element: Slice<UnsafeRawBufferPointer>, _ name: String) -> Bool {
        let own = element.lastIndex(of: UInt8(ascii: ":")).map { element[($0 + 1)...] } ?? element
        return own.elementsEqual(name.utf8)
    }
}
