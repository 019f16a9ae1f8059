import FlipbookCore
import FlipbookImaging
import FlipbookMedia
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
        #expect(try first == (1...3).map { try ContentHash(ofFile: frames.file(TestFrames.name($0))) })
        let page = try page()
        let text = try String(contentsOfFile: page, encoding: .utf8)
        #expect(text.split(separator: "\n").count == 3)
        #expect(try await hashes() == first)
        #expect(try String(contentsOfFile: page, encoding: .utf8) == text, "nothing was hashed")
        // Of the same length, written in place.
        let path = frames.file(TestFrames.name(2)).string
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.append(0)
        try bytes.write(to: URL(fileURLWithPath: path))
        let second = try await hashes()
        #expect(second[0] == first[0] && second[2] == first[2])
        #expect(second[1] == ContentHash(of: bytes))
        #expect(try String(contentsOfFile: page, encoding: .utf8).split(separator: "\n").count == 4)
    }

    @Test("lines that are damaged are none, and other processes' lines count")
    func damage() async throws {
        let first = try await hashes()
        let page = try page()
        let lines = try String(contentsOfFile: page, encoding: .utf8).split(separator: "\n").map(String.init)
        // A digit of a hash, half a line, no line at all.
        let wrongHash = lines[0].replacingOccurrences(of: first[0].description, with: String(repeating: "0", count: 64))
        let wrong = [wrongHash, String(lines[1].prefix(40)), "", "\u{0}\u{0}", lines[2]].joined(separator: "\n")
        try Data(wrong.utf8).write(to: URL(fileURLWithPath: page))
        #expect(try await hashes() == first)
    }

    @Test("many at once write whole lines")
    func together() async throws {
        let expected = try await hashes()
        try FileManager.default.removeItem(atPath: try page())
        try await withThrowingTaskGroup(of: [ContentHash].self) { group in
            for _ in 0..<8 { group.addTask { try await hashes() } }
            for try await found in group { #expect(found == expected) }
        }
        let lines = try String(contentsOfFile: try page(), encoding: .utf8).split(separator: "\n")
        #expect(lines.count >= 3)
        #expect(lines.allSatisfy { $0.contains(" walk.000") && $0.split(separator: " ").count == 4 })
    }

    @Test("without a folder that can be written nothing is kept, and all is hashed")
    func noFolder() async throws {
        let expected = try await hashes()
        let file = try cache.write([1], to: "file")
        #expect(try await hashes(HashStore(in: FilePath(file.string + "/below"), rest: 0)) == expected)
        #expect(try await hashes(nil) == expected)
    }

    /// The only file of the store.
    private func page() throws -> String {
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: cache.path + "/hashes").first)
        return cache.path + "/hashes/" + name
    }

    private func hashes() async throws -> [ContentHash] {
        try await hashes(HashStore(in: FilePath(cache.path + "/hashes"), rest: 0))
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
