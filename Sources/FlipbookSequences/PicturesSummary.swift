package import FlipbookImaging

/// What the headers of a sequence's files say of their pictures together, beside the size.
package struct PicturesSummary: Hashable, Sendable {
    /// The depths, rising, in bits a channel.
    package let depths: [Int]
    /// The kinds of channels, the commonest first.
    package let channels: [Channels]
    /// What the numbers mean as colours, the commonest first.
    package let colors: [Colors]

    /// In words, such as `8 bit rgba icc`; colours that most files do not state are left out, and all where nothing is known.
    package var words: String {
        guard !depths.isEmpty else { return "" }
        let stated = colors == [.untagged] ? "" : " " + colors.map(\.rawValue).joined(separator: ",")
        return depths.map(String.init).joined(separator: ",") + " bit "
            + channels.map(\.rawValue).joined(separator: ",") + stated
    }

    /// The channels of a picture.
    package enum Channels: String, Hashable, Sendable {
        /// Luminance.
        case gray
        /// Luminance and transparency.
        case grayAlpha = "gray+alpha"
        /// Red, green and blue.
        case rgb
        /// The same and transparency.
        case rgba
        /// Indices into a palette.
        case palette
        /// The same, with transparent colours.
        case paletteAlpha = "palette+alpha"
        /// Inks.
        case cmyk
        /// Inks and transparency.
        case cmykAlpha = "cmyk+alpha"
    }

    /// What the numbers of a picture mean as colours, in a word.
    package enum Colors: String, Hashable, Sendable {
        /// The file does not say.
        case untagged
        /// sRGB, by name.
        case sRGB = "srgb"
        /// A power law.
        case gamma
        /// Primaries and a power law.
        case chromaticities
        /// An ICC profile.
        case iccProfile = "icc"
        /// Code points of ITU-T H.273.
        case codePoints = "cicp"
        /// Amounts of light.
        case linear
    }

    /// What some headers say.
    package init(_ headers: some Sequence<ImageHeader>) {
        var (depths, channels, colors): ([Int: Int], [Channels: Int], [Colors: Int]) = ([:], [:], [:])
        for header in headers {
            depths[header.bitDepth, default: 0] += 1
            channels[Channels(header), default: 0] += 1
            colors[Colors(header), default: 0] += 1
        }
        self.depths = depths.keys.sorted()
        self.channels = channels.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map(\.key)
        self.colors = colors.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map(\.key)
    }
}

extension PicturesSummary.Channels {
    fileprivate init(_ header: ImageHeader) {
        self =
            switch (header.colorModel, header.hasAlpha) {
            case (.gray, false): .gray
            case (.gray, true): .grayAlpha
            case (.rgb, false): .rgb
            case (.rgb, true): .rgba
            case (.indexed, false): .palette
            case (.indexed, true): .paletteAlpha
            case (.cmyk, false): .cmyk
            case (.cmyk, true): .cmykAlpha
            }
    }
}

extension PicturesSummary.Colors {
    fileprivate init(_ header: ImageHeader) {
        self =
            if header.isSceneLinear {
                .linear
            } else {
                switch header.colorTag {
                case .untagged: .untagged
                case .sRGB: .sRGB
                case .gamma: header.hasOtherPrimaries ? .chromaticities : .gamma
                case .iccProfile: .iccProfile
                case .codingIndependent: .codePoints
                }
            }
    }
}
