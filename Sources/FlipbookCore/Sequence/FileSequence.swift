/// Files of one folder whose names differ in the frame number only, as far as they are there.
public struct FileSequence: Hashable, Sendable {
    /// One file of a sequence.
    public struct File: Hashable, Sendable {
        /// The frame number.
        public let number: Int
        /// Pixels per point: 2 for `@2x`, 1 where the name has no such part.
        public let scale: Int
        /// The file's name, without its folder.
        public let name: FilePath
    }

    /// The common part of the names. It names no frames and takes every scale factor.
    public private(set) var pattern: FramePattern
    /// The files by number, then by scale factor.
    public let files: [File]
    /// The numbers that are there, rising.
    public let frames: FrameSet

    init(pattern: FramePattern, files: [File]) {
        self.pattern = pattern
        self.files = files.sorted { ($0.number, $0.scale) < ($1.number, $1.scale) }
        frames = FrameSet(self.files.lazy.map(\.number))
    }

    /// The scale factors that occur, rising.
    public var scales: [Int] { Set(files.lazy.map(\.scale)).sorted() }

    /// The way in which the files are numbered: by which step, or as dates, and which numbers that leaves out.
    package var numbering: FrameNumbering {
        FrameNumbering(of: frames, width: pattern.padding.width, prefix: pattern.prefix)
    }

    /// The numbers that are there, in the order of the frames: those of a counter that started again come last.
    package var orderedFrames: FrameSet {
        guard let (before, after) = numbering.rollover else { return frames }
        return FrameSet((Array(before) + Array(after)).filter(Set(frames).contains))
    }

    /// The distance between neighboring frames: 1, or what most of them keep.
    ///
    /// Numbers such as 60, 65, 70 count in fives and have no gaps; 0, 15, 30 to 75, and 100 count in fifteens, and 90 is
    /// missing. Where most do not keep a step it is 1, and what lies between is missing. Dates and times count in days,
    /// hours or minutes: `20260131` and `20260201` are neighbors.
    public var step: Int { numbering.step }

    /// The numbers between the first and the last, ``step`` apart, that are not there, in the order of the frames.
    public var missing: FrameSet { numbering.missing }

    /// The numbers from the first to the last, ``step`` apart: those that are there and those that are missing,
    /// in the order of the frames.
    public var expected: FrameSet { numbering.expected }

    func with(directory: String) -> FileSequence { changing(self) { $0.pattern = pattern.with(directory: directory) } }

    /// The same sequence with its folder in its pattern; the current folder is not written.
    public func with(folder: FilePath) -> FileSequence { with(directory: FolderPath(folder.string).prefix) }
}

extension FileSequence: CustomStringConvertible {
    /// The sequence with its numbers, as fileseq writes it: `a.998-1000#.png`.
    public var description: String {
        let padding = FramePadding(text: pattern.padding.fileseqText, style: .marks, width: pattern.padding.width)
        return pattern.with(frames: frames).with(padding: padding).description
    }
}
