public import FlipbookCore

/// The advice about a finding: words, and the changes that a program can make.
///
/// A rule attaches a fix to its ``Verdict``. One engine (``FixPlan``) plans the chosen fixes of all rules together.
public struct Fix: Hashable, Sendable, CustomStringConvertible {
    /// The degree to which a fix can be trusted.
    public enum Applicability: String, CaseIterable, Sendable {
        /// Changes only names: no pictures and no numbers.
        case safe
        /// Invents or renumbers frames, or crops, pads, resamples or rewrites pictures, and needs a review.
        case unsafe
        /// Only displays advice.
        case display
    }

    /// A change of files. Lossy parts are refused with a reason, and the others are made.
    public enum Operation: Hashable, Sendable {
        /// Renames files in their folders, all or none.
        case rename([Renaming])
        /// Renumbers files, all or none. Unlike a rename, it can change the order of frames.
        case renumber([Renaming])
        /// Fills missing numbers of a sequence with copies of the frame before them.
        case hold(FrameSet, in: FramePattern)
        /// Centers pictures on a canvas of this size in pixels, cropped or padded with clear pixels.
        case place([FilePath], on: PixelSize)
        /// Scales pictures to this size in pixels.
        case resample([FilePath], to: PixelSize)
        /// Writes pictures without an alpha channel, if all of their pixels are opaque.
        case dropAlpha([FilePath])
    }

    /// A file and its new name.
    public struct Renaming: Hashable, Sendable {
        /// The file.
        public let file: FilePath
        /// Its new name, without a folder.
        public let name: String

        /// Creates a renaming of a file in its folder.
        public init(_ file: FilePath, to name: String) { (self.file, self.name) = (file, name) }

        /// Returns `true` if the files are equal and the names have the same bytes.
        public static func == (left: Renaming, right: Renaming) -> Bool {
            left.file == right.file && left.name.utf8.elementsEqual(right.name.utf8)
        }
    }

    /// The advice: a sentence, safe to print.
    public package(set) var words: Explanation
    /// The independent changes.
    public let operations: [Operation]
    /// The degree to which the changes can be trusted.
    public let applicability: Applicability

    /// Creates a fix.
    /// - Parameters:
    ///   - words: the advice, a sentence.
    ///   - operations: the changes that carry it out, or none if only a person can.
    ///   - isSafe: `false` for renames that a person should look at. Changes beyond names are never safe.
    public init(_ words: Explanation, by operations: [Operation] = [], isSafe: Bool = true) {
        self.words = words
        self.operations = operations
        applicability = operations.isEmpty ? .display : isSafe && operations.allSatisfy(\.isSafe) ? .safe : .unsafe
    }

    var keepingNames: Fix { Fix(words, by: operations.filter { $0.redrawnFiles != nil }) }

    /// The advice in the library's own words: a sentence, safe to print.
    public var description: String { words.description }
}

extension [Fix.Operation] {
    /// Returns one change of many files, or none if there are no files.
    package static func whole(_ operation: Fix.Operation) -> [Fix.Operation] {
        operation.files.isEmpty ? [] : [operation]
    }

    /// Returns a separate rename for each file, so that one failure does not prevent the others.
    package static func renames(_ renamings: [Fix.Renaming]) -> [Fix.Operation] { renamings.map { .rename([$0]) } }
}

extension Fix.Operation {
    /// The changed files. Empty for missing frames.
    public var files: [FilePath] {
        switch self {
        case .rename(let renamings), .renumber(let renamings): renamings.map(\.file)
        case .place(let files, _), .resample(let files, _), .dropAlpha(let files): files
        case .hold: []
        }
    }

    /// A Boolean value that indicates whether only names change.
    public var isSafe: Bool { if case .rename = self { true } else { false } }
}
