import FlipbookCore

/// A part of a sequence with a name, such as a shot of a timeline: from its first frame to the next chapter.
public struct Chapter: Hashable, Sendable {
    /// The name that viewers read.
    public let name: String
    /// The number of its first frame.
    public let firstNumber: Int

    /// A chapter that begins with the frame of a number.
    public init(name: String, firstNumber: Int) { (self.name, self.firstNumber) = (name, firstNumber) }
}

extension Timeline.Clip {
    /// The name of the clip by its input: `walk` of `shots/walk/`, `walk.####.png` and `walk/####.png`.
    package var name: String {
        if let first = tracks.lazy.compactMap(\.clips.first?.clip).first { return first.name }
        let parts = FilePath(input).description.split(separator: "/")
        guard let last = parts.last else { return input }
        // A folder's name is all of it; a file's goes up to the frame number, or to the extension.
        let isFile = last.contains(where: { "#@%$*.".contains($0) })
        var stem = isFile ? last.prefix { !"#@%$*.".contains($0) } : last
        while isFile, let end = stem.last, "-_ ".contains(end) { stem.removeLast() }
        if !stem.isEmpty { return String(stem) }
        return parts.count > 1 ? String(parts[parts.count - 2]) : String(last)
    }
}
