public import FlipbookCore

/// Findings that are accepted, with a reason and perhaps a date from which they are not accepted any more.
public struct Suppression: Hashable, Sendable {
    /// The rules whose findings are accepted.
    public var rules: RuleSelector
    /// The places: sequences, folders or files, or `nil` for everywhere.
    public var path: PathGlob?
    /// The frame numbers, or `nil` for all. A finding about other frames, too, is not accepted.
    public var frames: FrameSet?
    /// The reason.
    public var reason: String
    /// The last day on which it counts, or `nil` for ever.
    public var expires: CalendarDate?
    /// The position in the configuration, or `nil` if it was not read from a text.
    package var position: ManifestNode.Position?

    /// A suppression from its parts.
    public init(
        _ rules: RuleSelector,
        path: PathGlob? = nil,
        frames: FrameSet? = nil,
        reason: String,
        expires: CalendarDate? = nil,
        position: ManifestNode.Position? = nil
    ) {
        (self.rules, self.path, self.frames, self.reason) = (rules, path, frames, reason)
        (self.expires, self.position) = (expires, position)
    }

    /// Returns `true` if it counts no longer.
    public func isExpired(on day: CalendarDate) -> Bool { expires.map { $0 < day } ?? false }

    /// Returns `true` if it is about this place, or all files of a finding lie where it is about.
    /// - Parameters:
    ///   - place: the sequence's or folder's path, as the configuration sees it.
    ///   - files: the paths of the files, as the configuration sees them.
    func applies(to place: FilePath, files: [FilePath]) -> Bool {
        guard let path else { return true }
        return path.matches(place) || !files.isEmpty && files.allSatisfy(path.matches)
    }

    /// Returns `true` if it covers all these frames.
    func covers(_ numbers: FrameSet?) -> Bool {
        guard let frames else { return true }
        return numbers.map { $0.allSatisfy(frames.contains) } ?? false
    }

    /// What it accepts, for a message, safe to print: `seq.gap in walk/ (frames 5-6)`.
    var summary: String {
        let place = path.map { " in \($0.text.escapingControlCharacters)" } ?? ""
        return "\(rules)\(place)" + (frames.map { " (\($0.asFrames))" } ?? "")
    }
}
