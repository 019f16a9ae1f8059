public import FlipbookCore

/// The advice about a finding: words for a reader, and the changes that a program can make.
///
/// A rule attaches a fix to its ``Verdict``; one engine (``FixPlan``) plans the chosen fixes of all rules together, and
/// knows no rule by name.
public struct Fix: Hashable, Sendable, CustomStringConvertible {
    /// The degree to which a fix can be trusted.
    public enum Applicability: String, CaseIterable, Sendable {
        /// Names change and nothing else: no picture, no number, and nothing is invented.
        case safe
        /// Frames are invented or renumbered, pictures are cropped, padded, resampled or rewritten: a person should
        /// look.
        case unsafe
        /// There are words only.
        case display
    }

    /// One change of a file. What a change cannot do without a loss is refused, with the reason, and the others are
    /// made.
    public enum Operation: Hashable, Sendable {
        /// Files get other names in their folders, all of them or none.
        case rename([Renaming])
        /// Files get other numbers in their names, all of them or none. The same as a rename, but frames change places.
        case renumber([Renaming])
        /// Missing numbers of a sequence become copies of the frame before them.
        case hold(FrameSet, in: FramePattern)
        /// Pictures are put in the middle of a canvas of this size in pixels: cropped, or padded with clear pixels.
        case place([FilePath], on: PixelSize)
        /// Pictures are scaled to this size in pixels.
        case resample([FilePath], to: PixelSize)
        /// Pictures all of whose pixels are opaque are written without an alpha channel.
        case dropAlpha([FilePath])
    }

    /// A file and the name that it gets.
    public struct Renaming: Hashable, Sendable {
        /// The file.
        public let file: FilePath
        /// Its new name, without a folder.
        public let name: String

        /// A file that gets another name in its folder.
        public init(_ file: FilePath, to name: String) {
            self.file = file
            self.name = name
        }

        /// Returns `true` if both have the same bytes in their names, too.
        public static func == (left: Renaming, right: Renaming) -> Bool {
            left.file == right.file && left.name.utf8.elementsEqual(right.name.utf8)
        }
    }

    /// The advice, a sentence, safe to print.
    public package(set) var words: Explanation
    /// The changes, each of which can be made without the others.
    public let operations: [Operation]
    /// The degree to which the changes can be trusted.
    public let applicability: Applicability

    /// A fix.
    /// - Parameters:
    ///   - words: what to do, a sentence.
    ///   - operations: the changes that do it; none where a person has to.
    ///   - isSafe: `false` for renames that a person should look at; what changes more than names is never safe.
    public init(_ words: Explanation, by operations: [Operation] = [], isSafe: Bool = true) {
        self.words = words
        self.operations = operations
        applicability = operations.isEmpty ? .display : isSafe && operations.allSatisfy(\.isSafe) ? .safe : .unsafe
    }

    var keepingNames: Fix { Fix(words, by: operations.filter { $0.redrawnFiles != nil }) }

    /// The advice, a sentence, safe to print, in the library's own words.
    public var description: String { words.description }
}

extension [Fix.Operation] {
    /// One change of many files; none where it is about no file.
    package static func whole(_ operation: Fix.Operation) -> [Fix.Operation] {
        operation.files.isEmpty ? [] : [operation]
    }

    /// Each file's rename by itself: what one of them cannot do does not keep the others from it.
    package static func renames(_ renamings: [Fix.Renaming]) -> [Fix.Operation] { renamings.map { .rename([$0]) } }
}

extension Fix.Operation {
    /// The files that are changed; of missing frames there are none.
    public var files: [FilePath] {
        switch self {
        case .rename(let renamings), .renumber(let renamings): renamings.map(\.file)
        case .place(let files, _), .resample(let files, _), .dropAlpha(let files): files
        case .hold: []
        }
    }

    /// A Boolean value that tells whether names change and nothing else.
    public var isSafe: Bool {
        if case .rename = self { true } else { false }
    }
}
