/// Changes to a PNG's bytes such as a bad disk, a bad program or a bad person makes.
public enum PNGMutation {
    /// `file` with one to three random changes; the CRCs are made right again half of the time.
    public static func mutate(_ file: [UInt8], with random: inout some RandomNumberGenerator) -> [UInt8] {
        var result = file
        for _ in 0...Int.random(in: 0...2, using: &random) { change(&result, with: &random) }
        guard Bool.random(using: &random) else { return result }
        return repairCRCs(result)
    }

    /// `file` with the CRC of every chunk computed again, as far as its chunks can be followed.
    public static func repairCRCs(_ file: [UInt8]) -> [UInt8] {
        var result = file
        for chunk in chunks(file) where chunk.upperBound <= file.count {
            let covered = Array(file[chunk.lowerBound + 4..<chunk.upperBound - 4])
            result.replaceSubrange(chunk.upperBound - 4..<chunk.upperBound, with: bigEndian(PNGWriter.crc(covered)))
        }
        return result
    }

    /// Where the chunks of `file` lie, as far as their lengths can be followed.
    public static func chunks(_ file: [UInt8]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var offset = PNGWriter.signature.count
        while offset + 12 <= file.count {
            let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard offset + 12 + length <= file.count else { break }
            result.append(offset..<offset + 12 + length)
            offset += 12 + length
        }
        return result
    }

    private static func change(_ file: inout [UInt8], with random: inout some RandomNumberGenerator) {
        guard file.count > 8 else { return }
        let at = Int.random(in: 8..<file.count, using: &random)
        let chunks = chunks(file)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: file[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: file[at] = UInt8.random(in: 0...255, using: &random)
        case 2: file.removeLast(Int.random(in: 1..<file.count - 7, using: &random))
        case 3: file.remove(at: at)
        case 4: file.insert(UInt8.random(in: 0...255, using: &random), at: at)
        case 5: file += (0..<Int.random(in: 1...20, using: &random)).map { UInt8($0) }
        default: changeChunks(&file, chunks, with: &random)
        }
    }

    private static func changeChunks(
        _ file: inout [UInt8],
        _ chunks: [Range<Int>],
        with random: inout some RandomNumberGenerator
    ) {
        guard let chunk = chunks.randomElement(using: &random), let other = chunks.randomElement(using: &random) else {
            return
        }
        let bytes = Array(file[chunk])
        switch Int.random(in: 0..<6, using: &random) {
        case 0: file.removeSubrange(chunk)
        case 1: file.insert(contentsOf: bytes, at: other.lowerBound)
        case 2:
            file.insert(
                contentsOf: PNGWriter.Chunk(randomType(with: &random), [1, 2, 3, 4]).bytes,
                at: chunk.lowerBound
            )
        case 3: file.replaceSubrange(chunk.lowerBound + 4..<chunk.lowerBound + 8, with: randomType(with: &random).utf8)
        case 4: file[chunk.lowerBound] = 0x80
        default:
            // One chunk becomes two, cut anywhere.
            let payload = Array(bytes[8..<bytes.count - 4])
            let type = String(decoding: bytes[4..<8], as: UTF8.self)
            let cut = Int.random(in: 0...payload.count, using: &random)
            let halves = [Array(payload[..<cut]), Array(payload[cut...])].map { PNGWriter.Chunk(type, $0).bytes }
            file.replaceSubrange(chunk, with: halves.flatMap { $0 })
        }
    }

    private static func randomType(with random: inout some RandomNumberGenerator) -> String {
        let types = [
            "IDAT", "IEND", "PLTE", "tRNS", "gAMA", "sRGB", "iCCP", "cICP", "bKGD", "zTXt", "abCd", "ABCD", "1234",
        ]
        return types.randomElement(using: &random) ?? "IDAT"
    }
}
