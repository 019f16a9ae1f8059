/// Files in one folder whose names differ only in the frame number.
public struct FileSequence: Hashable, Sendable, CustomStringConvertible {
    /// A file of a sequence.
    public struct File: Hashable, Sendable {
        /// The frame number.
        public let number: Int
        /// Pixels per point: 2 for `@2x`, or 1 if the name has no scale factor.
        public let scale: Int
        /// The file's name without its folder.
        public let name: FilePath
    }

    /// The common pattern of the names, without frame numbers. It matches every scale factor.
    public private(set) var pattern: FramePattern
    /// The files, sorted by number and then by scale factor.
    public let files: [File]
    /// The existing numbers, ascending.
    public let frames: FrameSet

    init(pattern: FramePattern, files: [File]) {
        self.pattern = pattern
        self.files = files.sorted { ($0.number, $0.scale) < ($1.number, $1.scale) }
        frames = FrameSet(self.files.lazy.map(\.number))
    }

    /// The scale factors of the files, ascending.
    public var scales: [Int] { Set(files.lazy.map(\.scale)).sorted() }

    package var numbering: FrameNumbering {
        FrameNumbering(of: frames, width: pattern.padding.width, prefix: pattern.prefix)
    }

    /// The existing numbers in frame order. If a counter restarted, the numbers after the restart come last.
    package var orderedFrames: FrameSet {
        guard let (before, after) = numbering.rollover else { return frames }
        return FrameSet((Array(before) + Array(after)).filter(Set(frames).contains))
    }

    /// The usual distance between neighboring frames, or 1 if there is none: 5 for the numbers 60, 65, 70. Dates and times are
    /// counted in days, hours or minutes, so `20260201` follows `20260131`.
    public var step: Int { numbering.step }

    /// The missing numbers between the first and the last, ``step`` apart, in frame order.
    public var missing: FrameSet { numbering.missing }
    /// All numbers from the first to the last, ``step`` apart, existing or missing, in frame order.
    public var expected: FrameSet { numbering.expected }

    func with(directory: String) -> FileSequence { changing(self) { $0.pattern = pattern.with(directory: directory) } }

    /// Returns the sequence with the given folder in its pattern. The current folder is omitted.
    public func with(folder: FilePath) -> FileSequence { with(directory: FolderPath(folder.string).prefix) }

    /// The sequence with its numbers in fileseq's syntax: `a.998-1000#.png`.
    public var description: String {
        let padding = FramePadding(text: pattern.padding.fileseqText, style: .marks, width: pattern.padding.width)
        return pattern.with(frames: frames).with(padding: padding).description
    }
}
