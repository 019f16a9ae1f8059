import FlipbookTestSupport
import Foundation
import Testing

/// `flipbook thumbs`.
@Suite(.hangLimit) struct ThumbsCommandTests {
    @Test("every frame of every sequence gets a thumbnail once; one that cannot be read is named")
    func thumbs() throws {
        let bench = try Workbench(walk: 1...5)
        try bench.add(1...3, to: "shots", named: { "a.\($0).png" })
        try bench.add(1...2, to: "shots", named: { "b.\($0).png" })
        let cache = ["XDG_CACHE_HOME": bench.folder.path + "/cache"]
        let first = try bench.flipbook("thumbs", "walk", "shots", environment: cache)
        expectEqual(first.text, "10 thumbnails made, 0 up to date.\n")
        try expectEqual(bench.names(in: "cache/thumbnails/large").count, 10)
        let second = try bench.flipbook("thumbs", "walk", "shots", "--json", environment: cache)
        expectEqual(second.text, #"{"made": 0, "upToDate": 10, "unreadable": 0}"# + "\n")
        try bench.folder.write(Array("broken".utf8), to: "walk/walk.0003.png")
        let broken = try bench.flipbook("thumbs", "walk", "--thumb-size", "normal", environment: cache)
        expectEqual(broken.status, 1)
        expect(broken.errors.contains("walk.0003.png"))
        expectEqual(broken.text, "4 thumbnails made, 0 up to date.\n")
    }
}
