import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

@Suite(.hangLimit) struct HashStoreTests {
    private let frames: TemporaryDirectory
    private let cache: TemporaryDirectory

    init() throws {
        frames = try TemporaryDirectory()
        cache = try TemporaryDirectory()
        try TestFrames(width: 16, height: 16).write(1...3, to: frames)
    }

    @Test("a file that nobody wrote since is not read again, and one that was is")
    func remembers() async throws {
        let first = try await hashes()
        try expectEqual(first, (1...3).map { try ContentHash(ofFile: frames.file(TestFrames.name($0))) })
        let rows = try sql("SELECT rowid, path, hash FROM hashes ORDER BY path")
        expectEqual(rows.count, 3)
        for (row, hash) in zip(rows, first) { expect(row.hasSuffix(hash.description)) }
        try await expectEqual(hashes(), first)
        try expectEqual(sql("SELECT rowid, path, hash FROM hashes ORDER BY path"), rows, "nothing was hashed")
        // Of another length, written in place.
        let path = frames.file(TestFrames.name(2)).string
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.append(0)
        try bytes.write(to: URL(fileURLWithPath: path))
        let second = try await hashes()
        expect(second[0] == first[0] && second[2] == first[2])
        expectEqual(second[1], ContentHash(of: bytes))
        try expectEqual(sql("SELECT path FROM hashes").count, 3)
    }

    @Test("a row that is damaged is none, and a file that is no database is made again")
    func damage() async throws {
        let first = try await hashes()
        _ = try sql("UPDATE hashes SET hash = '\(String(repeating: "0", count: 64))' WHERE path LIKE '%0001.png'")
        _ = try sql("UPDATE hashes SET hash = 'no hash' WHERE path LIKE '%0002.png'")
        try await expectEqual(hashes(), first)
        try expectEqual(sql("SELECT hash FROM hashes ORDER BY path"), first.map(\.description))
        let file = cache.file("flipbook/hashes.sqlite").string
        try Data("This is no database, and long enough to be read as one.".utf8).write(to: URL(fileURLWithPath: file))
        try await expectEqual(hashes(), first)
        try expectEqual(sql("SELECT hash FROM hashes ORDER BY path"), first.map(\.description))
        // Cut off in the middle, as a power cut leaves it.
        truncate(file, 5000)
        try await expectEqual(hashes(), first)
    }

    @Test("many at once write whole rows")
    func together() async throws {
        let expected = try await hashes()
        try FileManager.default.removeItem(atPath: cache.file("flipbook/hashes.sqlite").string)
        try await withThrowingTaskGroup(of: [ContentHash].self) { group in
            for _ in 0..<8 { group.addTask { try await hashes() } }
            for try await found in group { expectEqual(found, expected) }
        }
        try expectEqual(sql("SELECT hash FROM hashes ORDER BY path"), expected.map(\.description))
        try expectEqual(sql("PRAGMA integrity_check"), ["ok"])
    }

    @Test("without a folder that can be written nothing is kept, and all is hashed")
    func noFolder() async throws {
        let expected = try await hashes()
        let file = try cache.write([1], to: "file")
        try await expectEqual(hashes(HashStore(in: FilePath(file.string + "/below"), rest: 0)), expected)
        try await expectEqual(hashes(nil), expected)
    }

    /// What Python's SQLite finds in the store, a line for each row.
    private func sql(_ statement: String) throws -> [String] {
        let program = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as database:
                for row in database.execute(sys.argv[2]): print(*row)
            """
        let file = cache.file("flipbook/hashes.sqlite").string
        let outcome = try Program.python.run(["-c", program, file, statement])
        try require(outcome.status == 0, "\(outcome.errors)")
        return outcome.text.split(separator: "\n").map(String.init)
    }

    private func hashes() async throws -> [ContentHash] {
        try await hashes(HashStore(in: cache.file("flipbook/hashes.sqlite"), rest: 0))
    }

    private func hashes(_ store: HashStore?) async throws -> [ContentHash] {
        let target = frames.file("a.mkv")
        let exporter = Exporter(
            frames: try SequenceLocator().locate([frames.path]),
            settings: try ExportSettings(for: target)
        )
        let plan = try await exporter.segmentPlan(for: target, SegmentSettings(programVersion: "1", hashes: store))
        return plan.inputs.compactMap { $0?.hash }
    }
}
