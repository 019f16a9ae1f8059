import Foundation

/// The MD5 digest (RFC 1321) in hexadecimal, by which the samples' facts name pixels.
func md5(_ bytes: [UInt8]) -> String {
    let shifts = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
    let sines = (0..<64).map { UInt32(abs(sin(Double($0 + 1))) * 4_294_967_296) }
    var message = bytes + [0x80]
    message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
    message += (0..<8).map { UInt8(truncatingIfNeeded: (bytes.count * 8) >> (8 * $0)) }
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    message.withUnsafeBytes { message in
        for start in stride(from: 0, to: message.count, by: 64) {
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            for step in 0..<64 {
                let mixed: UInt32
                let word: Int
                switch step / 16 {
                case 0: (mixed, word) = ((b & c) | (~b & d), step)
                case 1: (mixed, word) = ((d & b) | (~d & c), (5 * step + 1) % 16)
                case 2: (mixed, word) = (b ^ c ^ d, (3 * step + 5) % 16)
                default: (mixed, word) = (c ^ (b | ~d), 7 * step % 16)
                }
                let value = message.loadUnaligned(fromByteOffset: start + word * 4, as: UInt32.self)
                let sum = a &+ mixed &+ sines[step] &+ UInt32(littleEndian: value)
                let shift = UInt32(shifts[step / 16][step % 4])
                (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
            }
            state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
        }
    }
    return state.flatMap { word in (0..<4).map { String(format: "%02x", (word >> UInt32(8 * $0)) & 0xFF) } }.joined()
}
