import FlipbookCore
import FlipbookImaging
import FlipbookRender

/// The resolution of color beside that of brightness.
public enum Chroma: String, Sendable, Hashable, Codable, CaseIterable {
    /// Half the columns and half the rows: what every player shows.
    case quarter = "420"
    /// Half the columns.
    case half = "422"
    /// As finely as brightness.
    case full = "444"
    /// Red, green and blue as they are.
    case rgb
}

/// A layout of pictures that a codec takes, and what of them survives in it.
struct PictureLayout: Sendable, Hashable {
    let format: PixelFormat
    /// Bits of a channel that survive.
    let depth: Int
    let chroma: Chroma
    var carriesAlpha = false
    /// The codec's profiles that have it, the default first; none where the codec has no profiles.
    var profiles: [String] = []
    /// A Boolean value that takes it only where its depth or its chroma is asked for, since fewer players show it.
    var isOnRequest = false

    /// A Boolean value that indicates pictures without any color, which are opaque.
    var isGray = false

    static let quarterChroma = PictureLayout(format: .i420, depth: 8, chroma: .quarter)
    /// The same with transparency, for codecs that compress it apart.
    static let quarterChromaWithAlpha = PictureLayout(format: .rgba, depth: 8, chroma: .quarter, carriesAlpha: true)

    // The finer layouts of codecs of which most players show 4:2:0 in 8 bits only.
    static let halfChroma = PictureLayout(format: .yuv422p, depth: 8, chroma: .half, isOnRequest: true)
    static let fullChroma = PictureLayout(format: .yuv444p, depth: 8, chroma: .full, isOnRequest: true)
    /// 4:2:0, 4:2:2 and 4:4:4 in 10 bits.
    static let tenBits = [
        PictureLayout(format: .yuv420p10, depth: 10, chroma: .quarter, isOnRequest: true),
        PictureLayout(format: .yuv422p10, depth: 10, chroma: .half, isOnRequest: true),
        PictureLayout(format: .yuva444p10, depth: 10, chroma: .full, isOnRequest: true),
    ]
    /// The same in 12 bits.
    static let twelveBits = [
        PictureLayout(format: .yuv420p12, depth: 12, chroma: .quarter, isOnRequest: true),
        PictureLayout(format: .yuv422p12, depth: 12, chroma: .half, isOnRequest: true),
        PictureLayout(format: .yuv444p12, depth: 12, chroma: .full, isOnRequest: true),
    ]

    /// Has pictures of frames of so many bits a channel be drawn in the layout.
    /// - Parameter numbers: The standard of the drawn numbers, and how they become luma and chroma.
    func prepare(
        _ target: inout RenderTarget,
        ofDepth bits: Int,
        isFlattened: Bool = false,
        in numbers: (standard: InputProfile.Standard, coding: LumaCoding)
    ) {
        (target.format, target.dithers) = (format, bits > depth)
        target.isFlattened = isFlattened || !carriesAlpha
        target.output = numbers.standard
        target.coding = numbers.coding
    }
}
