/// The frames of a sequence in display order, and its missing numbers, before any file is opened.
public struct FrameList: Hashable, Sendable {
    /// The name of the sequence in messages: a pattern or a file, safe to print.
    public let name: String
    /// The frames in display order.
    public internal(set) var frames: [Frame]
    /// The expected numbers in display order, existing or missing, or `nil` if the files have no common pattern.
    public internal(set) var expected: FrameSet?
    /// The missing numbers in display order.
    public internal(set) var missing: FrameSet
    /// Notes on how the input was interpreted, one sentence each, safe to print.
    public internal(set) var hints: [String]
    /// The repeat count in an animation's file, 0 for endless, or `nil` if the file has none.
    public let animationRepeatCount: Int?
    /// The existing numbers from which the frames were chosen, or `nil` if all are shown.
    package private(set) var chosenFrom: FrameSet?
    /// Files that have missing numbers, but whose names spell the pattern differently.
    package var respelled: [StrayFile] = []
    package var misnamed = MisnamedFrameSearch { [] }
    /// The number of sequence frames per shown frame: 2 if 1-100x2 was chosen from 1-100.
    package internal(set) var stride = 1
    /// The numbers of subframes with a common step, or `nil` for other frames.
    package internal(set) var subframes: SubframeSequence?
    /// The joined sequences that have missing frames.
    package var joinedGaps: [FrameList] = []
    package var isComplete: Bool { missing.isEmpty && joinedGaps.isEmpty }

    /// Creates a list without missing frames.
    public init(name: String, frames: [Frame], hints: [String] = []) {
        self.init(name: name, frames: frames, expected: nil, missing: FrameSet(), hints: hints)
    }

    /// Creates a list of the frames with the given numbers, in that order. Numbers without a frame are missing.
    /// - Parameter frames: The frames, in any order. If two have the same number, the first one is used. Frames with other
    ///   numbers are left out.
    /// - Complexity: O(n) in the count of numbers.
    public init(
        name: String,
        numbers: FrameSet,
        frames: [Frame],
        hints: [String] = [],
        animationRepeatCount: Int? = nil
    ) {
        let numbered = frames.lazy.compactMap { frame in frame.number.map { ($0, frame) } }
        let byNumber = Dictionary(numbered) { first, _ in first }
        var present: [Frame] = []
        var missing = FrameSetBuilder()
        for number in numbers {
            if let frame = byNumber[number] { present.append(frame) } else { missing.append(FrameRange(number)) }
        }
        self.init(
            name: name,
            frames: present,
            expected: numbers,
            missing: missing.set,
            hints: hints,
            animationRepeatCount: animationRepeatCount
        )
        stride = Self.stride(of: numbers, among: byNumber.keys.map(\.self))
    }

    /// Returns the number of sequence frames per chosen number: 1, unless the numbers are a range with a longer step.
    static func stride(of numbers: FrameSet, among all: @autoclosure () -> [Int]) -> Int {
        guard numbers.ranges.count == 1, let step = numbers.ranges.first?.step.magnitude, step > 1 else { return 1 }
        let own = FrameSet(all().sorted()).ranges.lazy.filter { $0.count > 1 }.map(\.step.magnitude).min()
        return own.map { step % $0 == 0 ? Int(step / $0) : 1 } ?? 1
    }

    package init(
        name: String,
        frames: [Frame],
        expected: FrameSet?,
        missing: FrameSet,
        hints: [String],
        animationRepeatCount: Int? = nil
    ) {
        (self.name, self.frames, self.expected, self.missing) = (name, frames, expected, missing)
        (self.hints, self.animationRepeatCount) = (hints, animationRepeatCount)
    }

    /// The frames that show a drawing other than their own.
    public var substituted: [Frame] { frames.filter { $0.substitution != nil } }

    /// Returns the list with additional hints.
    public func adding(hints more: [String]) -> FrameList { changing(self) { $0.hints += more } }

    package func replacing(_ frames: [Frame], expected: FrameSet?, missing: FrameSet, hints: [String] = []) -> Self {
        changing(self) {
            ($0.frames, $0.expected, $0.missing) = (frames, expected, missing)
            $0.hints += hints
        }
    }

    package func choosing(_ places: [Int]) -> FrameList {
        changing(replacing(places.map { frames[$0] }, expected: nil, missing: FrameSet())) {
            ($0.subframes, $0.stride) = (nil, Self.stride(of: FrameSet(places), among: Array(frames.indices)))
        }
    }

    /// Returns the frames with the given numbers, in that order. Numbers without a frame are missing.
    /// - Throws: ``FrameSelectionError`` if frames have no numbers, or if two have the same number.
    public func selecting(_ numbers: FrameSet) throws(FrameSelectionError) -> FrameList {
        var seen: Set<Int> = []
        for frame in frames {
            guard let number = frame.number, seen.insert(number).inserted
            else { throw FrameSelectionError(name: name, repeatedNumber: frame.number) }
        }
        let count = animationRepeatCount
        let list = Self(name: name, numbers: numbers, frames: frames, hints: hints, animationRepeatCount: count)
        return changing(list) { $0.chosenFrom = FrameSet(seen.sorted()) }
    }
}

/// The error for frames that cannot be selected by number.
public struct FrameSelectionError: ExplainedError, Hashable {
    /// The name of the sequence in messages.
    public let name: String
    /// The number that two files share, or `nil` if a file has no number.
    public let repeatedNumber: Int?

    package init(name: String, repeatedNumber: Int?) { (self.name, self.repeatedNumber) = (name, repeatedNumber) }

    /// `frames.selection`.
    public var code: ErrorCode { "frames.selection" }

    /// The sequence, the fault and the remedy, in one line.
    public var explanation: Explanation {
        let fault =
            repeatedNumber.map { "two files have the number \($0); specify a single sequence, or" }
            ?? "not every file has a number;"
        return "\(name): frames cannot be chosen by number, since \(fault) omit \(remedy: .omit(.frames))"
    }
}
