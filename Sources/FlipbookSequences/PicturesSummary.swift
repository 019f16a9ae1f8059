package import FlipbookCore
package import FlipbookImaging

/// The facts of the headers of a sequence's files together, beside the size.
package struct PicturesSummary: Hashable, Sendable {
    /// The depths, rising, in bits a channel.
    package let depths: [Int]
    /// The kinds of channels, such as `gray+alpha` and `palette`, the commonest first.
    package let channels: [String]
    /// The meanings of the numbers as colors, such as `icc` and `linear`, the commonest first.
    package let colors: [String]
    /// The rate that they say, or `nil` if none does, or not all the same.
    package let frameRate: FrameRate?
    /// The time code of the first, or `nil` if it says none.
    package let timeCode: TimeCode?

    /// In words, such as `8 bit rgba icc`; colors that most files do not state are left out, and all where nothing is known.
    package var words: String {
        guard !depths.isEmpty else { return "" }
        let stated = colors == ["untagged"] ? "" : " " + colors.joined(separator: ",")
        return depths.map(String.init).joined(separator: ",") + " bit " + channels.joined(separator: ",") + stated
    }

    package init(_ headers: some Sequence<ImageHeader>) {
        let headers = Array(headers)
        depths = Set(headers.map(\.bitDepth)).sorted()
        channels = headers.map(\.channels).sorted().byFrequency
        colors = headers.map(\.colors).sorted().byFrequency
        (frameRate, timeCode) = (headers.storedRate, headers.first?.timeCode)
    }
}

extension Sequence<ImageHeader> {
    /// The rate that all headers say that say one, or `nil` if these differ.
    package var storedRate: FrameRate? {
        let rates = Set(lazy.compactMap(\.frameRate))
        return rates.count == 1 ? rates.first : nil
    }
}

extension ImageHeader {
    fileprivate var channels: String {
        let name = colorModel == .indexed ? "palette" : colorModel.rawValue
        return hasAlpha ? colorModel == .rgb ? "rgba" : "\(name)+alpha" : name
    }

    /// The meaning of the numbers as colors, in a word.
    fileprivate var colors: String {
        if isSceneLinear { return "linear" }
        return switch colorTag {
        case .untagged: "untagged"
        case .sRGB: "srgb"
        case .gamma: hasOtherPrimaries ? "chromaticities" : "gamma"
        case .iccProfile: "icc"
        case .codingIndependent: "cicp"
        case .adobeRGB: "adobe-rgb"
        }
    }
}
