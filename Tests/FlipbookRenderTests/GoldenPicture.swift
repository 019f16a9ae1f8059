import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Pictures that a person has looked at, as PNG files in `Goldens/`, which a test draws again and compares.
///
/// With `FLIPBOOK_RECORD_GOLDENS` in the environment they are written instead: look at each
/// of them, enlarged, before it is committed. `tools/record-goldens` does so, and makes the documentation from them.
enum GoldenPicture {
    static let folder = Samples.checkout.appendingPathComponent("Tests/FlipbookRenderTests/Goldens")
    static let isRecording = ProcessInfo.processInfo.environment["FLIPBOOK_RECORD_GOLDENS"] != nil

    /// Compares premultiplied `picture`, laid on white, with the golden `name`.
    static func check(_ picture: Picture, _ name: String) throws {
        let opaque = onWhite(picture)
        let file = folder.appendingPathComponent("\(name).png")
        if isRecording {
            try Data(try PNGEncoder.encode(opaque, opaque: true, level: 9)).write(to: file)
        }
        guard FileManager.default.fileExists(atPath: file.path) else {
            Issue.record("there is no golden \(name).png; record it, look at it and commit it")
            return
        }
        let golden = try ImageDecoder().decode(contentsOf: FilePath(file.path))
        expectEqual(golden.size, picture.size, "\(name).png")
        guard golden.size == picture.size, golden.bytes != opaque.bytes else { return }
        let actual = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-actual.png")
        try Data(try PNGEncoder.encode(opaque, opaque: true)).write(to: actual)
        Issue.record("\(name).png differs; what is drawn now is \(actual.path)")
    }

    private static func onWhite(_ picture: Picture) -> Picture {
        Picture(picture.size.width, picture.size.height) { x, y in
            let pixel = picture.pixel(x, y)
            return pixel.prefix(3).map { $0 + (255 - pixel[3]) } + [255]
        }
    }
}
