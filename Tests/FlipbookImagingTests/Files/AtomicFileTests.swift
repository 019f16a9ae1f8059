import FlipbookCore
import FlipbookFiles
import FlipbookTestSupport
import Foundation
import Glibc
import Testing

import FlipbookImaging

@Suite struct AtomicFileTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test("a file that is not committed leaves nothing behind, not even while it is written")
    func discarded() throws {
        do {
            let output = try AtomicFile(target: folder.file("a.mp4"), overwrites: false)
            try fill(output.descriptor, with: "half")
            expectEqual(output.byteCount, 4)
            try expectEqual(folder.names().filter { !$0.hasPrefix(".") }, [])
        }
        try expectEqual(folder.names(), [])
    }

    @Test("a committed file has its name and its bytes, and nothing else is there")
    func committed() throws {
        let target = folder.file("a.mp4")
        let output = try AtomicFile(target: target, overwrites: false)
        try fill(output.descriptor, with: "whole")
        try expectEqual(String(contentsOfFile: output.readablePath, encoding: .utf8), "whole")
        try output.commit()
        try expectEqual(String(contentsOfFile: target.string, encoding: .utf8), "whole")
        try expectEqual(folder.names(), ["a.mp4"])
    }

    @Test("an existing file is refused before anything is written, and stays as it is")
    func refused() throws {
        let target = try folder.write(Array("old".utf8), to: "a.mp4")
        #expect(throws: FileSystemError(target, errno: EEXIST)) {
            _ = try AtomicFile(target: target, overwrites: false)
        }
        try expectEqual(String(contentsOfFile: target.string, encoding: .utf8), "old")
    }

    @Test("a file that appeared meanwhile is not replaced")
    func appeared() throws {
        let target = folder.file("a.mp4")
        let output = try AtomicFile(target: target, overwrites: false)
        try fill(output.descriptor, with: "new")
        try folder.write(Array("theirs".utf8), to: "a.mp4")
        #expect(throws: FileSystemError(target, errno: EEXIST)) { try output.commit() }
        try expectEqual(String(contentsOfFile: target.string, encoding: .utf8), "theirs")
        try expectEqual(folder.names(), ["a.mp4"])
    }

    @Test("overwriting replaces the file in one step and leaves nothing else")
    func overwritten() throws {
        let target = try folder.write(Array("old".utf8), to: "a.mp4")
        let output = try AtomicFile(target: target, overwrites: true)
        try fill(output.descriptor, with: "new")
        try expectEqual(String(contentsOfFile: target.string, encoding: .utf8), "old")
        try output.commit()
        try expectEqual(String(contentsOfFile: target.string, encoding: .utf8), "new")
        try expectEqual(folder.names(), ["a.mp4"])
    }

    @Test(
        "a folder, a missing folder and a device are no files to write",
        arguments: [
            ("sub", EISDIR), ("none/a.mp4", ENOENT), ("plain/a.mp4", ENOTDIR),
        ]
    )
    func badTarget(name: String, code: Int32) throws {
        try folder.write([], to: "sub/x")
        try folder.write([], to: "plain")
        for overwrites in [false, true] {
            #expect(throws: FileSystemError(folder.file(name), errno: code)) {
                _ = try AtomicFile(target: folder.file(name), overwrites: overwrites)
            }
        }
    }

    private func fill(_ descriptor: Int32, with text: String) throws {
        let bytes = Array(text.utf8)
        try require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }
}
