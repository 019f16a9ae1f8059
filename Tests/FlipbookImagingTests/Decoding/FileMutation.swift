import FlipbookTestSupport

/// Changes to a file's bytes such as a bad disk, a bad program or a bad person makes.
enum FileMutation {
    /// Makes one change.
    static func change(_ file: inout [UInt8], with random: inout RandomBytes) {
        guard file.count > 8 else { return }
        // Half of the changes in the beginning, where headers are.
        let end = Bool.random(using: &random) ? min(file.count, 180) : file.count
        let at = Int.random(in: 2..<end, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: file[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: file[at] = UInt8.random(in: 0...255, using: &random)
        case 2: file[at] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        case 3: file.removeLast(Int.random(in: 1..<file.count - 7, using: &random))
        case 4: file.remove(at: at)
        case 5: file.insert(UInt8.random(in: 0...255, using: &random), at: at)
        default:
            let from = Int.random(in: 0..<file.count, using: &random)
            let length = min(Int.random(in: 1...8, using: &random), file.count - max(from, at))
            file.replaceSubrange(at..<at + length, with: Array(file[from..<from + length]))
        }
    }
}
