import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookPlay
import FlipbookRender
import FlipbookSequences
import FlipbookTestSupport
import Testing

/// Exposure and gamma while a sequence is played.
@Suite("A player's exposure", .hangLimit)
struct PlayerToneTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// A Radiance picture of four pixels: a half, one, four and eight times as bright as white.
    private func writeLight(_ name: String) throws {
        // Each channel is mantissa / 256 × 2^(exponent - 128).
        let pixels = [128, 129, 131, 132].flatMap { [UInt8](repeating: 128, count: 3) + [UInt8($0)] }
        try folder.write(Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 4\n".utf8) + pixels, to: name)
    }

    /// The first channel of each pixel, after commands.
    private func values(_ folder: String, _ commands: [PlayerCommand]) async throws -> [Int] {
        var settings = PlaybackSettings()
        settings.sink = MediaSink(element: "fakesink")
        settings.startsPaused = true
        let player = Player(frames: try SequenceLocator().locate([folder]), settings: settings)
        let ended = await player.start()
        for command in commands { await player.perform(command) }
        let bytes = await player.shownPixels ?? []
        await player.perform(.quit)
        _ = try await ended.value
        return stride(from: 0, to: bytes.count, by: 4).map { Int(bytes[$0]) }
    }

    @Test("light that is brighter than white comes back when the exposure is lowered, and goes when it is reset")
    func light() async throws {
        for number in 1...2 { try writeLight("light/l.\(number).hdr") }
        let path = folder.file("light").string
        try await expectEqual(values(path, []), [188, 255, 255, 255])
        // Six half stops: an eighth of the light, by sRGB's curve.
        try await expectEqual(values(path, [.changeExposure(by: -6)]), [71, 99, 188, 255])
        try await expectEqual(values(path, [.changeExposure(by: -6), .resetTone]), [188, 255, 255, 255])
        // One after the other they are as many as together.
        let steps = [PlayerCommand](repeating: .changeExposure(by: -1), count: 6)
        try await expectEqual(values(path, steps), [71, 99, 188, 255])
    }

    @Test("of pictures that are not light the values of the screen are exposed")
    func colors() async throws {
        let frames = TestFrames(width: 4, height: 1)
        try frames.write(1...2, to: folder)
        let plain = try await values(folder.path, [])
        let darker = try await values(folder.path, [.changeExposure(by: -2)])
        let expected = ToneAdjustment(exposure: -1).table
        expectEqual(darker, plain.map { Int(expected[$0]) })
    }
}
