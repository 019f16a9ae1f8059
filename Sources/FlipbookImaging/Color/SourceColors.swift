public import FlipbookCore

/// The settings that map a file's values to colors, in addition to the color information in the file.
public struct SourceColors: Hashable, Sendable {
    /// The exposure of scene-linear pictures, in stops.
    public private(set) var exposure: Double
    /// The lookup table for scene-linear pictures. If `nil`, sRGB's curve is used.
    public let lookupTable: ColorLookupTable?
    /// The values that map to black and to white. If `nil`, the full range of the bits is used.
    public package(set) var levels: ValueRange?
    /// The selected layer and channels.
    public private(set) var channels: ChannelChoice
    /// The target colors. If they are not sRGB, pictures have 16 bits per channel.
    public let canvas: CanvasColors
    /// The color profile of the values. If `nil`, the color information in the file is used.
    private(set) var profile: ColorProfile?

    /// Creates the default settings: colors are converted to sRGB according to the color information in each file.
    public init() { (exposure, lookupTable, channels, canvas, profile) = (0, nil, ChannelChoice(), .sRGB, nil) }

    /// Settings that apply only sRGB's curve to light, and leave the file's primaries unchanged.
    package static let lightAlone = changing(SourceColors()) { $0.profile = .standard(.linear) }

    /// Creates settings. Reads the lookup table and the profile from their files.
    /// - Throws: ``SourceColorsError`` if a file cannot be used.
    public init(
        exposure: Double = 0,
        lookupTable: FilePath? = nil,
        profile: InputProfile? = nil,
        levels: ValueRange? = nil,
        channels: ChannelChoice = ChannelChoice(),
        canvas: CanvasColors = .sRGB
    ) throws(SourceColorsError) {
        (self.exposure, self.levels, self.channels, self.canvas) = (exposure, levels, channels, canvas)
        self.lookupTable = try lookupTable.map { path throws(SourceColorsError) in
            try wrapping(ColorLookupTable(contentsOf: path), in: SourceColorsError.lookupTable)
        }
        self.profile = try profile.map { profile throws(SourceColorsError) in try ColorProfile(reading: profile) }
    }

    package func exposed(by stops: Double) -> SourceColors { changing(self) { $0.exposure += stops } }

    package func choosing(_ channels: ChannelChoice) -> SourceColors { changing(self) { $0.channels = channels } }

    package var areLight: Bool {
        if case .standard(let standard)? = profile { standard.transfer == .linear } else { false }
    }

    package var replacesProfiles: Bool { profile != nil }
}

/// An error from reading a lookup table or a profile.
public enum SourceColorsError: Error, Hashable {
    case lookupTable(ColorLookupTableError)
    /// The file of the profile cannot be used. The explanation is a fragment that follows the name of the file.
    case profile(FilePath, Explanation)
}

extension ColorProfile {
    private static let mostBytes = 64 << 20

    fileprivate init(reading profile: InputProfile) throws(SourceColorsError) {
        let path: FilePath
        switch profile {
        case .standard(let standard):
            self = .standard(standard)
            // Light and sRGB can be converted without the library.
            guard standard.transfer != .linear, standard != .sRGB else { return }
            path = FilePath(standard.rawValue)
        case .file(let file):
            path = file
            let limits = DecodingLimits(maximumBytes: Self.mostBytes)
            let bytes = try wrapping(limits.withBytes(of: path) { Array($0) }) { (error: ImageError) in
                SourceColorsError.profile(path, error.explanation)
            }
            self = .icc(bytes)
        }
        switch ColorConversions.answer(to: self, isGray: true, in: CanvasColors.sRGB.profiled).use {
        case .damaged: throw .profile(path, "it is not an ICC profile")
        case .unsupported: throw .profile(path, "the profile is for neither RGB nor gray pictures")
        case .missing(let library):
            let remedy = Remedy.install(element: library, for: .reading)
            throw .profile(path, "it needs the library \(library); \(remedy: remedy)")
        case .none, .converted: break
        }
    }
}
