import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Rows that a decoder lends.
@Suite struct RGBARowsTests {
    @Test("rows lose their padding, get the picture's depth, and are opaque where their alpha means nothing")
    func rows() {
        let size = PixelSize(width: 3, height: 2)
        let source: [UInt16] = (0..<28).map { $0 * 2_400 }
        func number(_ index: Int, areDeep: Bool) -> Int {
            let place = index / 12 * 14 + index % 12
            return Int(areDeep ? source[place] : source[place] >> 8)
        }
        for (areDeep, isDeep, hasAlpha) in [(false, false), (false, true), (true, false), (true, true)]
            .flatMap({ [($0.0, $0.1, true), ($0.0, $0.1, false)] })
        {
            let lent = source.flatMap { areDeep ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8)] }
            var target = [UInt8](repeating: 0, count: size.area * (isDeep ? 8 : 4))
            // Both lie where their numbers may.
            let words = [UInt64](repeating: 0, count: lent.count / 8 + 1)
            var memory = words
            memory.withUnsafeMutableBytes { memory in
                memory.copyBytes(from: lent)
                let rows = RGBARows(
                    start: UnsafeRawPointer(memory.baseAddress!),
                    bytesPerRow: areDeep ? 28 : 14,
                    isDeep: areDeep,
                    hasAlpha: hasAlpha
                )
                target.withUnsafeMutableBytes { rows.write(size, isDeep: isDeep, to: $0) }
            }
            for index in 0..<size.area * 4 {
                let found = isDeep ? Int(target[2 * index]) | Int(target[2 * index + 1]) << 8 : Int(target[index])
                let number = number(index, areDeep: areDeep)
                let expected = areDeep == isDeep ? number : isDeep ? number * 257 : (number + 128) / 257
                let isHidden = index % 4 == 3 && !hasAlpha
                expectEqual(found, (isHidden ? (isDeep ? 65_535 : 255) : expected), "\(areDeep) \(isDeep) \(index)")
            }
        }
    }
}
