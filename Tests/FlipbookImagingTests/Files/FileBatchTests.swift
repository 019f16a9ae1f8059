import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Glibc
import Testing

@Suite("Files that get their names together")
struct FileBatchTests {
    private let folder: TemporaryDirectory
    private var path: FilePath { FilePath(folder.path) }

    init() throws { folder = try TemporaryDirectory() }

    private func fill(_ batch: borrowing FileBatch, _ names: [String], with text: String) throws {
        for name in names { try Data(text.utf8).write(to: URL(fileURLWithPath: batch.path(of: name).string)) }
    }

    private func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: folder.file(name).string).map { String(decoding: $0, as: UTF8.self) }
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test("all files get their names, and nothing is left of the batch", arguments: [true, false])
    func commit(replaces: Bool) throws {
        if replaces { try folder.write(Array("old".utf8), to: "b") }
        do {
            let batch = try FileBatch(of: ["a", "b"], in: path)
            try fill(batch, ["a", "b"], with: "new")
            try batch.commit(replaces: replaces)
            batch.discard()
        }
        try expectEqual(names, ["a", "b"])
        expect(text("a") == "new" && text("b") == "new")
    }

    @Test("a name that is taken undoes the others where nothing is to be replaced")
    func taken() throws {
        try folder.write(Array("old".utf8), to: "b")
        let batch = try FileBatch(of: ["a", "b", "c"], in: path)
        try fill(batch, ["a", "b", "c"], with: "new")
        let error = #expect(throws: FileSystemError.self) { try batch.commit(replaces: false) }
        expectEqual(error?.errno, EEXIST)
        expectEqual(error?.path, folder.file("b"))
        batch.discard()
        try expectEqual(names, ["b"])
        expectEqual(text("b"), "old")
    }

    @Test("a name that cannot be replaced gives all others back what they had")
    func undo() throws {
        try folder.write(Array("old".utf8), to: "a")
        try folder.write([], to: "c/file")
        let batch = try FileBatch(of: ["a", "b", "c"], in: path)
        try fill(batch, ["a", "b", "c"], with: "new")
        #expect(throws: FileSystemError.self) { try batch.commit(replaces: true) }
        batch.discard()
        try expectEqual(names, ["a", "c"])
        expectEqual(text("a"), "old")
    }

    @Test("what was not complete is taken away, once no program works on it")
    func incomplete() throws {
        do {
            let batch = try FileBatch(of: ["a"], in: path)
            try fill(batch, ["a"], with: "new")
            // The batch has the lock.
            expect(UnfinishedOutput.recover(in: path).isEmpty)
            try expectEqual(names.count, 1)
        }
        // A program that another test starts just now has a copy of the lock until it runs.
        let end = ContinuousClock.now + Patience.limit
        while try !names.isEmpty {
            try require(ContinuousClock.now < end, "what was not complete stays")
            expect(UnfinishedOutput.recover(in: path).isEmpty)
            usleep(1000)
        }
    }

    @Test("names of other hosts, other forms, and files that are locked stay")
    func others() throws {
        try folder.write([1], to: ".flipbook-elsewhere.example-1-x.partial/a")
        try folder.write([1], to: ".flipbook-1.partial")
        try folder.write([1], to: ".flipbook-fix-1/a")
        let locked = UnfinishedOutput.makeName()
        try folder.write([1], to: locked)
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.file(locked).string))
        UnfinishedOutput.lock(file.fileDescriptor)
        let before = try names
        expect(UnfinishedOutput.recover(in: path).isEmpty)
        try expectEqual(names, before)
        try file.close()
        expect(UnfinishedOutput.recover(in: path).isEmpty)
        try expectEqual(names, before.filter { $0 != locked })
    }

    @Test("a list of names cannot lead out of its folder")
    func outside() throws {
        try folder.write(Array("mine".utf8), to: "mine")
        let hidden = "in/\(UnfinishedOutput.makeName())"
        try folder.write(Array("theirs".utf8), to: "\(hidden)/x")
        try folder.write(Array("flipbook batch 2\0../../mine\0end".utf8), to: "\(hidden)/.names")
        expect(UnfinishedOutput.recover(in: path.appending("in")).isEmpty)
        expect(text("mine") == "mine" && text("\(hidden)/x") == "theirs")
    }

    @Test("a folder that is no batch's stays, and so do files that a batch does not list")
    func foreign() throws {
        let (theirs, ours) = (UnfinishedOutput.makeName(), UnfinishedOutput.makeName())
        for name in ["thesis.tex", ".hidden"] { try folder.write([1], to: "\(theirs)/\(name)") }
        for name in ["a", "b", "added"] { try folder.write([1], to: "\(ours)/\(name)") }
        try folder.write(Array("flipbook batch 2\0a\0b\0end".utf8), to: "\(ours)/.names")
        expect(UnfinishedOutput.recover(in: path).isEmpty)
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.file(theirs).string).count, 2)
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.file(ours).string), ["added"])
    }

    @Test("replaced files keep their permissions")
    func permissions() throws {
        let old = try folder.write(Array("old".utf8), to: "a")
        try require(chmod(old.string, 0o640) == 0)
        let batch = try FileBatch(of: ["a"], in: path)
        try fill(batch, ["a"], with: "new")
        try batch.commit(replaces: true)
        batch.discard()
        var status = stat()
        expect(lstat(old.string, &status) == 0 && status.st_mode & 0o7777 == 0o640)
        expectEqual(text("a"), "new")
    }
}
