import FlipbookCore
import FlipbookImaging

/// How finely a file keeps colour beside brightness.
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
    /// The layout in memory.
    let format: PixelFormat
    /// Bits of a channel that survive.
    let depth: Int
    /// How finely colour survives.
    let chroma: Chroma
    /// Whether transparency survives.
    var carriesAlpha = false
    /// The codec's profiles that have it, the default first; none where the codec has no profiles.
    var profiles: [String] = []
    /// Whether it is taken only where its depth or its chroma is asked for, since fewer players show it.
    var isOnRequest = false

    /// Whether it is for pictures without any colour, which are opaque.
    var isGray = false

    /// 4:2:0 in 8 bits.
    static let quarterChroma = PictureLayout(format: .i420, depth: 8, chroma: .quarter)
    /// The same with transparency, for codecs that compress it apart.
    static let quarterChromaWithAlpha = PictureLayout(format: .rgba, depth: 8, chroma: .quarter, carriesAlpha: true)

    // The finer layouts of codecs of which most players show 4:2:0 in 8 bits only.
    /// 4:2:2 in 8 bits.
    static let halfChroma = PictureLayout(format: .yuv422p, depth: 8, chroma: .half, isOnRequest: true)
    /// 4:4:4 in 8 bits.
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
}

/// What of the pictures has to survive: what an export is asked for beside its format and its codec.
struct PictureDemand: Sendable, Hashable {
    /// The codec's profile.
    var profile: String?
    /// Bits of a channel at least.
    var depth: Int?
    /// How finely colour is kept.
    var chroma: Chroma?
    /// Whether pixels come back exactly.
    var isLossless = false

    /// The layouts that a format has of the codec and that meet the demand.
    /// - Parameter areGray: Whether pictures may be without any colour.
    func layouts(of codec: VideoCodec, in format: OutputFormat, areGray: Bool = false) -> [PictureLayout] {
        guard !isLossless || codec.isLossless else { return [] }
        return format.layouts(of: codec).filter { layout in
            (areGray || !layout.isGray) && (profile.map(layout.profiles.contains) ?? true) && layout.depth >= depth ?? 0
                && layout.chroma == chroma ?? layout.chroma
                && (!layout.isOnRequest || depth != nil || chroma != nil)
        }
    }

    /// Whether the codec can meet the demand in a format.
    /// - Parameter areGray: Whether pictures may be without any colour.
    func isMet(by codec: VideoCodec, in format: OutputFormat, areGray: Bool = false) -> Bool {
        !layouts(of: codec, in: format, areGray: areGray).isEmpty
    }

    /// The layout for pictures of a codec that meets the demand: of the depth that is asked for, else of the pictures' own, or
    /// the deepest one below.
    /// - Parameters:
    ///   - bits: The bits a channel of the pictures.
    ///   - hasGaps: Whether something is seen through them.
    ///   - isGray: Whether they are without any colour.
    /// - Returns: Where colours are in the way of the depth that is asked for, the deepest layout that has them.
    func layout(
        of codec: VideoCodec,
        in format: OutputFormat,
        ofDepth bits: Int,
        hasGaps: Bool,
        isGray: Bool
    ) -> PictureLayout {
        func areDeep(_ layouts: [PictureLayout]) -> [PictureLayout] { layouts.filter { $0.depth >= depth ?? bits } }
        let colored = layouts(of: codec, in: format)
        if isGray, !hasGaps, areDeep(colored).isEmpty,
            let gray = areDeep(layouts(of: codec, in: format, areGray: true)).first
        {
            return gray
        }
        let meeting = colored.isEmpty ? format.layouts(of: codec).filter { !$0.isGray } : colored
        let suited = meeting.filter { $0.carriesAlpha == hasGaps }
        let choice = suited.isEmpty ? meeting : suited
        let sufficient = areDeep(choice).min { $0.depth < $1.depth }
        guard let layout = sufficient ?? choice.reversed().max(by: { $0.depth < $1.depth }) else {
            preconditionFailure("a profile's codec meets its demand")
        }
        return layout
    }
}

extension PictureLayout {
    /// What pictures are wanted of frames of so many bits a channel.
    func wish(
        ofDepth bits: Int,
        isFlattened: Bool = false,
        in numbers: DrawnNumbers = DrawnNumbers()
    ) -> PictureWish {
        PictureWish(
            format: format,
            isFlattened: isFlattened || !carriesAlpha,
            dithers: bits > depth,
            numbers: numbers
        )
    }
}

extension EncodingProfile {
    /// The layout for pictures of so many bits a channel, between which something is seen or not, in colours or in grey.
    func layout(ofDepth bits: Int, hasGaps: Bool, isGray: Bool = false) -> PictureLayout {
        demand.layout(of: codec, in: format, ofDepth: bits, hasGaps: hasGaps, isGray: isGray)
    }
}
