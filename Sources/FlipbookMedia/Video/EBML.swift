import FlipbookImaging

/// Elements of Matroska's files (EBML, RFC 8794): an id, a length, and what is in it.
package enum EBML {
    package static func element(_ id: UInt32, _ contents: [UInt8]) -> [UInt8] {
        bytes(of: id) + length(contents.count) + contents
    }

    /// An element of other ones.
    package static func list(_ id: UInt32, _ elements: [[UInt8]]) -> [UInt8] { element(id, Array(elements.joined())) }

    /// A number that is not negative, in 8 bytes, so that another one can be written in its place.
    package static func number(_ id: UInt32, _ value: Int) -> [UInt8] { element(id, big(value, 8)) }

    /// A number with digits behind the point.
    package static func float(_ id: UInt32, _ value: Double) -> [UInt8] { element(id, big(value.bitPattern, 8)) }

    package static func text(_ id: UInt32, _ text: String) -> [UInt8] { element(id, Array(text.utf8)) }

    /// An id, which has its own length in its first bits.
    package static func bytes(of id: UInt32) -> [UInt8] { Array(big(id, 4).drop { $0 == 0 }) }

    /// A length in 8 bytes.
    package static func length(_ value: Int) -> [UInt8] { big(value | 1 << 56, 8) }

    /// A number whose first byte begins with as many zeros as bytes follow it, and a one, and its number of bytes, or `nil` if
    /// it is not all there.
    package static func number(in bytes: UnsafeRawBufferPointer, at place: Int = 0) -> (value: UInt64, count: Int)? {
        guard place < bytes.count, bytes[place] > 0 else { return nil }
        let count = bytes[place].leadingZeroBitCount + 1
        guard count <= bytes.count - place else { return nil }
        return (bytes.bigEndian(at: place, count: count) & (1 << (7 * UInt64(count)) - 1), count)
    }

    /// The beginning of an element, in twelve bytes at most.
    package struct Head {
        package let id: UInt64
        /// The number of its bytes.
        package let count: Int
        /// The number of bytes that follow, or `nil` if it was not known when the file was written.
        package let length: Int?

        /// The head at a place, or `nil` if there is none, or not all of it.
        package init?(_ bytes: UnsafeRawBufferPointer, at place: Int = 0) {
            guard let id = EBML.number(in: bytes, at: place), id.count <= 4,
                let length = EBML.number(in: bytes, at: place + id.count)
            else { return nil }
            self.id = bytes.bigEndian(at: place, count: id.count)
            count = id.count + length.count
            self.length = length.value == 1 << (7 * UInt64(length.count)) - 1 ? nil : Int(length.value)
        }
    }
}
