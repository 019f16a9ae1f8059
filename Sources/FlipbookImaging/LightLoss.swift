/// The pixels of a scene-linear file, or of one of floating point, that are not shown as they are.
package struct LightLoss: Hashable, Sendable {
    /// The number of those that are brighter than what is shown of them.
    package var clippedCount = 0
    /// The number of those that have NaN or an infinity in a channel.
    package private(set) var strayCount = 0
    /// The column and the row of the first of these, from 0.
    package private(set) var firstStray = SIMD2(0, 0)

    /// Pixels that are brighter than what is shown of them.
    package init(clipped: Int = 0) { clippedCount = clipped }

    /// Pixels that have NaN or an infinity in a channel, and the place of the first.
    init(strays: Int, first: SIMD2<Int>) { (strayCount, firstStray) = (strays, strays == 0 ? SIMD2(0, 0) : first) }

    /// Counts a pixel that has NaN or an infinity in a channel.
    package mutating func addStray(x: Int, y: Int) {
        if strayCount == 0 || y < firstStray.y { firstStray = SIMD2(x, y) }
        strayCount += 1
    }

    /// The number of the pixels with NaN or infinity, and the place of the first.
    package var strays: String {
        let pixels = strayCount == 1 ? "pixel" : "pixels"
        return "\(strayCount) \(pixels) of NaN or infinity, the first at \(firstStray.x),\(firstStray.y)"
    }
}
