/// The color profile of the input files. It overrides a profile that a file contains.
public enum InputProfile: Hashable, Sendable, CustomStringConvertible {
    /// A standard color space, by name.
    case standard(Standard)
    /// The path of an ICC profile.
    case file(FilePath)

    /// A standard RGB color space.
    public enum Standard: String, Hashable, Sendable, CaseIterable {
        /// IEC 61966-2-1.
        case sRGB = "srgb"
        /// Linear light with sRGB's primaries.
        case linear
        /// Display P3: sRGB's transfer function with the primaries of Apple's screens.
        case displayP3 = "display-p3"
        /// Adobe RGB (1998).
        case adobeRGB = "adobe-rgb"
        /// ITU-R BT.709: the transfer function of cameras, with sRGB's primaries.
        case bt709
        /// ITU-R BT.2020, with BT.709's transfer function.
        case bt2020
        /// ACEScg, S-2014-004: linear light with the AP1 primaries.
        case acesCG = "acescg"
        /// ACES 2065-1, SMPTE ST 2065-1: linear light with the AP0 primaries.
        case aces = "aces2065-1"
    }

    /// Reads the name of a standard, or the path of a file. A path contains a dot or a slash.
    /// - Throws: ``ParsingError`` if the text is neither.
    public init(parsing text: String) throws(ParsingError) {
        if let standard = Standard(rawValue: text.lowercased()) {
            self = .standard(standard)
        } else if text.contains(where: { $0 == "." || $0 == "/" }), !text.utf8.contains(0) {
            self = .file(FilePath(text))
        } else {
            let names = Standard.allCases.map(\.rawValue)
            let advice = nearestWord(to: text, among: names).map { "Did you mean '\($0)'?" }
            let remedy = advice ?? "Use a file such as camera.icc, or one of \(names.joined(separator: ", "))."
            throw ParsingError(text, "profile.name", "is not a color profile. \(remedy)")
        }
    }

    /// The name of the standard, or the path of the file.
    public var description: String { if case .standard(let name) = self { name.rawValue } else { file?.string ?? "" } }

    package func renaming(_ rename: (String) throws -> String) rethrows -> InputProfile {
        guard case .file(let path) = self else { return self }
        return .file(FilePath(try rename(path.string)))
    }

    package var file: FilePath? { if case .file(let path) = self { path } else { nil } }
}
