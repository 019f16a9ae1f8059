import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("ffconcat lists")
struct ConcatScriptTests {
    private static let file = FilePath("walk.ffconcat")

    private func read(_ text: String) throws(ManifestError) -> (manifest: SequenceManifest, notes: [String]) {
        let script = try ConcatScript.read(Array(text.utf8), file: Self.file)
        return (script.manifest, script.notes)
    }

    @Test("files and durations, the last one too")
    func durations() throws {
        let (manifest, notes) = try read(
            "ffconcat version 1.0\r\n# comment\r\n\r\nfile a.png\r\nduration 0.5\r\nfile 'b c.png'\r\n  duration "
                + "250ms\r\n"
                + "file it\\'s.png\nduration 00:01:02.5\nfile 'd'\\''s'.png\nduration 1500us\n"
        )
        expectEqual(
            manifest.animationImages,
            .list([
                .init(image: FilePath("a.png"), timing: .duration(RationalTime(1, 2))),
                .init(image: FilePath("b c.png"), timing: .duration(RationalTime(1, 4))),
                .init(image: FilePath("it's.png"), timing: .duration(RationalTime(125, 2))),
                .init(image: FilePath("d's.png"), timing: .duration(RationalTime(3, 2000))),
            ])
        )
        expect(notes.isEmpty)
    }

    @Test("the last file said twice, as ffmpeg needs it, is pointed out")
    func repeated() throws {
        let notes = try read("ffconcat version 1.0\nfile a.png\nduration 1\nfile b.png\nduration 2\nfile b.png\n").notes
        expectEqual(notes.count, 1)
        expectEqual(notes.first?.contains("files without a duration (1 of 3) are shown for one frame each"), true)
    }

    @Test("what ffmpeg reads and does not matter to images is passed over, and a note says so")
    func harmless() throws {
        let (manifest, notes) = try read(
            "ffconcat version 1.0\noption framerate 5\nfile a.png\nduration 1\nstream\nexact_stream_id 0x1\n"
                + "file_packet_metadata a=b\ninpoint 00:00:00.0\nfile b.png\nduration 2\ninpoint 0\nchapter c 0 1\n"
        )
        expectEqual(
            manifest.animationImages,
            .list([
                .init(image: FilePath("a.png"), timing: .duration(1)),
                .init(image: FilePath("b.png"), timing: .duration(2)),
            ])
        )
        expectEqual(
            notes,
            [
                "walk.ffconcat: directives other than file and duration were skipped: "
                    + "option (line 2), stream (line 5), exact_stream_id (line 6), file_packet_metadata (line 7), "
                    + "inpoint (line 8), chapter (line 12)"
            ]
        )
    }

    @Test("a byte order mark is no part of the first line")
    func byteOrderMark() throws {
        let text = "\u{FEFF}ffconcat version 1.0\nfile a.png\n"
        try expectEqual(read(text).manifest.animationImages, .list([.init(image: FilePath("a.png"))]))
        expect(ConcatScript.isLikely(Array(text.utf8)))
        expectEqual(FilePath("a\u{FEFF}.png").description, "a\\u{FEFF}.png")
    }

    @Test(
        "a list whose first line was forgotten is still known for one",
        arguments: [
            ("file a.png\n", true), ("# made by hand\r\n\r\nfile 'a.png'\r\n", true), ("ffconcat version 2.0", true),
            ("file", false), ("files a", false), ("", false), ("\u{89}PNG\r\n", false), ("duration 1", false),
        ]
    )
    func unsigned(text: String, isLikely: Bool) {
        expectEqual(ConcatScript.isLikely(Array(text.utf8)), isLikely)
    }

    @Test(
        "every mistake has its line and what to do",
        arguments: [
            ("flie a.png", "walk.ffconcat:1:1: 'flie': there is no such directive; did you mean 'file'?"),
            ("ffconcat version 2.0\nfile a", "walk.ffconcat:1:1: only 'ffconcat version 1.0' is supported"),
            (
                "ffconcat version 1.0\n",
                "walk.ffconcat:1:1: there is nothing to show; add lines such as: file walk1.png"
            ),
            ("ffconcat version 1.0\nduration 1", "walk.ffconcat:2:1: duration: no file precedes it"),
            (
                "ffconcat version 1.0\nfile a\ninpoint 2",
                "walk.ffconcat:3:1: inpoint: a single image cannot be trimmed. Remove the line."
            ),
            (
                "ffconcat version 1.0\nfile a\noutpoint 0",
                "walk.ffconcat:3:1: outpoint: a single image cannot be trimmed. Remove the line."
            ),
            (
                "file a.png\nffconcat version 1.0\n",
                "walk.ffconcat:2:1: ffconcat version 1.0 is allowed only on the first line"
            ),
            (
                "ffconcat version 1.0\nfile é.png walk.png",
                "walk.ffconcat:2:12: file: unexpected text; put a name with spaces in '...'"
            ),
            (
                "ffconcat version 1.0\nflie a",
                "walk.ffconcat:2:1: 'flie': there is no such directive; did you mean 'file'?"
            ),
            (
                "ffconcat version 1.0\nfile my walk.png",
                "walk.ffconcat:2:9: file: unexpected text; put a name with spaces in '...'"
            ),
            (
                "ffconcat version 1.0\nfile 'a.png",
                "walk.ffconcat:2:6: file: the quote ' is not closed; write ' itself as '\\''"
            ),
            (
                "ffconcat version 1.0\nfile a\nduration -1",
                "walk.ffconcat:3:1: duration: expected a time above 0 and up to 1000000 seconds, such as 0.5, 500ms or "
                    + "00:00:00.5, "
                    + "found '-1'"
            ),
            (
                "ffconcat version 1.0\nfile a\nduration 1\nduration 2",
                "walk.ffconcat:4:1: duration: the file above already has a duration; remove one"
            ),
        ]
    )
    func mistakes(text: String, message: String) {
        let error = #expect(throws: ManifestError.self) { try read(text) }
        expectEqual(error?.description, message)
    }
}
