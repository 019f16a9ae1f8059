import FlipbookCore
import Testing

@Suite("ffconcat lists")
struct ConcatScriptTests {
    private static let file = FilePath("walk.ffconcat")

    private func read(_ text: String) throws(ManifestError) -> (manifest: SequenceManifest, notes: [String]) {
        try ConcatScript.manifest(of: Array(text.utf8), file: Self.file)
    }

    @Test("files and durations, the last one too")
    func durations() throws {
        let (manifest, notes) = try read(
            "ffconcat version 1.0\r\n# comment\r\n\r\nfile a.png\r\nduration 0.5\r\nfile 'b c.png'\r\n  duration 250ms\r\n"
                + "file it\\'s.png\nduration 00:01:02.5\nfile 'd'\\''s'.png\nduration 1500us\n"
        )
        #expect(
            manifest.animationImages
                == .list([
                    .init(image: FilePath("a.png"), timing: .duration(try #require(RationalTime(1, 2)))),
                    .init(image: FilePath("b c.png"), timing: .duration(try #require(RationalTime(1, 4)))),
                    .init(image: FilePath("it's.png"), timing: .duration(try #require(RationalTime(125, 2)))),
                    .init(image: FilePath("d's.png"), timing: .duration(try #require(RationalTime(3, 2000)))),
                ])
        )
        #expect(notes.isEmpty)
    }

    @Test("the last file said twice, as ffmpeg needs it, is pointed out")
    func repeated() throws {
        let notes = try read("ffconcat version 1.0\nfile a.png\nduration 1\nfile b.png\nduration 2\nfile b.png\n").notes
        #expect(notes.count == 1)
        #expect(notes.first?.contains("the last file is there once more without a duration") == true)
    }

    @Test(
        "every mistake has its line and what to do",
        arguments: [
            ("file a.png", "walk.ffconcat:1:1: the first line must be: ffconcat version 1.0"),
            ("ffconcat version 2.0\nfile a", "walk.ffconcat:1:1: only 'ffconcat version 1.0' is known"),
            (
                "ffconcat version 1.0\n",
                "walk.ffconcat:1:1: there is nothing to show; add lines such as: file walk1.png"
            ),
            ("ffconcat version 1.0\nduration 1", "walk.ffconcat:2:1: duration: no file is above it to last so long"),
            (
                "ffconcat version 1.0\nfile a\ninpoint 2",
                "walk.ffconcat:3:1: inpoint: not for images; only file and duration are read. Remove the line."
            ),
            (
                "ffconcat version 1.0\nflie a",
                "walk.ffconcat:2:1: 'flie': there is no such directive; did you mean 'file'?"
            ),
            (
                "ffconcat version 1.0\nfile my walk.png",
                "walk.ffconcat:2:9: file: something follows here; put a name with spaces in '...'"
            ),
            (
                "ffconcat version 1.0\nfile 'a.png",
                "walk.ffconcat:2:6: file: the quote ' is not closed; write ' itself as '\\''"
            ),
            (
                "ffconcat version 1.0\nfile a\nduration -1",
                "walk.ffconcat:3:1: duration: expected seconds above 0 up to 1000000, such as 0.5, 500ms or 00:00:00.5, "
                    + "found '-1'"
            ),
            (
                "ffconcat version 1.0\nfile a\nduration 1\nduration 2",
                "walk.ffconcat:4:1: duration: the file above has one already; remove one of the two"
            ),
        ]
    )
    func mistakes(text: String, message: String) {
        let error = #expect(throws: ManifestError.self) { try read(text) }
        #expect(error?.description == message)
    }
}
