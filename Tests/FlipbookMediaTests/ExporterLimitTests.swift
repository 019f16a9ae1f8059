import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookTestSupport
import Foundation
import Testing

/// What is refused because the file could not hold it, or because it would harm the input.
@Suite(.timeLimit(.minutes(1))) struct ExporterLimitTests {
    private let folder: TemporaryDirectory
    private let frames = TestFrames(width: 18, height: 16)

    init() throws {
        folder = try TemporaryDirectory()
        try frames.write(1...3, to: folder)
    }

    @Test(
        "pictures below 16x16 are refused for MPEG-4, which has no place for them, and go into Matroska",
        arguments: [(1, 1), (2, 200), (200, 14), (15, 15), (16, 16)]
    )
    func smallPictures(width: Int, height: Int) async throws {
        let size = PixelSize(width: width, height: height)
        let fits = width >= 15 && height >= 15
        if fits {
            let report = try await export("a.mp4") { $0.sequence.canvas = size }
            #expect(report.width == 16)
        } else {
            let error = await #expect(throws: ExportError.self) {
                try await export("a.mp4") { $0.sequence.canvas = size }
            }
            #expect(error?.kind == .usage)
            #expect(
                error?.description
                    == "The pictures are \(size), and an .mp4 file carries none below 16x16. "
                    + "Enlarge them with --size, or write .mkv."
            )
        }
        #expect(try await export("a.mkv") { $0.sequence.canvas = size }.framesReadBack == 3)
    }

    @Test("a rate below 1/100 is refused for MPEG-4 and goes into Matroska")
    func slowRates() async throws {
        let slow = try #require(FrameRate(1, 101))
        let error = await #expect(throws: ExportError.self) {
            try await export("a.mp4") { $0.sequence.frameRate = slow }
        }
        #expect(error?.kind == .usage)
        #expect(error?.description.hasPrefix("1/101 frames/s is slower than an .mp4 file can tell (1/100).") == true)
        #expect(try await export("a.mkv") { $0.sequence.frameRate = slow }.duration == 303)
        #expect(try await export("a.mp4") { $0.sequence.frameRate = FrameRate(1, 100) }.duration == 300)
    }

    @Test("frames of the input are never replaced, nor is their sequence added to", arguments: [false, true])
    func collisions(overwrites: Bool) async throws {
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: folder.path)
        for name in ["walk.####.png", "link/walk.%04d.png", "./walk.$F4.png"] {
            let error = await #expect(throws: ExportError.self) {
                try await export(name) { $0.overwrites = overwrites }
            }
            #expect(error?.kind == .usage)
            #expect(
                error?.description
                    == "\(folder.file("walk.0001.png")) is a frame of the input, and an export never writes "
                    + "among those. Give another name or another folder with -o."
            )
        }
        for number in 1...3 {
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: folder.file(TestFrames.name(number)).string))
                    == Data(frames.png(number))
            )
        }
        // Another padding, another name, another folder are no frames of the input.
        for name in ["other/walk.####.png", "walk.#####.png", "run.####.png"] {
            #expect(try await export(name) { $0.overwrites = overwrites }.framesReadBack == 3)
        }
    }

    private func export(
        _ name: String,
        _ change: (inout ExportSettings) -> Void = { _ in }
    ) async throws -> ExportReport {
        let container = try #require(Container(extensionOf: FilePath(name)))
        var settings = ExportSettings(profile: try EncodingProfile(container: container))
        change(&settings)
        let input = try SequenceLocator().locate([folder.file("walk.####.png").string])
        return try await Exporter(frames: input, settings: settings).export(to: folder.file(name))
    }
}
