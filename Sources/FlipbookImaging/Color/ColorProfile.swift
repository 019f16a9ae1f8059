internal import FlipbookCore

/// The color space of a file's values, as specified by the file or the user.
enum ColorProfile: Hashable, Sendable {
    case icc([UInt8])
    case codePoints(primaries: UInt8, transfer: UInt8)
    case calibrated(RGBPrimaries, TransferFunction)
    case standard(InputProfile.Standard)
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

    /// A number that is equal for profiles with the same colors.
    var meaning: Int { if case .icc(let bytes) = self { ICCProfile.meaning(of: bytes) } else { hashValue } }
}

package struct StatedColors: Hashable, Sendable {
    package let use: ProfileUse
    package let name: String
    /// A number that is equal for files with the same colors.
    package let meaning: Int
}

package enum ProfileUse: Hashable, Sendable {
    /// The colors are exactly or nearly sRGB.
    case none
    /// The colors are converted to the canvas's colors.
    case converted
    /// The colors are treated as sRGB, since the profile is damaged.
    case damaged
    /// The colors are treated as sRGB, since the profile is for a different kind of picture.
    case unsupported
    /// The colors are treated as sRGB, since the library is not installed.
    case missing(library: String)
}
