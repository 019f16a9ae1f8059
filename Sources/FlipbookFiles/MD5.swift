import FlipbookCore
import Glibc

/// The message digest MD5 (RFC 1321), which names thumbnails. It protects nothing.
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
    /// The turns of the four steps of each round.
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
