package import FlipbookCore
import FlipbookFiles
package import FlipbookMedia
import FoundationEssentials
import Glibc

/// The file with the notes on a sequence: `NAME.notes.json`, or `NAME.notes-2.json` for a second sequence with the same name.
package struct NotesFile: Sendable {
    private struct Document: Decodable {
        let version: Int
        /// The absolute pattern of the sequence.
        let sequence: String
        let notes: [FrameNotes.Note]
    }

    package struct Failure: Error, CustomStringConvertible { package let description: String }

    /// The path of the file, which may not exist yet.
    package let path: FilePath
    private let sequence: String

    private static let limit = 64 << 20

    /// Finds and reads the notes of a sequence in a folder.
    /// - Parameter name: The sequence's name, such as `walk/walk.####.png`.
    package static func find(
        notesOn name: String,
        in folder: FilePath
    ) -> (file: NotesFile, notes: FrameNotes, unreadable: [Failure]) {
        let sequence = absolute(name)
        let stem = Self.stem(of: name)
        var unreadable: [Failure] = []
        var file: NotesFile
        var number = 1
        repeat {
            let path = FilePath("\(folder.string)/\(stem).notes\(number == 1 ? "" : "-\(number)").json")
            file = NotesFile(path: path, sequence: sequence)
            number += 1
            do throws(Failure) {
                guard let document = try read(path) else { return (file, FrameNotes(), unreadable) }
                if document.sequence == sequence { return (file, FrameNotes(document.notes), unreadable) }
            } catch { unreadable.append(error) }
        } while number < 1000
        return (file, FrameNotes(), unreadable)
    }

    /// Writes the changes since `former`, and keeps notes from other programs. A file without notes is removed.
    @discardableResult
    package func write(_ notes: FrameNotes, changedFrom former: FrameNotes = FrameNotes()) throws(Failure) -> FrameNotes
    {
        if !notes.isEmpty { FilePath(path.directory).makeFolders() }
        // Only one process writes at a time. If file locks are not available, the last writer wins.
        let lock = FolderLock(FilePath(path.directory), seconds: nil)
        defer { lock.release() }
        guard lock.errno == 0 else { throw Self.failure(path, lock.errno) }
        var merged = FrameNotes()
        if let document = try Self.read(path), document.sequence == sequence { merged = FrameNotes(document.notes) }
        for frame in Set((notes.notes + former.notes).map(\.frame)) where notes[frame] != former[frame] {
            merged[frame] = notes[frame]
        }
        try replace(with: merged)
        return merged
    }

    private func replace(with notes: FrameNotes) throws(Failure) {
        if notes.isEmpty {
            guard unlink(path.string) == 0 || errno == ENOENT else { throw Self.failure(path, errno) }
            return
        }
        do {
            let text = try Self.text(of: notes, on: sequence)
            let output = try AtomicFile(target: path, overwrites: true)
            try output.write(Array(text.utf8))
            try output.commit()
        } catch {
            throw (error as? FileSystemError).map { Self.failure(path, $0.errno) }
                ?? Failure(description: "\(path): \(error)")
        }
    }

    /// Returns the document with one note per line, for version control.
    package static func text(of notes: FrameNotes, on sequence: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func line(_ part: some Encodable) throws -> String { String(decoding: try encoder.encode(part), as: UTF8.self) }
        let lines = try notes.notes.map(line).joined(separator: ",\n    ")
        return """
            {
              "version": 1,
              "sequence": \(try line(sequence)),
              "notes": [
                \(lines)
              ]
            }

            """
    }

    private static func read(_ path: FilePath) throws(Failure) -> Document? {
        let bytes: [UInt8]
        do throws(FileSystemError) {
            bytes = try OpenFile.contents(of: path, atMost: limit + 1)
        } catch {
            if error.isAbsence { return nil }
            throw [EISDIR, EINVAL].contains(error.errno)
                ? Failure(description: "\(path): not a notes file") : failure(path, error.errno)
        }
        guard bytes.count <= limit else { throw Failure(description: "\(path): not a notes file") }
        return try document(bytes, of: path)
    }

    package static func notes(
        in bytes: [UInt8],
        of path: FilePath
    ) throws(Failure) -> (notes: FrameNotes, sequence: String) {
        let document = try document(bytes, of: path)
        return (FrameNotes(document.notes), document.sequence)
    }

    private static func document(_ bytes: [UInt8], of path: FilePath) throws(Failure) -> Document {
        do {
            let document = try JSONDecoder().decode(Document.self, from: Data(bytes))
            if document.version == 1 { return document }
        } catch { throw Failure(description: "\(path): not a notes file") }
        throw Failure(description: "\(path): notes from a later version of Flipbook")
    }

    static func failure(_ path: FilePath, _ errno: Int32) -> Failure {
        Failure(description: "\(path): \(String(cString: strerror(errno)))")
    }

    private static func absolute(_ name: String) -> String { FilePath(name).resolvedInFolder?.string ?? name }

    /// Returns a file name for the notes: `walk` for `walk.####.png`, and the folder's name for `####.png`.
    private static func stem(of name: String) -> String {
        let path = FilePath(absolute(name))
        let trimmed = path.lastComponent.prefix { !"#%@$*.".contains($0) }
        guard trimmed.isEmpty else { return String(trimmed) }
        let folder = FilePath(path.directory).lastComponent
        return folder.isEmpty || folder == "/" ? "frames" : folder
    }
}
