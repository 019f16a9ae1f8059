import FlipbookCore

/// A named part of a sequence, such as a shot of a timeline, from its first frame to the next chapter.
public struct Chapter: Hashable, Sendable {
    /// The name shown to viewers.
    public let name: String
    /// The number of the first frame.
    public let firstNumber: Int

    /// Creates a chapter that begins with a frame number.
    public init(name: String, firstNumber: Int) { (self.name, self.firstNumber) = (name, firstNumber) }
}

extension Timeline.Clip {
    /// The clip's name from its input: `walk` for `shots/walk/`, `walk.####.png` and `walk/####.png`.
    package var name: String {
        if let first = tracks.lazy.compactMap(\.clips.first?.clip).first { return first.name }
        let parts = FilePath(input).description.split(separator: "/")
        guard let last = parts.last else { return input }
        // A folder name is used whole; a file name up to the frame number or the extension.
        let isFile = last.contains(where: { "#@%$*.".contains($0) })
        var stem = isFile ? last.prefix { !"#@%$*.".contains($0) } : last
        while isFile, let end = stem.last, "-_ ".contains(end) { stem.removeLast() }
        if !stem.isEmpty { return String(stem) }
        return parts.count > 1 ? String(parts[parts.count - 2]) : String(last)
    }
}
