public import FlipbookCore

/// The advice about a finding, and the changes that a program can make.
///
/// A rule attaches a fix to its ``Verdict``. ``FixPlan`` plans the chosen fixes of all rules together.
public struct Fix: Hashable, Sendable, CustomStringConvertible {
    /// The safety of a fix.
    public enum Applicability: String, CaseIterable, Sendable {
        /// Changes only names, not pictures or numbers.
        case safe
        /// Invents or renumbers frames, or crops, pads, resamples, or rewrites pictures, and needs a review.
        case unsafe
        /// Only displays advice, and makes no changes.
        case display
    }

    /// A change to files. Changes that would lose information are refused with a reason; the others are made.
    public enum Operation: Hashable, Sendable {
        /// Renames all of the files in their folders, or none of them.
        case rename([Renaming])
        /// Renumbers all of the files, or none of them. Unlike a rename, it can change the order of frames.
        case renumber([Renaming])
        /// Fills a sequence's missing numbers with copies of the preceding frame.
        case hold(FrameSet, in: FramePattern)
        /// Centers pictures of one size on a canvas of another size by cropping or padding. The padding repeats the edges if the
        /// pictures are opaque like most of the sequence, and is transparent otherwise.
        case place([FilePath], of: PixelSize, on: PixelSize)
        /// Scales pictures to this size in pixels.
        case resample([FilePath], to: PixelSize)
        /// Writes pictures without an alpha channel, if all their pixels are opaque.
        case dropAlpha([FilePath])

        /// The changed files. Empty for missing frames.
        public var files: [FilePath] {
            switch self {
            case .rename(let renamings), .renumber(let renamings): renamings.map(\.file)
            case .place(let files, _, _), .resample(let files, _), .dropAlpha(let files): files
            case .hold: []
            }
        }

        /// A Boolean value that indicates whether only names change.
        public var isSafe: Bool { if case .rename = self { true } else { false } }
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

    /// The advice, as a sentence that is safe to print.
    public package(set) var words: Explanation
    /// The changes. If one of them cannot be made, the others still can.
    public let operations: [Operation]
    /// The safety of the changes.
    public let applicability: Applicability

    /// Creates a fix.
    /// - Parameters:
    ///   - words: the advice, as a sentence.
    ///   - operations: the changes that carry out the advice. Empty if only a person can carry it out.
    ///   - isSafe: `false` for renames that a person should review. Changes other than renames are never safe.
    public init(_ words: Explanation, by operations: [Operation] = [], isSafe: Bool = true) {
        (self.words, self.operations) = (words, operations)
        applicability = operations.isEmpty ? .display : isSafe && operations.allSatisfy(\.isSafe) ? .safe : .unsafe
    }

    /// A description of the changes, as a phrase: `renames a.3 copy.png to a.3.png, scales a.7.png to 64x48`.
    package var effect: String {
        operations.map { operation in
            let names = operation.files.map(\.name.description).listed(atMost: 3)
            return switch operation {
            case .rename(let renamings), .renumber(let renamings):
                "renames \(names) to \(renamings.map { FilePath($0.name).description }.listed(atMost: 3))"
            case .hold(let numbers, _): "fills \(numbers.asFrames) with the frame before the gap"
            case .place(_, let size, let canvas):
                "\(size.width > canvas.width || size.height > canvas.height ? "crops" : "pads") \(names) to \(canvas)"
            case .resample(_, let size): "scales \(names) to \(size)"
            case .dropAlpha: "removes the alpha channel of \(names)"
            }
        }.listed(atMost: 3)
    }

    var keepingNames: Fix { Fix(words, by: operations.filter { $0.redrawnFiles != nil }) }

    /// The advice in the library's wording, as a sentence that is safe to print.
    public var description: String { words.description }
}

extension [Fix.Operation] {
    /// Returns the operation in an array, or an empty array if the operation has no files.
    package static func whole(_ operation: Fix.Operation) -> [Fix.Operation] {
        operation.files.isEmpty ? [] : [operation]
    }

    /// Returns a separate rename for each file, so that one failure does not prevent the other renames.
    package static func renames(_ renamings: [Fix.Renaming]) -> [Fix.Operation] { renamings.map { .rename([$0]) } }
}
