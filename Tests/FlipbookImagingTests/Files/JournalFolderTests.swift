import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Glibc
import Testing

@Suite("Steps in which files get their names, cut in two at any place")
struct JournalFolderTests {
    private let folder: TemporaryDirectory
    private let files: JournalFolder
    private let journal: MoveJournal

    /// A file that replaces one, a rename, and another file that takes the name that is free now.
    init() throws {
        folder = try TemporaryDirectory()
        files = JournalFolder(folder.file("hidden"), in: FilePath(folder.path))
        for name in ["a", "b", "hidden/new-0", "hidden/held-0"] { try folder.write(Array(name.utf8), to: name) }
        let folder = folder
        func digest(_ name: String) throws -> FileDigest { try require(FileDigest(of: folder.file(name))) }
        journal = MoveJournal([
            .init(
                .hidden(FilePath("new-0")),
                .folder(FilePath("a")),
                try digest("hidden/new-0"),
                replacing: try digest("a")
            ), .init(.folder(FilePath("b")), .folder(FilePath("c")), try digest("b")),
            .init(.hidden(FilePath("held-0")), .folder(FilePath("b")), try digest("hidden/held-0")),
        ])
        try files.write(journal)
    }

    private func progress() -> Int? {
        files.progress(of: journal.steps) { FileDigest(of: files.path(of: $0)) }
    }

    private func texts() throws -> [String: String] {
        var result: [String: String] = [:]
        for name in try folder.names() where name != "hidden" {
            result[name] = try String(contentsOfFile: folder.file(name).string, encoding: .utf8)
        }
        return result
    }

    /// Takes back what was made, and compares.
    private func undo(_ made: Int) throws {
        if made < journal.steps.count { try files.mend(journal.steps[made]) }
        for step in journal.steps[..<made].reversed() { try files.unmake(step) }
        try expectEqual(texts(), ["a": "a", "b": "b"])
        expectEqual(progress(), 0)
    }

    @Test("as many steps as were made are found, and taken back", arguments: 0...3)
    func steps(count: Int) throws {
        for step in journal.steps[..<count] { try files.make(step) }
        expectEqual(progress(), count)
        try expectEqual(files.read()?.journal, journal)
        try undo(count)
    }

    @Test("an old file that is kept already, beside its name or in its place", arguments: [true, false])
    func kept(isLinked: Bool) throws {
        let (name, kept) = (folder.file("a").string, files.replaced.appending("a").string)
        expectEqual((isLinked ? link(name, kept) : rename(name, kept)), 0)
        expectEqual(progress(), 0)
        try undo(0)
        for step in journal.steps { try files.make(step) }
        try expectEqual(texts(), ["a": "hidden/new-0", "b": "hidden/held-0", "c": "b"])
        try undo(3)
    }

    @Test("a file that has both names has the new one")
    func both() throws {
        try files.make(journal.steps[0])
        expectEqual(link(folder.file("b").string, folder.file("c").string), 0)
        expectEqual(progress(), 2)
        try undo(2)
    }

    @Test("a file that is not what the steps say")
    func changed() throws {
        for step in journal.steps { try files.make(step) }
        try folder.write([1], to: "c")
        expect(progress() == nil)
        let place = files.firstDifference(of: journal.steps) { FileDigest(of: files.path(of: $0)) }
        expectEqual(place, .folder(FilePath("c")))
    }
}
