public import FlipbookCore
public import FlipbookFiles

/// A record of an export for later checks. It contains every input with its hash and the frames that show it, the policies and
/// versions, and each output with its hash.
public struct ExportReceipt: Sendable, Hashable, Codable {
    /// The version of the document, 1.
    public let version: Int
    /// The report of the export.
    public let report: ExportReport
    /// The input files in the order in which they are first shown, followed by overlays and sound.
    public let inputs: [Input]
    /// The policies for frames and for the file, keyed by setting.
    public let policies: [String: String]
    /// The versions of the programs and libraries involved, keyed by name.
    public let versions: [String: String]
    /// The output files.
    public let outputs: [Output]

    /// An input file.
    public struct Input: Sendable, Hashable, Codable {
        /// The file.
        public let file: String
        /// The length in bytes.
        public let byteCount: Int
        /// The modification time, in nanoseconds since 1970.
        public let modified: Int64
        /// The hash of the contents.
        public let sha256: ContentHash
        /// The frames that show the file. Empty for overlays and audio, which apply to all frames.
        public let shown: [Showing]
    }

    /// Consecutive frames that show a file.
    public struct Showing: Sendable, Hashable, Codable {
        /// The first output frame, counted from 1.
        public let frame: Int
        /// The number of frames.
        public let count: Int
        /// The time of the first frame, in nanoseconds.
        public let time: Int64
    }

    /// An output file.
    public struct Output: Sendable, Hashable, Codable {
        /// The file.
        public let file: String
        /// The length in bytes.
        public let byteCount: Int
        /// The hash of the contents.
        public let sha256: ContentHash
    }

    /// A difference between a file and a receipt.
    public enum Difference: Sendable, Hashable {
        /// The contents differ.
        case changed(FilePath)
        /// The file cannot be read.
        case unreadable(FileSystemError)
    }

    /// Compares the output files with the receipt. The files may have been moved.
    /// - Parameter target: The video's current name, or the pattern of the images.
    /// - Returns: The first difference, or `nil` if all files are unchanged.
    /// - Throws: ``ExportError`` if there are several files and the target is not a pattern.
    public func firstDifference(at target: FilePath) throws(ExportError) -> Difference? {
        let first = outputs.first.map { FilePath($0.file).lastComponent } ?? ""
        let number = (try? FramePattern(parsing: report.file))?.match(first)?.number
        let paths = try Self.paths(of: target, report.container, from: number ?? 1, count: outputs.count)
        return zip(paths, outputs).lazy.compactMap { Self.compare($0, with: $1.sha256) }.first
    }

    /// Compares the input files, under their original names, with the receipt.
    /// - Returns: The first difference, or `nil` if all files are unchanged.
    public func firstInputDifference() -> Difference? {
        // A lazy sequence would compare the first differing file twice.
        for input in inputs {
            if let difference = Self.compare(FilePath(input.file), with: input.sha256) { return difference }
        }
        return nil
    }

    private static func compare(_ path: FilePath, with hash: ContentHash) -> Difference? {
        do throws(FileSystemError) {
            return try ContentHash(ofFile: path) == hash ? nil : .changed(path)
        } catch { return .unreadable(error) }
    }

    static func paths(of target: FilePath, _ format: OutputFormat, from first: Int, count: Int)
        throws(ExportError) -> [FilePath]
    {
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
