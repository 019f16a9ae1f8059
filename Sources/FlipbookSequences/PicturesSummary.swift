package import FlipbookCore
package import FlipbookImaging

package struct PicturesSummary: Hashable, Sendable {
    package let depths: [Int]
    /// The kinds of channels, such as `gray+alpha` and `palette`, from most to least common.
    package let channels: [String]
    /// The color profiles, such as `icc` and `linear`, from most to least common.
    package let colors: [String]
    package let frameRate: FrameRate?
    package let timeCode: TimeCode?

    /// A description such as `8 bit rgba icc`. Missing color information is not mentioned. Empty if there are no headers.
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
