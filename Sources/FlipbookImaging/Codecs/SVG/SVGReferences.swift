/// What an SVG document draws of other files, which is left out.
package struct SVGReferences {
    private let bytes: UnsafeRawBufferPointer

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Elements that draw what they refer to; a link that is followed draws nothing.
    private static let elements = ["image", "use", "feImage"]

    /// The first one to something that is neither in the document nor written out in the reference; `nil` where there is none.
    package var firstOutside: String? {
        let name = Array("href".utf8)
        var element: Slice<UnsafeRawBufferPointer>?
        var place = bytes.startIndex
        while place + name.count <= bytes.endIndex {
            if bytes[place] == UInt8(ascii: "<"), bytes[place...].starts(with: "<!--".utf8) {
                guard let end = endOfComment(from: place + 4) else { return nil }
                place = end
                continue
            } else if bytes[place] == UInt8(ascii: "<") {
                element = bytes[(place + 1)...].prefix(32).prefix { !PNMLayout.isSpace($0) && $0 != UInt8(ascii: ">") }
            } else if bytes[place] == name[0], bytes[place..<place + name.count].elementsEqual(name),
                let element, Self.elements.contains(where: { Self.names(element, $0) }),
                let target = value(behind: place + name.count), !target.isEmpty, !target.hasPrefix("#"),
                !target.lowercased().hasPrefix("data:")
            {
                return target
            }
            place += 1
        }
        return nil
    }

    /// Where a comment ends that begins before `place`; `nil` where it does not.
    private func endOfComment(from place: Int) -> Int? {
        guard place + 3 <= bytes.count else { return nil }
        return (place...bytes.count - 3).first {
            bytes[$0] == UInt8(ascii: "-") && bytes[$0...].starts(with: "-->".utf8)
        }
        .map { $0 + 3 }
    }

    /// Whether an element has a name, which may follow that of a namespace.
    private static func names(_ element: Slice<UnsafeRawBufferPointer>, _ name: String) -> Bool {
        let own = element.lastIndex(of: UInt8(ascii: ":")).map { element[($0 + 1)...] } ?? element
        return own.elementsEqual(name.utf8)
    }

    /// The first characters of an attribute's value, whose name ends at `place`; `nil` where it has none.
    private func value(behind place: Int) -> String? {
        let rest = bytes[place...].prefix(1024).drop { PNMLayout.isSpace($0) }
        guard rest.first == UInt8(ascii: "=") else { return nil }
        let value = rest.dropFirst().drop { PNMLayout.isSpace($0) }
        guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let text = value.dropFirst().drop { PNMLayout.isSpace($0) }.prefix { $0 != quote }
        return String(decoding: text, as: UTF8.self)
    }
}
