import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Glibc

/// Saves single frames as PNG without overwriting files.
enum SavedFrame {
    /// Saves a picture as `NAME.saved.png` or, if that file exists, as `NAME.saved-2.png` and so on.
    static func write(_ picture: Picture, named name: String, in folder: FilePath) throws -> FilePath {
        let file = try picture.pngData()
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        for attempt in 1...9999 {
            let path = FilePath("\(folder.string)/\(stem).saved\(attempt == 1 ? "" : "-\(attempt)").png")
            if path.isTaken { continue }
            if attempt == 1 { folder.makeFolders() }
            do throws(FileSystemError) {
                let output = try AtomicFile(target: path, overwrites: false)
                try output.write(file)
                try output.commit()
                return path
            } catch {
                if error.errno == EEXIST { continue }
                throw NotesFile.failure(path, error.errno)
            }
        }
        throw NotesFile.Failure(description: "\(stem).saved.png and 9998 more already exist")
    }
}
