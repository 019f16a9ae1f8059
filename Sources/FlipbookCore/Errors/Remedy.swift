/// The way out of an error, as a value: a program offers it in its own words.
public enum Remedy: Hashable, Sendable {
    /// The faults that can be accepted.
    public enum Acceptance: Hashable, Sendable {
        /// Frames that are not there: one of the policies of ``MissingFramePolicy`` but `error`.
        case missing
        /// Frames of another size or scale: ``MismatchPolicy/fit``.
        case mismatch
    }

    /// The uses of an element of GStreamer.
    public enum Use: Hashable, Sendable {
        /// To write files.
        case writing
        /// To read pictures.
        case reading
        /// To show pictures.
        case showing
        /// To open windows.
        case windows
    }

    /// Accept what is wrong, by the policy for it.
    case accept(Acceptance)
    /// Give the setting another value; this one, where it is known to help.
    case set(Setting, to: String? = nil)
    /// Leave the setting out.
    case omit(Setting)
    /// Install what has this element of GStreamer, or this library, by the loader's name.
    case install(element: String, for: Use = .writing)
    /// Write a file of this format, by its extension.
    case choose(format: String)
    /// Write a file, rather than show the frames.
    case export
    /// Fix the names in a folder.
    case fix(FilePath)
    /// Take back what was fixed in place.
    case undoFix
}

extension Remedy: CustomStringConvertible {
    /// The remedy in the library's own words, to stand in a sentence.
    public var description: String {
        switch self {
        case .accept(.missing): "\(Setting.missing): \(MissingFramePolicy.acceptingWords)"
        case .accept(.mismatch): "\(Setting.mismatch): \(MismatchPolicy.fit)"
        case .set(let setting, let value): value.map { "\(setting): \($0)" } ?? "\(setting)"
        case .omit(let setting): "\(setting)"
        case .install(_, .windows): "windows need a sink that opens them"
        case .install(let library, .reading): "install \(library)"
        case .install: "Install the plugin that has it."
        case .choose(let format): ".\(format)"
        case .export: "an export"
        case .fix: "a fix of the names"
        case .undoFix: "an undo"
        }
    }
}
