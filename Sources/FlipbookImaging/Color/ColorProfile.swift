internal import FlipbookCore

/// The meaning of the numbers of a picture as colors, as its file says it.
enum ColorProfile: Hashable, Sendable {
    /// An ICC profile (ICC.1:2022), its bytes.
    case icc([UInt8])
    /// Code points of ITU-T H.273: color primaries and transfer characteristics.
    case codePoints(primaries: UInt8, transfer: UInt8)
    /// Primaries, and how numbers stand for their light.
    case calibrated(RGBPrimaries, TransferFunction)
    /// A standard that the user names.
    case standard(InputProfile.Standard)
    /// A profile whose bytes cannot be got from the file.
    case damaged

    var name: String {
        switch self {
        case .icc(let bytes): ICCProfile.name(in: bytes)
        case .codePoints(_, 16): "PQ"
        case .codePoints(_, 18): "HLG"
        case .codePoints(9, _): "BT.2020"
        case .codePoints(12, _): "Display P3"
        case .codePoints(let primaries, let transfer): "code points \(primaries) and \(transfer)"
        case .calibrated(.bt709, _): "a gamma"
        case .calibrated: "primaries and a gamma"
        case .standard(let standard): standard.rawValue
        case .damaged: ""
        }
    }

    /// A Boolean value that indicates light beyond white, by PQ or HLG, which is not brought into a screen's range.
    var isBeyondWhite: Bool {
        if case .codePoints(_, let transfer) = self { transfer == 16 || transfer == 18 } else { false }
    }

    /// A number that profiles share which make the same colors of the same numbers.
    var meaning: Int { if case .icc(let bytes) = self { ICCProfile.meaning(of: bytes) } else { hashValue } }
}

/// The statement of a file on its colors, and their use.
package struct StatedColors: Hashable, Sendable {
    package let use: ProfileUse
    package let name: String
    /// A number that files share which make the same colors of the same numbers.
    package let meaning: Int
}

/// The use of the colors of a file that says what its numbers mean.
package enum ProfileUse: Hashable, Sendable {
    /// They are sRGB's, or nearly.
    case none
    /// They are converted to the canvas' colors.
    case converted
    /// They are taken as sRGB's, since the profile is damaged.
    case damaged
    /// They are taken as sRGB's, since the profile is of a kind that is not applied to such pictures.
    case unsupported
    /// They are taken as sRGB's, since the library of this name is not installed.
    case missing(library: String)
}
