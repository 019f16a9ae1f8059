public import FlipbookCore
import FlipbookImaging

extension [SceneEvent] {
    /// The script of events in a file, in JSON or YAML, in the order of the times.
    ///
    ///     [{"tap": "button", "at": 0.5}, {"pan": [10, 20], "by": [40, 0], "at": 1, "duration": 0.3}]
    ///
    /// A gesture is made on a view, by its id, or at a place in points.
    /// - Throws: ``ManifestFileError`` with every mistake, or why the file cannot be read.
    public init(reading path: FilePath) throws(ManifestFileError) {
        let text: [UInt8]
        do throws(FileSystemError) {
            text = try ManifestFile.contents(of: path, atMost: YAMLReader.largestByteCount + 1)
        } catch {
            throw .system(error)
        }
        do throws(ManifestError) {
            self = try .init(decoding: try YAMLReader.node(of: text, file: path), file: path)
        } catch {
            throw .manifest(error)
        }
    }
}
