import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Testing

/// What is seen of a picture, beside the same said of its alphas one by one.
@Suite struct PictureVisibilityTests {
    @Test("what alpha says of a picture is what it says of its pixels, in both depths", arguments: [false, true])
    func alphas(isDeep: Bool) throws {
        let most = isDeep ? Int(UInt16.max) : 255
        // In 16 bits either byte alone makes a pixel visible.
        for (row, levels) in [[0], [most], [0, most], [0, 1, most], [0, most & 0xFF00], [1], [most - 1]].enumerated() {
            for width in [1, 3, 17] {
                let size = PixelSize(width: width, height: 3)
                let alphas = (0..<size.area).map { levels[($0 + row) * 7 % 5 % levels.count] }
                let channels = alphas.flatMap { [most, 0, most / 2, $0] }
                let bytes = channels.flatMap { isDeep ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0)] }
                let picture = try Picture(size: size, layout: isDeep ? .rgba64 : .rgba, bytes: bytes)
                expectEqual(picture.isOpaque, alphas.allSatisfy { $0 == most }, "\(alphas)")
                expectEqual(picture.isTranslucent, alphas.contains { $0 != 0 && $0 != most }, "\(alphas)")
                expectEqual(picture.isPartlyClear, (alphas.contains(0) && alphas.contains { $0 > 0 }), "\(alphas)")
                let seen = alphas.indices.filter { alphas[$0] > 0 }
                let (columns, rows) = (seen.map { $0 % width }, seen.map { $0 / width })
                if let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() {
                    let rect = PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
                    expectEqual(picture.visibleRect, rect, "\(alphas)")
                } else {
                    expect(picture.visibleRect == nil)
                }
            }
        }
    }
}
