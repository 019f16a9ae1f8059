/// A remedy for an error, as a value that a front end offers in its own words.
public enum Remedy: Hashable, Sendable, CustomStringConvertible {
    /// A fault that can be accepted.
    public enum Acceptance: Hashable, Sendable {
        /// Missing frames. Every ``MissingFramePolicy`` except `error` accepts them.
        case missing
        /// Frames of a different size or scale. ``MismatchPolicy/fit`` accepts them.
        case mismatch
    }

    /// The purpose of a GStreamer element.
    public enum Use: Hashable, Sendable {
        /// Writes files.
        case writing
        /// Reads pictures.
        case reading
        /// Shows pictures.
        case showing
    }

    /// Accept the fault by setting its policy.
    case accept(Acceptance)
    /// Change the setting. The value is `nil` if no value is known to help.
    case set(Setting, to: String? = nil)
    /// Leave out the setting.
    case omit(Setting)
    /// Install the package that contains this GStreamer element or library. A library is identified by its file name.
    case install(element: String, for: Use = .writing)
    /// Write a file in the format with this extension.
    case choose(format: String)
    /// Write a file instead of showing the frames.
    case export
    /// Check all frames by decoding them.
    case deepLint
    /// Fix the file names in a folder.
    case fix(FilePath)
    /// Undo a fix.
    case undoFix

    /// The remedy in the library's words, for use in a sentence.
    public var description: String {
        switch self {
        case .accept(.missing): "\(Setting.missing): \(MissingFramePolicy.acceptingWords)"
        case .accept(.mismatch): "\(Setting.mismatch): \(MismatchPolicy.fit)"
        case .set(let setting, let value): value.map { "\(setting): \($0)" } ?? "\(setting)"
        case .omit(let setting): "\(setting)"
        case .install(let library, .reading): "install \(library)"
        case .install: "Install the plugin that contains it."
        case .choose(let format): ".\(format)"
        case .export: "an export"
        case .deepLint: "a deep lint"
        case .fix: "a name fix"
        case .undoFix: "an undo"
        }
    }
}
