public import FlipbookCore
import Foundation

/// A video file as ffmpeg and ffprobe see it: programs that share no code with ours but the codecs.
public struct VideoFile: Sendable {
    /// The file.
    public let path: FilePath

    /// A file.
    public init(_ path: FilePath) {
        self.path = path
    }

    /// Fields of the first video stream, such as `codec_name` and `color_space`.
    public func stream() throws -> [String: String] {
        let text = try probe(["-select_streams", "v:0", "-show_streams"])
        var fields: [String: String] = [:]
        for line in text.split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            fields[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
        return fields
    }

    /// When each frame is shown, in seconds, in the order shown.
    public func presentationTimes() throws -> [Double] {
        try probe(["-select_streams", "v:0", "-show_entries", "packet=pts_time", "-of", "csv=p=0"])
            .split(whereSeparator: { $0 == "\n" || $0 == "," })
            .compactMap { Double($0) }
            .sorted()
    }

    /// Every frame's pixels in ffmpeg's format `format`, one array of bytes for each.
    public func frames(format: String, byteCount: Int) throws -> [[UInt8]] {
        let outcome = try Program("ffmpeg").run([
            "-v", "error", "-i", path.string, "-fps_mode", "passthrough", "-pix_fmt", format, "-f", "rawvideo", "-",
        ])
        guard outcome.status == 0 else { throw VideoFileError(message: outcome.errors) }
        return stride(from: 0, to: outcome.output.count, by: byteCount).map { start in
            Array(outcome.output[start..<min(start + byteCount, outcome.output.count)])
        }
    }

    private func probe(_ arguments: [String]) throws -> String {
        let outcome = try Program("ffprobe").run(["-v", "error"] + arguments + [path.string])
        guard outcome.status == 0 else { throw VideoFileError(message: outcome.errors) }
        return outcome.text
    }
}

/// What ffmpeg or ffprobe said when it could not read a file.
public struct VideoFileError: Error, CustomStringConvertible {
    /// Its words.
    public let message: String

    /// Its words.
    public var description: String { message }
}
