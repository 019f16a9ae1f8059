import FlipbookImaging

/// Matroska's elements (EBML, RFC 8794): an ID, a length, and contents.
package enum EBML {
    package static func element(_ id: UInt32, _ contents: [UInt8]) -> [UInt8] {
        bytes(of: id) + length(contents.count) + contents
    }

    package static func list(_ id: UInt32, _ elements: [[UInt8]]) -> [UInt8] { element(id, Array(elements.joined())) }

    package static func number(_ id: UInt32, _ value: Int) -> [UInt8] { element(id, big(value, 8)) }

    package static func float(_ id: UInt32, _ value: Double) -> [UInt8] { element(id, big(value.bitPattern, 8)) }
    package static func text(_ id: UInt32, _ text: String) -> [UInt8] { element(id, Array(text.utf8)) }
    package static func bytes(of id: UInt32) -> [UInt8] { Array(big(id, 4).drop { $0 == 0 }) }
    package static func length(_ value: Int) -> [UInt8] { big(value | 1 << 56, 8) }

    /// Reads a variable-length number, or returns `nil` if it is incomplete. Its leading zero bits indicate the number of
    /// further bytes.
    package static func number(in bytes: UnsafeRawBufferPointer, at place: Int = 0) -> (value: UInt64, count: Int)? {
        guard place < bytes.count, bytes[place] > 0 else { return nil }
        let count = bytes[place].leadingZeroBitCount + 1
        guard count <= bytes.count - place else { return nil }
        return (bytes.bigEndian(at: place, count: count) & (1 << (7 * UInt64(count)) - 1), count)
    }

    package struct Head {
        package let id: UInt64
        package let count: Int
        /// The number of bytes that follow, or `nil` if the length was unknown when the file was written.
        package let length: Int?

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
