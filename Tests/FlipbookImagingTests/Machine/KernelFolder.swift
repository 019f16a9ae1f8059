import FlipbookFiles
import FlipbookImaging
import FlipbookTestSupport

/// The kernel's own files as a test wants them to be.
struct KernelFolder {
    private let folder: TemporaryDirectory

    /// A folder with one file.
    init(_ text: String, in name: String) throws {
        folder = try TemporaryDirectory()
        try write(text, to: name)
    }

    func write(_ text: String, to name: String) throws { try folder.write(Array(text.utf8), to: name) }

    var files: KernelFiles { KernelFiles(root: folder.path) }
}
