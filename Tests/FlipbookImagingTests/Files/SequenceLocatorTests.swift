import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Locating sequences on disk")
struct SequenceLocatorTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func touch(_ names: String...) throws {
        for name in names { try folder.write([], to: name) }
    }

    private func locate(_ names: String..., sort: FileOrder = .natural) throws -> FrameList {
        try SequenceLocator(sort: sort).locate(names.map { folder.file($0).string })
    }

    private func names(_ list: FrameList) -> [String] {
        list.frames.map { $0.path.map { String($0.string.dropFirst(folder.path.count + 1)) } ?? "black" }
    }

    private func message(_ names: String...) throws -> String {
        let arguments = names.map { folder.file($0).string }
        let error = try #require(throws: SequenceLocatorError.self) { try SequenceLocator().locate(arguments) }
        return error.description.replacingOccurrences(of: folder.path, with: "T")
    }

    @Test("a folder, a pattern, a range and files all lead to the same frames")
    func forms() throws {
        try touch("w/a.1.png", "w/a.2.png", "w/a.10.png", "w/notes.txt", "w/.hidden.1.png")
        let expected = ["w/a.1.png", "w/a.2.png", "w/a.10.png"]
        expectEqual(names(try locate("w")), expected)
        expectEqual(names(try locate("w/a.@.png")), expected)
        expectEqual(names(try locate("w/a.%d.png")), expected)
        expectEqual(names(try locate("w/a.1,2,10@.png")), expected)
        expectEqual(names(try locate("w/a.10.png", "w/a.2.png", "w/a.1.png")), expected)
        expectEqual(names(try locate("w/a.10.png", "w/a.2.png", sort: .none)), ["w/a.10.png", "w/a.2.png"])
        expectEqual(names(try locate("w/")), expected)
        try expectEqual(locate("w").missing.description, "3-9")
        // A folder that is named like a frame has its place, so that reading it says what it is.
        try FileManager.default.createDirectory(atPath: folder.path + "/w/a.3.png", withIntermediateDirectories: false)
        expectEqual(names(try locate("w")), ["w/a.1.png", "w/a.2.png", "w/a.3.png", "w/a.10.png"])
    }

    @Test("a file that is there wins over the pattern that its name spells")
    func existingFile() throws {
        try touch("a#b.png", "a0001b.png")
        expectEqual(names(try locate("a#b.png")), ["a#b.png"])
        expectEqual(names(try locate("a####b.png")), ["a0001b.png"])
    }

    @Test("a still with siblings comes with their pattern")
    func still() throws {
        try touch("a.0001.png", "a.0002.png", "b.png")
        let hints = try locate("a.0001.png").hints.map { $0.replacingOccurrences(of: folder.path, with: "T") }
        expectEqual(hints, ["T/a.0001.png is one frame of T/a.####.png (1-2); use the pattern for the whole sequence"])
        try expect(locate("b.png").hints.isEmpty)
    }

    @Test("what is not there is said, with what is there instead")
    func absence() throws {
        try touch("a.0001.png", "a.0002.png", "file")
        try expectEqual(
            message("a.0007.png"),
            "T/a.0007.png: there is no such file; the sequence T/a.####.png has the frames 1-2"
        )
        try expect(message("b.png").hasPrefix("T/b.png: there is no such file or folder; check the spelling"))
        try expect(message("none/a.#.png").hasPrefix("T/none: there is no such file or folder"))
        try expectEqual(message("file/a.#.png"), "T/file: part of this path is a file, not a folder; check the path")
        try expectEqual(
            message("a.%d.png"),
            "T/a.%d.png: no file matches; the folder has:\n  T/a.####.png  1-2  2 frames"
        )
        try expect(message("a.1-5:2#.png").contains("character 4: \":\" means a staggered range"))
        try expect(message("a.0001.png", "a.#.png").contains("a pattern must be the only input"))
        try expect(message("a.0001.png", "gone.png").hasPrefix("T/gone.png: there is no such file"))
        try expect(message("a.0001.png", "").contains("a folder must be the only input"))
        try expect(message("", "5").hasPrefix("T/5: there is no such file or folder"))
    }

    @Test("no argument, an empty one and a zero byte are refused")
    func unusable() {
        let locator = SequenceLocator()
        #expect(throws: SequenceLocatorError.resolution(.noFiles, unreadableNames: 0)) { try locator.locate([]) }
        #expect(throws: SequenceLocatorError.unusable("", reason: "the name is empty; remove it")) {
            try locator.locate([""])
        }
        #expect(throws: SequenceLocatorError.self) { try locator.locate([folder.path + "\0x"]) }
    }

    @Test("links that lead in a circle, a name too long and a folder without images each have their message")
    func systemErrors() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/loop", withDestinationPath: "loop")
        try touch("text/a.txt")
        try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: false)
        try expectEqual(message("loop"), "T/loop: its symbolic links form a loop")
        try expect(message(String(repeating: "a", count: 300)).hasSuffix("the name is too long for a file"))
        try expect(message("text").hasPrefix("T/text: the only file is not an image"))
        try expect(message("empty").hasPrefix("T/empty: the folder has no files"))
    }

    @Test(
        "a folder that may not be read is said to be so",
        .disabled(if: getuid() == 0, "the superuser may read everything")
    )
    func unreadableFolder() throws {
        try touch("locked/a.1.png")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path + "/locked")
        try expectEqual(
            message("locked"),
            "T/locked: permission denied; change its permissions, or run as a user who can "
                + "read it"
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path + "/locked")
    }

    @Test("names that are not UTF-8 are counted and reported, not mangled")
    func otherEncodings() throws {
        try touch("a.1.png", "a.2.png")
        for byte in [UInt8(0xE9), 0xFF] {
            let path = Array(folder.path.utf8) + Array("/caf".utf8) + [byte] + Array(".3.png".utf8) + [0]
            let descriptor = path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { name in
                name.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o600) } ?? -1
            }
            expect(descriptor >= 0)
            close(descriptor)
        }
        try expectEqual(FolderListing(FilePath(folder.path)).unreadableNames, 2)
        let list = try locate("a.@.png")
        expectEqual(list.frames.count, 2)
        expectEqual(list.hints.count, 1)
        expectEqual(list.hints.first?.hasSuffix("2 names are not UTF-8 and were left out; rename the files"), true)
        try expect(message("z.#.png").hasSuffix("\n2 names are not UTF-8 and were left out; rename the files"))
    }

    @Test("whatever files are called, the patterns that an ambiguous folder prints lead back to them")
    func nastyNames() throws {
        let stems = [
            "a b", "it's", "100%", "#1 ", "x@home", "tab\tquote\"", "-dash", "v1,", "back\\slash", "é", "$F", "~", "a!",
            "%04d ",
        ]
        for stem in stems { try touch("\(stem)_1.png", "\(stem)_2.png") }
        let error = try #require(throws: SequenceLocatorError.self) { try SequenceLocator().locate([folder.path]) }
        guard case .resolution(.severalSequences(_, let candidates), _) = error else {
            Issue.record("\(error)")
            return
        }
        expectEqual(candidates.count, stems.count)
        var found: Set<String> = []
        for candidate in candidates {
            let list = try SequenceLocator().locate([candidate.pattern.description])
            expectEqual(list.frames.map(\.number), [1, 2])
            found.formUnion(names(list))
        }
        expectEqual(found, Set(stems.flatMap { ["\($0)_1.png", "\($0)_2.png"] }))
    }

    @Test("a pattern with a range behind it is read, and one that only a dialect reads says which")
    func pasted() throws {
        let folder = try TemporaryDirectory()
        for number in 1...4 { try folder.write([], to: TestFrames.name(number)) }
        let list = try SequenceLocator().locate([folder.path + "/walk.####.png 2-5"])
        expectEqual(list.frames.map(\.number), [2, 3, 4])
        expectEqual(list.missing.description, "5")
        let error = #expect(throws: SequenceLocatorError.self) {
            try SequenceLocator().locate([folder.path + "/walk.${F4}.png"])
        }
        expectEqual(
            error?.description.hasSuffix("to read it as a pattern, use dialect: houdini"),
            true,
            "\(error?.description ?? "")"
        )
    }
}
