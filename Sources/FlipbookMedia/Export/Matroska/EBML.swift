import FlipbookImaging

/// Elements of Matroska's files (EBML, RFC 8794): an id, a length, and what is in it.
enum EBML {
    /// An element with its contents.
    static func element(_ id: UInt32, _ contents: [UInt8]) -> [UInt8] {
        bytes(of: id) + length(contents.count) + contents
    }

    /// An element of other ones.
    static func list(_ id: UInt32, _ elements: [[UInt8]]) -> [UInt8] { element(id, Array(elements.joined())) }

    /// A number that is not negative, in 8 bytes, so that another one can be written in its place.
    static func number(_ id: UInt32, _ value: Int) -> [UInt8] { element(id, big(value, 8)) }

    /// A number with digits behind the point.
    static func float(_ id: UInt32, _ value: Double) -> [UInt8] { element(id, big(value.bitPattern, 8)) }

    /// A text.
    static func text(_ id: UInt32, _ text: String) -> [UInt8] { element(id, Array(text.utf8)) }

    /// An id, which has its own length in its first bits.
    static func bytes(of id: UInt32) -> [UInt8] { Array(big(id, 4).drop { $0 == 0 }) }

    /// A length in 8 bytes.
    static func length(_ value: Int) -> [UInt8] { big(value | 1 << 56, 8) }
}
