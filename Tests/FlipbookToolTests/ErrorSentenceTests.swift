import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookFiles
import FlipbookImaging
import FlipbookLint
import FlipbookManifest
import FlipbookMedia
import FlipbookPlay
import FlipbookSequences
import FlipbookTool
import Foundation
import FlipbookTestSupport
import Testing

/// What the library says of an error, and what the command says of it.
@Suite("Errors in the command's words")
struct ErrorSentenceTests {
    /// An error and the command's sentence, or its end.
    struct Row: Sendable, CustomTestStringConvertible {
        let error: any ExplainedError
        let sentence: String
        var testDescription: String { "\(error.code)" }

        init(_ error: any ExplainedError, _ sentence: String) {
            self.error = error
            self.sentence = sentence
        }
    }

    private static let walk = FrameList(name: "walk", numbers: FrameSet(1...9), frames: [])

    static let rows: [Row] = {
        let files = [FilePath("1.png"), FilePath("2.png")]
        let gap = FrameSet([3, 4])
        func refusal(of request: EncodingRequest) -> EncodingError {
            do throws(EncodingError) { try request.check() } catch { return error }
            preconditionFailure("the request is refused")
        }
        func missing(_ reason: MissingFramesError.Reason) -> MissingFramesError {
            MissingFramesError(walk, missing: gap, reason: reason)
        }
        return [
            Row(
                FrameSetError(text: "1:3", offset: 1, reason: .colon),
                "write x for a step, as in 1-100x2, or choose one with --dialect"
            ),
            Row(
                FramePatternError(
                    text: "a.1:3#.png",
                    offset: 2,
                    reason: .range(FrameSetError(text: "1:3", offset: 1, reason: .colon))
                ),
                "or choose one with --dialect"
            ),
            Row(
                missing(.refused),
                "walk: frames 3-4 are missing (2 of 9). "
                    + "Render them, or accept the gap with --missing hold (or nearest, black, skip)."
            ),
            Row(missing(.nothingThere), "Choose different frames with --frames."),
            Row(missing(.gapTooLong(gap, limit: 1)), "Render them, or allow longer gaps with --max-gap."),
            Row(missing(.tooMany), "close the gaps with --missing skip, or select frames with --frames."),
            Row(FrameSelectionError(name: "walk", repeatedNumber: nil), "not every file has a number; omit --frames"),
            Row(
                FrameSelectionError(name: "walk", repeatedNumber: 7),
                "two files have the number 7; specify a single sequence, or omit --frames"
            ),
            Row(
                ResolutionError.noSequence(folder: "w", images: ["a~ipad.png", "b~iphone.png"]),
                "select it with --idiom phone or --idiom pad"
            ),
            Row(
                SequenceLocatorError.resolution(.mixedScales(name: "w", []), unreadableNames: 1),
                "choose a --scale that all frames have, or place them with --mismatch fit\n"
                    + "1 name is not UTF-8 and was left out; rename the file"
            ),
            Row(
                ConstantRateError(
                    name: "w",
                    rate: FrameRate(24),
                    reason: .unshown(files, shortest: RationalTime(1, 50))
                ),
                "Use --fps 50, or omit --fps to keep the exact times."
            ),
            Row(
                ConstantRateError(
                    name: "w",
                    rate: FrameRate(24),
                    reason: .unshown(files, shortest: RationalTime(1, 5000))
                ),
                "would be lost. Omit --fps to keep the exact times."
            ),
            Row(
                ConstantRateError(name: "w", rate: FrameRate(24), reason: .tooManyFrames),
                "Use a lower --fps, or omit it to keep the exact times."
            ),
            Row(
                ManifestFileError.cannotName("/a"),
                "Write the manifest to a folder above the frames with -o, or allow the file with --allow-outside /."
            ),
            Row(
                SequenceError.unusableRate(frameCount: 3, duration: RationalTime(1, 5000)),
                "Use a different --duration, or --fps."
            ),
            Row(
                ExportError.endless,
                "such as --repeat 3, or use .gif, .apng, .webp, .avif, .jxl, which can repeat."
            ),
            Row(
                ExportError.sequence(.missingFrames(missing(.refused))),
                "with --missing hold (or nearest, black, skip)."
            ),
            Row(
                ExportError.noSuchFrame(9, sequence: "walk", range: "1-8"),
                "--frame: walk has no frame 9; it has 1-8."
            ),
            Row(
                ExportError.outputExists("a.mp4"),
                "a.mp4 exists and was not changed. Choose a different name with -o, or add --overwrite to replace it."
            ),
            Row(ExportError.outputIsInput("a.mp4"), "Choose a different name or folder with -o."),
            Row(ExportError.notAFile("a"), "Specify a file with -o."),
            Row(
                ExportError.cannotWrite("a.mp4", errno: EROFS),
                "a.mp4: the file system is read-only. Write elsewhere with -o."
            ),
            Row(
                ExportError.missingElement(factory: "x264enc"),
                "The GStreamer element 'x264enc' is not installed. "
                    + "Install it with 'apt install gstreamer1.0-plugins-ugly' (Debian, Ubuntu)."
            ),
            Row(
                ExportError.missingElement(factory: "warp"),
                "The GStreamer element 'warp' is not installed. Install the plugin that contains it."
            ),
            Row(
                PlaybackError.missingElement(factory: "gtksink"),
                "The GStreamer element 'gtksink' is not installed. Install it with 'apt install gstreamer1.0-gtk3' "
                    + "(Debian, Ubuntu)."
            ),
            Row(
                PlaybackError.missingElement(factory: "warp"),
                "No package is known to contain it. Check the name, or omit --sink: 'gst-inspect-1.0 | grep -i sink' "
                    + "lists installed sinks, and 'apt-cache search gstreamer1.0' lists all packages."
            ),
            Row(
                PlaybackError.noDisplay(sink: "autovideosink", reason: "none"),
                "No display: none. Start flipbook in a desktop session, add --terminal, or write a file with "
                    + "'flipbook export'."
            ),
            Row(
                PlaybackError.undecodable(files),
                "Render or copy them again, or accept replacements with --missing hold (or nearest, black, skip)."
            ),
            Row(
                FixError.unwritable(FileSystemError("a", errno: EROFS)),
                "make it writable, or specify a folder elsewhere with --into"
            ),
            Row(FixError.unfinished("a"), "an earlier fix did not finish; undo it with 'flipbook undo' first"),
            Row(FixError.halfDone("a", cause: "b"), "a: b; restore the folder with 'flipbook undo'"),
            Row(
                SequenceLocatorError.pattern(
                    FramePatternError(
                        text: "a.1:3#.png",
                        offset: 2,
                        reason: .range(FrameSetError(text: "1:3", offset: 1, reason: .colon))
                    )
                ),
                "or choose one with --dialect"
            ),
            Row(
                RuleSelectorError(text: "nothing", nearest: nil),
                "there is no rule or group 'nothing'; 'flipbook rule' lists them"
            ),
            Row(
                refusal(of: EncodingRequest(format: .matroska, quality: 40)),
                "ffv1 has no quality setting. Omit --quality or --crf, or choose --codec h264."
            ),
            Row(
                refusal(
                    of: EncodingRequest(format: .numberedPNG, options: [ElementProperty(name: "crf", value: "1")])
                ),
                "--option crf: PNG files are written without a GStreamer encoder. Omit --option, or use .mp4."
            ),
        ]
    }()

    @Test("the library's sentence has no option in it, and the command's names it", arguments: rows)
    func sentences(row: Row) {
        expect(row.error.sentence.hasSuffix(row.sentence), "\(row.error.sentence)")
        expect(!row.error.description.contains("--"), "\(row.error)")
        expect(!row.error.description.contains("apt "), "\(row.error)")
        expectEqual(row.error.localizedDescription, row.error.description)
        expect(!row.error.code.rawValue.isEmpty)
    }

    @Test("a remedy is a value")
    func remedies() {
        let error = MissingFramesError(Self.walk, missing: FrameSet([3]), reason: .refused)
        expectEqual(error.remedies, [.accept(.missing)])
        expectEqual(ExportError.endless.remedies.first, .set(Setting(.animationRepeatCount), to: "3"))
        expectEqual(ExportError.sequence(.missingFrames(error)).remedies, [.accept(.missing)])
    }
}
