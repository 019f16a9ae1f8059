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

    /// What the names have in common. It names no frames and takes every scale factor.
    public let pattern: FramePattern
    /// The files by number, then by scale factor.
    public let files: [File]
    /// The numbers that are there, rising.
    public let frames: FrameSet

    /// A sequence of files, given in any order.
    init(pattern: FramePattern, files: [File]) {
        self.pattern = pattern
        self.files = files.sorted { left, right in
            left.number != right.number ? left.number < right.number : left.scale < right.scale
        }
        var numbers = FrameSetBuilder()
        var previous: Int?
        for file in self.files where file.number != previous {
            numbers.append(FrameRange(file.number))
            previous = file.number
        }
        frames = numbers.set
    }

    /// The scale factors that occur, rising.
    public var scales: [Int] { Set(files.lazy.map(\.scale)).sorted() }

    /// The distance between neighbouring frames: 1, or what nearly all of them keep.
    ///
    /// Numbers such as 60, 65, 70 count in fives and have no gaps. The step has to
    /// divide every distance and to be the distance itself at least twice, and
    /// half of the time; otherwise it is 1 and what lies between is missing.
    public var step: Int { frames.usualStep }

    /// The numbers between the first and the last, ``step`` apart, that are not there.
    public var missing: FrameSet { frames.gaps(step: step) }

    /// The numbers from the first to the last, ``step`` apart: those that are there and those that are missing.
    public var expected: FrameSet {
        guard let first = frames.first, let last = frames.last else { return FrameSet() }
        return FrameSet(FrameRange(first, through: last, by: step))
    }

    /// The same sequence in a folder, whose name ends with a slash or is empty.
    func with(directory: String) -> FileSequence {
        FileSequence(pattern: pattern.with(directory: directory), sortedFiles: files, frames: frames)
    }

    /// The same sequence with its folder in its pattern; the current folder is not written.
    public func with(folder: FilePath) -> FileSequence { with(directory: FolderPath(folder.string).prefix) }

    private init(pattern: FramePattern, sortedFiles: [File], frames: FrameSet) {
        self.pattern = pattern
        self.files = sortedFiles
        self.frames = frames
    }
}

extension FileSequence: CustomStringConvertible {
    /// The sequence with its numbers, as fileseq writes it: `a.998-1000#.png`.
    public var description: String {
        let padding = FramePadding(text: pattern.padding.fileseqText, style: .marks, width: pattern.padding.width)
        return FramePattern(
            directory: pattern.directory,
            prefix: pattern.prefix,
            padding: padding,
            suffix: pattern.suffix,
            frames: frames,
            scale: pattern.scale
        ).description
    }
}

extension FrameSet {
    /// The distance that rising numbers keep, 1 where they keep none.
    var usualStep: Int {
        var divisor = 0
        var smallest = Int.max
        var timesSmallest = 0
        var distances = 0
        func note(_ distance: Int, times: Int) {
            distances += times
            if distance < smallest { (smallest, timesSmallest) = (distance, 0) }
            if distance == smallest { timesSmallest += times }
            var (a, b) = (divisor, distance)
            while b != 0 { (a, b) = (b, a % b) }
            divisor = a
        }
        var previous: FrameRange?
        for range in ranges {
            if let previous { note(range.first - previous.last, times: 1) }
            if range.count > 1 { note(range.step, times: range.count - 1) }
            previous = range
        }
        return smallest == divisor && timesSmallest >= 2 && timesSmallest * 2 >= distances ? divisor : 1
    }

    /// The numbers that rising numbers leave out between the first and the last, counted by `step`.
    func gaps(step: Int) -> FrameSet {
        var builder = FrameSetBuilder()
        func note(from first: Int, to next: Int) {
            guard next - first > step else { return }
            builder.append(FrameRange(first + step, through: next - 1, by: step))
        }
        var previous: FrameRange?
        for range in ranges {
            if let previous { note(from: previous.last, to: range.first) }
            if range.step > step {
                for index in 1..<range.count { note(from: range[index - 1], to: range[index]) }
            }
            previous = range
        }
        return builder.set
    }
}
