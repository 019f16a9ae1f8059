public import FlipbookCore
public import FlipbookFiles

/// The inputs and the results of an export, for a later check: every input with its hash and where it is
/// shown, what was decided, by which versions, and the hash of each file.
public struct ExportReceipt: Sendable, Hashable, Codable {
    /// The form of this document: 1.
    public let version: Int
    /// The report of the export.
    public let report: ExportReport
    /// The files that are shown, in the order in which they first are; overlays behind them.
    public let inputs: [Input]
    /// The decisions about the frames and the file, by the names of the settings.
    public let policies: [String: String]
    /// The versions of what made the file, by name.
    public let versions: [String: String]
    /// The files that were made.
    public let outputs: [Output]

    /// A file that was read.
    public struct Input: Sendable, Hashable, Codable {
        /// The file.
        public let file: String
        /// Its length in bytes.
        public let byteCount: Int
        /// The time of its last change, in nanoseconds since 1970.
        public let modified: Int64
        /// The hash of its bytes.
        public let sha256: ContentHash
        /// The frames that show it; empty for an overlay and a sound, which are in every frame.
        public let shown: [Showing]
    }

    /// Neighboring frames that show a file.
    public struct Showing: Sendable, Hashable, Codable {
        /// The first of the output's frames, counted from 1.
        public let frame: Int
        /// The number of frames.
        public let count: Int
        /// The time of the first, in nanoseconds since the start.
        public let time: Int64
    }

    /// A file that was made.
    public struct Output: Sendable, Hashable, Codable {
        /// The file.
        public let file: String
        /// Its length in bytes.
        public let byteCount: Int
        /// The hash of its bytes.
        public let sha256: ContentHash
    }

    /// The difference of a file from a receipt.
    public enum Difference: Sendable, Hashable {
        /// The file is another one.
        case changed(FilePath)
        /// The file cannot be read; the error says why.
        case unreadable(FileSystemError)
    }

    /// Compares the files that were made, at the same place or elsewhere.
    /// - Parameter target: The film as it is called now, or the pattern of the images.
    /// - Returns: The first difference, or `nil` if every file is the one that was made.
    /// - Throws: ``ExportError`` where the target is no pattern and there are several files.
    public func firstDifference(at target: FilePath) throws(ExportError) -> Difference? {
        let first = outputs.first.map { FilePath($0.file).lastComponent } ?? ""
        let number = (try? FramePattern(parsing: report.file))?.match(first)?.number
        let paths = try Self.paths(of: target, report.container, from: number ?? 1, count: outputs.count)
        for (path, output) in zip(paths, outputs) {
            if let difference = Self.compare(path, with: output.sha256) { return difference }
        }
        return nil
    }

    /// Compares the inputs, which are looked for under the names that they had.
    /// - Returns: The first difference, or `nil` if every file is as it was.
    public func firstInputDifference() -> Difference? {
        for input in inputs {
            if let difference = Self.compare(FilePath(input.file), with: input.sha256) { return difference }
        }
        return nil
    }

    private static func compare(_ path: FilePath, with hash: ContentHash) -> Difference? {
        do throws(FileSystemError) {
            return try ContentHash(ofFile: path) == hash ? nil : .changed(path)
        } catch {
            return .unreadable(error)
        }
    }

    /// The files of a target, whose numbers begin with `first`.
    static func paths(
        of target: FilePath,
        _ format: OutputFormat,
        from first: Int,
        count: Int
    ) throws(ExportError) -> [FilePath] {
        guard format.isNumbered else { return [target] }
        do throws(FramePatternError) {
            let pattern = try FramePattern(parsing: target.string)
            return (0..<count).map { pattern.path(of: first &+ $0) }
        } catch {
            if count == 1, error.reason == .noPadding { return [target] }
            throw .unencodable(reason: "\(target): \(error)")
        }
    }
}
