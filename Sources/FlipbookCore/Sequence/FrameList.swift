/// The frames of a sequence in the order in which they are shown, and the numbers that are missing.
///
/// The result of resolving names: all that is known of a sequence before a file is opened.
public struct FrameList: Hashable, Sendable {
    /// The name of the sequence in messages, a pattern or a file, safe to print.
    public let name: String
    /// The frames in display order.
    public internal(set) var frames: [Frame]
    /// The numbers that should be there, in display order, with the missing ones, or `nil` if the files have no common pattern.
    public internal(set) var expected: FrameSet?
    /// The numbers that should be there and are not, in display order.
    public internal(set) var missing: FrameSet
    /// The facts that the user may want to know on how the input was understood: a sentence each, safe to print.
    public internal(set) var hints: [String]
    /// The number of times that the frames of an animation are shown by its file, 0 for ever, or `nil` if nothing says so.
    public let animationRepeatCount: Int?
    /// The numbers that there are, of which the frames were chosen, or `nil` if none was chosen.
    package private(set) var chosenFrom: FrameSet?
    /// Files that have numbers of the sequence that are missing, under other names.
    package var misnamed: [StrayFile] = []
    /// The number of the sequence's frames for each one that is shown: 2 where 1-100x2 was chosen of 1-100.
    package internal(set) var stride = 1
    /// The numbers of the frames where they are sub-frames, a step apart, or `nil` if they are not.
    package internal(set) var subframes: SubframeSequence?

    /// Frames of which none is missing.
    public init(name: String, frames: [Frame], hints: [String] = []) {
        self.init(name: name, frames: frames, expected: nil, missing: FrameSet(), hints: hints)
    }

    /// The frames of `numbers`, in that order; those that no frame has are missing.
    ///
    /// - Parameter frames: frames in any order. Of two with one number the first
    ///   counts, and those with other numbers or with none are left out.
    /// - Complexity: O(n) in the numbers.
    public init(
        name: String,
        numbers: FrameSet,
        frames: [Frame],
        hints: [String] = [],
        animationRepeatCount: Int? = nil
    ) {
        var byNumber: [Int: Frame] = [:]
        for frame in frames {
            if let number = frame.number, byNumber[number] == nil { byNumber[number] = frame }
        }
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

    /// The number of a sequence's frames for each one of the numbers: 1, unless these are a range with a longer step.
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

    /// The frames that show something else than their own drawing.
    public var substituted: [Frame] { frames.filter { $0.substitution != nil } }

    /// The same frames with more hints.
    public func adding(hints more: [String]) -> FrameList { changing(self) { $0.hints += more } }

    /// The same sequence with other frames, and more hints.
    package func replacing(
        _ frames: [Frame],
        expected: FrameSet?,
        missing: FrameSet,
        hints more: [String] = []
    ) -> FrameList {
        changing(self) {
            ($0.frames, $0.expected, $0.missing) = (frames, expected, missing)
            $0.hints += more
        }
    }

    /// The frames at places of the list, in that order.
    package func choosing(_ places: [Int]) -> FrameList {
        changing(replacing(places.map { frames[$0] }, expected: nil, missing: FrameSet())) {
            ($0.subframes, $0.stride) = (nil, Self.stride(of: FrameSet(places), among: Array(frames.indices)))
        }
    }

    /// The frames with the given numbers, in that order. A number that no frame has is missing.
    /// - Throws: ``FrameSelectionError`` where the frames have no numbers, or two have the same.
    public func selecting(_ numbers: FrameSet) throws(FrameSelectionError) -> FrameList {
        var seen: Set<Int> = []
        for frame in frames {
            guard let number = frame.number, seen.insert(number).inserted else {
                throw FrameSelectionError(name: name, repeatedNumber: frame.number)
            }
        }
        let list = FrameList(
            name: name,
            numbers: numbers,
            frames: frames,
            hints: hints,
            animationRepeatCount: animationRepeatCount
        )
        return changing(list) { $0.chosenFrom = FrameSet(seen.sorted()) }
    }
}

/// The error of frames that cannot be chosen by number.
public struct FrameSelectionError: ExplainedError, Hashable {
    /// The name of the sequence in messages.
    public let name: String
    /// The number that two files have, or `nil` if the obstacle is a file without a number in its name.
    public let repeatedNumber: Int?

    package init(name: String, repeatedNumber: Int?) { (self.name, self.repeatedNumber) = (name, repeatedNumber) }

    /// `frames.selection`.
    public var code: ErrorCode { "frames.selection" }

    /// The sequence, the cause and the remedy, in one line.
    public var explanation: Explanation {
        guard let repeatedNumber else {
            return "\(name): frames cannot be chosen by number, since not every file has one; "
                + "leave \(remedy: .omit(.frames)) out"
        }
        return "\(name): frames cannot be chosen by number, since two files have the number \(repeatedNumber); "
            + "give one sequence, or leave \(remedy: .omit(.frames)) out"
    }
}
