/// A caller's setting, identified by its name in the library and in a manifest. A front end maps this name to its own, such as
/// the name of a command-line option.
public struct Setting: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name of the setting.
    public let rawValue: String

    /// Creates a setting from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a setting from the manifest key of the same name.
    public init(_ key: ManifestKey) { rawValue = key.rawValue }

    /// The name of the setting.
    public var description: String { rawValue }

    package static let frames = Setting(rawValue: "frames")
    package static let dialect = Setting(rawValue: "dialect")
    package static let idiom = Setting(rawValue: "idiom")
    package static let scale = Setting(.scale)
    package static let sort = Setting(rawValue: "sort")
    package static let tree = Setting(rawValue: "recursive")
    package static let missing = Setting(.missing)
    package static let maximumGap = Setting(rawValue: "maxGap")
    package static let mismatch = Setting(.mismatch)
    package static let allowedFolders = Setting(rawValue: "allowedFolders")

    package static let frameRate = Setting(.frameRate)
    package static let duration = Setting(.animationDuration)
    package static let repeatCount = Setting(.animationRepeatCount)
    package static let size = Setting(.size)
    package static let layer = Setting(.layer)
    package static let channels = Setting(.channels)
    package static let levels = Setting(.levels)
    package static let background = Setting(.backgroundColor)
    package static let clipsToBounds = Setting(.clipsToBounds)
    package static let frame = Setting(rawValue: "frame")
    package static let moment = Setting(rawValue: "at")

    package static let output = Setting(rawValue: "output")
    package static let overwrite = Setting(rawValue: "overwrites")
    package static let codec = Setting(rawValue: "codec")
    package static let format = Setting(rawValue: "format")
    package static let codecProfile = Setting(rawValue: "profile")
    package static let quality = Setting(rawValue: "quality")
    package static let rateFactor = Setting(rawValue: "crf")
    package static let lossless = Setting(rawValue: "lossless")
    package static let depth = Setting(rawValue: "depth")
    package static let chroma = Setting(rawValue: "chroma")
    package static let alphaOutput = Setting(rawValue: "alphaOutput")
    package static let dither = Setting(rawValue: "dither")
    package static let preset = Setting(rawValue: "preset")
    package static let encoderOption = Setting(rawValue: "encoderOptions")
    package static let fixedCopy = Setting(rawValue: "fixedCopy")
    package static let ruleList = Setting(rawValue: "RuleRegistry")
    package static let expectedFrames = Setting(rawValue: "expect")
    package static let baseline = Setting(rawValue: "LintBaseline")

    package static let sink = Setting(rawValue: "sink")
    package static let terminal = Setting(rawValue: "terminal")
}
