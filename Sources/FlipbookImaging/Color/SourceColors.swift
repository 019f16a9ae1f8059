public import FlipbookCore

/// The way in which the numbers in files become colors, beside what the files say themselves.
public struct SourceColors: Hashable, Sendable {
    /// Stops by which scene-linear pictures are made brighter.
    public let exposure: Double
    /// The view of scene-linear pictures in the place of sRGB's curve, or `nil` for that curve.
    public let lookupTable: ColorLookupTable?
    /// The values of files that are shown as black and as white, or `nil` for all that their bits have.
    public package(set) var levels: ValueRange?
    /// The choice among several layers of a file.
    public let channels: ChannelChoice
    /// The colors that they become. Pictures that become others than sRGB's have 16 bits a channel.
    public let canvas: CanvasColors
    /// The meaning of the numbers, in the place of what the file says, or `nil` for the latter.
    let profile: ColorProfile?

    /// Files are read as they say, in sRGB.
    public init() { (exposure, lookupTable, channels, canvas, profile) = (0, nil, ChannelChoice(), .sRGB, nil) }

    /// Light becomes numbers by sRGB's curve, and stays in the primaries of its file.
    package static let lightAlone = SourceColors(of: .standard(.linear))

    private init(of profile: ColorProfile) {
        (exposure, lookupTable, channels, canvas, self.profile) = (0, nil, ChannelChoice(), .sRGB, profile)
    }

    /// Reads the files of a lookup table and of a profile.
    /// - Throws: ``SourceColorsError`` where one of them cannot be used.
    public init(
        exposure: Double = 0,
        lookupTable: FilePath? = nil,
        profile: InputProfile? = nil,
        levels: ValueRange? = nil,
        channels: ChannelChoice = ChannelChoice(),
        canvas: CanvasColors = .sRGB
    ) throws(SourceColorsError) {
        (self.exposure, self.levels, self.channels, self.canvas) = (exposure, levels, channels, canvas)
        do throws(ColorLookupTableError) {
            self.lookupTable = try lookupTable.map { path throws(ColorLookupTableError) in
                try ColorLookupTable(contentsOf: path)
            }
        } catch {
            throw .lookupTable(error)
        }
        self.profile = try profile.map { profile throws(SourceColorsError) in try ColorProfile(reading: profile) }
    }

    package func exposed(by stops: Double) -> SourceColors { SourceColors(exposure + stops, self) }

    package func choosing(_ channels: ChannelChoice) -> SourceColors { SourceColors(exposure, self, channels) }

    private init(_ exposure: Double, _ other: SourceColors, _ channels: ChannelChoice? = nil) {
        (self.exposure, self.channels) = (exposure, channels ?? other.channels)
        (lookupTable, canvas, profile, levels) = (other.lookupTable, other.canvas, other.profile, other.levels)
    }

    /// A Boolean value that indicates whether the profile says that all numbers are amounts of light.
    package var areLight: Bool {
        if case .standard(let standard)? = profile { standard.transfer == .linear } else { false }
    }

    /// A Boolean value that indicates whether a profile replaces those of files.
    package var replacesProfiles: Bool { profile != nil }
}

/// A reason why a lookup table or a profile cannot be used.
public enum SourceColorsError: Error, Hashable {
    /// The lookup table.
    case lookupTable(ColorLookupTableError)
    /// The profile; its file, and what is the matter, a fragment that follows the name.
    case profile(FilePath, Explanation)
}

extension ColorProfile {
    /// The longest file that is read as a profile; those of printers have a few million bytes.
    private static let mostBytes = 64 << 20

    /// A standard, or the profile in a file, which is tried.
    fileprivate init(reading profile: InputProfile) throws(SourceColorsError) {
        let path: FilePath
        switch profile {
        case .standard(let standard):
            self = .standard(standard)
            // Light is converted without a library, and sRGB's numbers are what is meant where there is none.
            guard standard.transfer != .linear, standard != .sRGB else { return }
            path = FilePath(standard.rawValue)
        case .file(let file):
            path = file
            do throws(ImageError) {
                self = .icc(try DecodingLimits(maximumBytes: Self.mostBytes).withBytes(of: path) { Array($0) })
            } catch {
                throw .profile(path, error.explanation)
            }
        }
        switch ColorConversions.answer(to: self, isGray: true, in: CanvasColors.sRGB.profiled).use {
        case .damaged: throw .profile(path, "it is no ICC profile")
        case .unsupported: throw .profile(path, "the profile is for neither RGB nor gray pictures")
        case .missing(let library):
            throw .profile(
                path,
                "it is applied by the library \(library), which is not installed; "
                    + "\(remedy: .install(element: library, for: .reading))"
            )
        case .none, .converted: break
        }
    }
}

extension InputProfile.Standard {
    package var primaries: RGBPrimaries {
        switch self {
        case .sRGB, .linear, .bt709: .bt709
        case .displayP3: .displayP3
        case .adobeRGB: .adobeRGB
        case .bt2020: .bt2020
        case .acesCG: .ap1
        case .aces: .ap0
        }
    }

    package var transfer: TransferFunction {
        switch self {
        case .sRGB, .displayP3: .sRGB
        case .adobeRGB: .power(2.199_218_75)
        case .bt709, .bt2020: .camera
        case .linear, .acesCG, .aces: .linear
        }
    }
}
