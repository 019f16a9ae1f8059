import FlipbookCore
import FlipbookMedia
import FlipbookTestSupport
import Testing

@Suite(.hangLimit) struct ReadBackTests {
    @Test(
        "a file that is no video of its kind is an error and not a wait without end",
        arguments: [OutputFormat.mp4, .matroska],
        [[], Array("hello".utf8), [UInt8](repeating: 0, count: 10_000), Array("\0\0\0\u{10}ftypisom\0\0\0\u{8}".utf8)]
    )
    func noVideo(container: OutputFormat, bytes: [UInt8]) async throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write(bytes, to: "a")
        let error = await #expect(throws: ExportError.self) {
            try await ReadBack.reading(file.string, as: EncodingProfile(format: container))
        }
        #expect(error?.description.contains("it cannot be read") == true, "\(String(describing: error))")
    }
}
