internal import CDigest
import FlipbookCore
import Glibc

package struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var rest: [UInt8] = []
    private var byteCount: UInt64 = 0

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        byteCount += UInt64(bytes.count)
        var bytes = bytes
        if !rest.isEmpty {
            let count = min(64 - rest.count, bytes.count)
            rest += bytes[..<count]
            bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
            guard rest.count == 64 else { return }
            rest.withUnsafeBufferPointer { flipbook_sha256_blocks(&state, $0.baseAddress, 1) }
            rest = []
        }
        let blocks = bytes.count / 64
        if blocks > 0, let base = bytes.baseAddress {
            flipbook_sha256_blocks(&state, base.assumingMemoryBound(to: UInt8.self), blocks)
        }
        rest += bytes[(blocks * 64)...]
    }

    /// Adds a string, preceded by its length, so that different lists of strings have different bytes.
    package mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { add($0) }
            add(UnsafeRawBufferPointer(bytes))
        }
    }

    package init() {}

    package func finish() -> [UInt32] {
        var digest = self
        let bitCount = byteCount * 8
        let zeros = (119 - rest.count) % 64
        let end = [0x80] + [UInt8](repeating: 0, count: zeros) + withUnsafeBytes(of: bitCount.bigEndian, Array.init)
        end.withUnsafeBytes { digest.add($0) }
        return digest.state
    }

    /// The first eight bytes of the hash. They suffice to identify a file.
    var word: UInt64 {
        let words = finish()
        return UInt64(words[0]) << 32 | UInt64(words[1])
    }
}

/// The MD5 message digest (RFC 1321), for the names of thumbnails. It does not protect against manipulation.
package struct MD5: Sendable {
    package static func hexadecimal(of message: some Collection<UInt8>) -> String {
        var padded = Array(message) + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        padded += withUnsafeBytes(of: (UInt64(message.count) &* 8).littleEndian, Array.init)
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
        for start in stride(from: 0, to: padded.count, by: 64) { add(padded[start..<start + 64], to: &state) }
        return state.map { $0.byteSwapped.digits(8, radix: 16) }.joined()
    }

    /// The integer parts of 2³² times the sines of 1 to 64.
    private static let sines = (1...64).map { UInt32((abs(sin(Double($0))) * 4_294_967_296).rounded(.down)) }
    private static let turns: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
        let bytes = Array(block)
        var words = [UInt32](repeating: 0, count: 16)
        for (place, byte) in bytes.enumerated() { words[place / 4] |= UInt32(byte) << UInt32(8 * (place % 4)) }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
            let mixed: UInt32
            let place: Int
            switch step / 16 {
            case 0: (mixed, place) = (b & c | ~b & d, step)
            case 1: (mixed, place) = (d & b | ~d & c, (5 * step + 1) % 16)
            case 2: (mixed, place) = (b ^ c ^ d, (3 * step + 5) % 16)
            default: (mixed, place) = (c ^ (b | ~d), 7 * step % 16)
            }
            let sum = a &+ mixed &+ sines[step] &+ words[place]
            let turn = turns[step / 16][step % 4]
            (a, d, c) = (d, c, b)
            b = b &+ (sum << turn | sum >> (32 - turn))
        }
        state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
    }
}
