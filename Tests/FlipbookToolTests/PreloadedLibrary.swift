import FlipbookCore
import FlipbookTestSupport
import Testing

/// A library of C that is loaded before the C library, so that its functions are called in the place of those.
struct PreloadedLibrary {
    private let path: FilePath

    /// Compiles a source in a folder.
    init(_ source: String, in folder: TemporaryDirectory) throws {
        let file = try folder.write(Array(source.utf8), to: "preloaded.c")
        path = folder.file("preloaded.so")
        let outcome = try Program("cc").run(["-shared", "-fPIC", "-o", path.string, file.string, "-ldl"])
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    /// What a process is started with that loads it.
    var environment: [String: String] { ["LD_PRELOAD": path.string] }
}
