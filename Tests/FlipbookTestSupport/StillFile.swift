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
        try Self.write(pixels, size, layout: layout, as: format, [(name, options)], in: folder)
        path = folder.file(name)
    }

    /// The same for several files of the same pixels in one run of ffmpeg, each with options of its own.
    public static func write(
        _ pixels: [UInt8],
        _ size: PixelSize,
        layout: String = "rgba",
        as format: String,
        _ files: [(name: String, options: [String])],
        in folder: TemporaryDirectory
    ) throws {
        let raw = try folder.write(pixels, to: "\(files[0].name).raw")
        let input = ["-f", "rawvideo", "-pix_fmt", layout, "-s", "\(size.width)x\(size.height)", "-i", raw.string]
        let outputs = files.flatMap { file in
            file.options + ["-pix_fmt", format, "-frames:v", "1", "-update", "1", folder.file(file.name).string]
        }
        let outcome = try Program("ffmpeg").run(["-v", "error", "-y"] + input + outputs)
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

    /// The same of several files in one run of ffmpeg.
    public static func pixels(of files: [StillFile], _ layout: String = "rgba") throws -> [[UInt8]] {
        let folder = try TemporaryDirectory()
        let outputs = files.indices.map { folder.file("\($0).raw").string }
        let inputs = files.flatMap { ["-i", $0.path.string] }
        let maps = outputs.enumerated().flatMap { index, output in
            ["-map", "\(index):v", "-frames:v", "1", "-pix_fmt", layout, "-f", "rawvideo", output]
        }
        let outcome = try Program("ffmpeg").run(["-v", "error"] + inputs + maps)
        guard outcome.status == 0 else { throw VideoFileError(message: outcome.errors) }
        return try outputs.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
    }
}
