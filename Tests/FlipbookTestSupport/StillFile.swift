public import FlipbookCore
import Foundation

/// A picture file that ffmpeg writes or reads: a program whose decoders share no code with ours.
public struct StillFile: Sendable {
    /// The file.
    public let path: FilePath

    /// A file that is there.
    public init(_ path: FilePath) {
        self.path = path
    }

    /// Has ffmpeg write a file in the format that its name says.
    ///
    /// - Parameters:
    ///   - pixels: Rows of `layout`, by default straight RGBA.
    ///   - format: The layout that the file gets, in ffmpeg's words.
    ///   - options: More of ffmpeg's options for the output.
    public init(
        writing pixels: [UInt8],
        _ size: PixelSize,
        layout: String = "rgba",
        as format: String,
        options: [String] = [],
        to name: String,
        in folder: TemporaryDirectory
    ) throws {
        let raw = try folder.write(pixels, to: "\(name).raw")
        path = folder.file(name)
        let input = ["-f", "rawvideo", "-pix_fmt", layout, "-s", "\(size.width)x\(size.height)", "-i", raw.string]
        let output = options + ["-pix_fmt", format, "-frames:v", "1", "-update", "1", path.string]
        let outcome = try Program("ffmpeg").run(["-v", "error", "-y"] + input + output)
        guard outcome.status == 0 else { throw VideoFileError(message: outcome.errors) }
        try FileManager.default.removeItem(atPath: raw.string)
    }

    /// The file's bytes.
    public func bytes() throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(fileURLWithPath: path.string))) }

    /// The pixels as ffmpeg decodes them, in its layout `layout`.
    public func pixels(_ layout: String = "rgba") throws -> [UInt8] {
        let outcome = try Program("ffmpeg").run([
            "-v", "error", "-i", path.string, "-frames:v", "1", "-pix_fmt", layout, "-f", "rawvideo", "-",
        ])
        guard outcome.status == 0 else { throw VideoFileError(message: outcome.errors) }
        return [UInt8](outcome.output)
    }
}
