internal import CImageKernels
internal import FlipbookCore

/// Counts of the pixels that cannot be displayed exactly in a scene-linear or floating-point file.
package struct LightLoss: Hashable, Sendable {
    /// The number of pixels brighter than the display's white.
    package internal(set) var clippedCount = 0
    /// The sum of marks of the clipped pixels. Pictures that look alike have different sums if these pixels differ.
    package internal(set) var clippedMarks: UInt64 = 0
    /// The number of pixels with a NaN or infinite channel.
    package private(set) var strayCount = 0
    package private(set) var firstStray = SIMD2(0, 0)

    package init(clipped: Int = 0) { clippedCount = clipped }

    mutating func clip(_ light: SIMD4<Float>, at index: Int) {
        clippedCount += 1
        clippedMarks &+= flipbook_light_mark(light.x, light.y, light.z, index)
    }

    init(strays: Int, first: SIMD2<Int>) { (strayCount, firstStray) = (strays, strays == 0 ? SIMD2(0, 0) : first) }

    package mutating func addStray(x: Int, y: Int) {
        if strayCount == 0 || y < firstStray.y { firstStray = SIMD2(x, y) }
        strayCount += 1
    }

    package var strays: String {
        "\(strayCount.of("pixel")) with NaN or infinity, the first at \(firstStray.x),\(firstStray.y)"
    }
}
