public import FlipbookCore
import Foundation
import Synchronization

/// Libraries of C that tests load into programs: each is compiled once, and is there until the tests end.
public enum CompiledLibrary {
    private struct State {
        var folder: TemporaryDirectory?
        var paths: [String: FilePath] = [:]
    }

    private static let state = Mutex(State())

    /// The library of a source.
    public static func path(of source: String) throws -> FilePath {
        try state.withLock { state in
            if let path = state.paths[source] { return path }
            let folder = try state.folder ?? TemporaryDirectory()
            state.folder = folder
            let name = "library\(state.paths.count)"
            let file = try folder.write(Array(source.utf8), to: "\(name).c")
            let path = folder.file("\(name).so")
            let outcome = try Program("cc").run(["-shared", "-fPIC", "-o", path.string, file.string, "-ldl"])
            guard outcome.status == 0 else { throw RunningProgram.Failure(description: outcome.errors) }
            state.paths[source] = path
            return path
        }
    }
}
