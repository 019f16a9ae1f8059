import FlipbookCore
import FlipbookImaging
import FlipbookRender

/// The resolution of color relative to that of brightness.
public enum Chroma: String, Sendable, Hashable, Codable, CaseIterable {
    /// Half the columns and half the rows, which every player supports.
    case quarter = "420"
    /// Half the columns.
    case half = "422"
    /// Full resolution.
    case full = "444"
    /// Unconverted red, green, and blue.
    case rgb
}

struct PictureLayout: Sendable, Hashable {
    let format: PixelFormat
    let depth: Int
    let chroma: Chroma
    var carriesAlpha = false
    /// The codec's profiles with this layout, the default first. Empty if the codec has no profiles.
    var profiles: [String] = []
    /// A Boolean value that indicates whether the layout is used only if its depth or chroma is requested.
    var isOnRequest = false

    var isGray = false

    static let rgba = PictureLayout(format: .rgba, depth: 8, chroma: .rgb, carriesAlpha: true)
    static let rgba64 = PictureLayout(format: .rgba64, depth: 16, chroma: .rgb, carriesAlpha: true)
    static let quarterChroma = PictureLayout(format: .i420, depth: 8, chroma: .quarter)
    /// 4:2:0 with transparency, for codecs that compress it separately.
    static let quarterChromaWithAlpha = PictureLayout(format: .rgba, depth: 8, chroma: .quarter, carriesAlpha: true)

    // The finer layouts of codecs for which most players support only 4:2:0 in 8 bits.
    static let halfChroma = PictureLayout(format: .yuv422p, depth: 8, chroma: .half, isOnRequest: true)
    static let fullChroma = PictureLayout(format: .yuv444p, depth: 8, chroma: .full, isOnRequest: true)
    static let tenBits = [
        PictureLayout(format: .yuv420p10, depth: 10, chroma: .quarter, isOnRequest: true),
        PictureLayout(format: .yuv422p10, depth: 10, chroma: .half, isOnRequest: true),
        PictureLayout(format: .yuva444p10, depth: 10, chroma: .full, isOnRequest: true),
    ]
    static let twelveBits = [
        PictureLayout(format: .yuv420p12, depth: 12, chroma: .quarter, isOnRequest: true),
        PictureLayout(format: .yuv422p12, depth: 12, chroma: .half, isOnRequest: true),
        PictureLayout(format: .yuv444p12, depth: 12, chroma: .full, isOnRequest: true),
    ]

    /// Configures a target to draw pictures in this layout from frames of a given bit depth.
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
