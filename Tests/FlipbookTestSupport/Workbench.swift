public import FlipbookCore
import FlipbookImaging
import FlipbookScene
public import Foundation
import Testing

/// A folder with frames in it, in which the command is run as a user would run it.
public struct Workbench {
    /// The folder.
    public let folder: TemporaryDirectory
    /// What the frames are drawn with.
    public let frames: TestFrames

    /// An empty folder, and frames of 24x18 pixels to put into it.
    public init(frames: TestFrames = TestFrames(width: 24, height: 18)) throws {
        folder = try TemporaryDirectory()
        self.frames = frames
    }

    /// A folder with the frames `numbers` in `walk/`.
    public init(walk numbers: some Sequence<Int>) throws {
        try self.init()
        try add(numbers, to: "walk")
    }

    /// Writes frames as `name/walk.0001.png` and so on, or in another form of name.
    public func add(
        _ numbers: some Sequence<Int>,
        to name: String,
        named form: (Int) -> String = { TestFrames.name($0) }
    ) throws {
        for number in numbers { try folder.write(frames.png(number), to: "\(name)/\(form(number))") }
    }

    /// Runs `flipbook` in the folder, without color and without a display.
    public func flipbook(
        _ arguments: String...,
        environment: [String: String] = [:],
        whileRunning: ((RunningProgram) throws -> Void)? = nil
    ) throws -> Program.Outcome {
        try flipbook(arguments, environment: environment, whileRunning: whileRunning)
    }

    /// The same with a list of arguments.
    public func flipbook(
        _ arguments: [String],
        environment: [String: String] = [:],
        whileRunning: ((RunningProgram) throws -> Void)? = nil
    ) throws -> Program.Outcome {
        let variables = Self.caches.merging(environment) { $1 }
        let unset = ["DISPLAY", "WAYLAND_DISPLAY", "NO_COLOR", "GST_DEBUG"]
        let program = Program.flipbook
        guard let whileRunning else {
            return try program.run(arguments, in: folder.path, environment: variables, without: unset)
        }
        return try program.run(
            arguments,
            in: folder.path,
            environment: variables,
            without: unset,
            whileRunning: whileRunning
        )
    }

    /// Runs `flipbook` in the folder as one whom the modes of files bind. Root may do everything; without its capabilities it is
    /// their owner.
    public func powerless(_ arguments: String...) throws -> Program.Outcome {
        let limits = geteuid() == 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []
        return try Program("env").run(limits + [Program.flipbook.name] + arguments, in: folder.path)
    }

    /// No test adds to the hashes that the user's own exports keep, and each finds the plugins that GStreamer knows.
    public static let caches: [String: String] = {
        let variables = ProcessInfo.processInfo.environment
        let folder = variables["XDG_CACHE_HOME"] ?? (variables["HOME"] ?? "/root") + "/.cache"
        #if arch(x86_64)
            let processor = "x86_64"
        #else
            let processor = "aarch64"
        #endif
        let registry = variables["GST_REGISTRY"] ?? "\(folder)/gstreamer-1.0/registry.\(processor).bin"
        return ["XDG_CACHE_HOME": "/dev/null", "GST_REGISTRY": registry]
    }()

    /// Writes what GStreamer knows of its plugins, where it knows something: a run that is given other plugins, too, tries these
    /// alone, and adds to the copy.
    /// - Returns: The copy's path, for `GST_REGISTRY`.
    public static func copyRegistry(to path: FilePath) throws -> String {
        if let known = caches["GST_REGISTRY"], FileManager.default.fileExists(atPath: known) {
            try FileManager.default.copyItem(atPath: known, toPath: path.string)
        }
        return path.string
    }

    /// The names in a folder below, or in this one.
    public func names(in name: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + name).sorted()
    }

    /// The bytes of every file in a folder and below.
    public func contents(_ folder: String) throws -> [String: Data] {
        let path = self.folder.path + "/" + folder
        var result: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            result[name] = FileManager.default.contents(atPath: path + "/" + name) ?? Data("folder".utf8)
        }
        return result
    }

    /// The numbers of the frames that a lossless video shows, recognized by their pixels; `nil` for a picture that is none.
    public func shown(in video: String, among numbers: some Sequence<Int>) throws -> [Int?] {
        let pictures = try VideoFile(folder.file(video)).frames(format: "rgba", byteCount: frames.size.area * 4)
        return self.numbers(of: pictures, among: numbers)
    }

    /// The pixels of the frames that an export of `arguments` shows, straight RGBA.
    ///
    /// It is made as numbered images: FFV1 takes four times as long, and another program to read it.
    public func exported(_ arguments: [String]) throws -> [[UInt8]] {
        let output = try TemporaryDirectory()
        let outcome = try flipbook(
            ["export", "-o", output.file("f.####.png").string, "--start-number", "1"] + arguments
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        return try output.names().map { name in
            try ImageDecoder().decode(contentsOf: output.file(name)).withUnsafeBytes { Array($0) }
        }
    }

    /// The numbers of the frames that an export of `arguments` shows; `nil` for a picture that is none.
    public func exported(_ arguments: [String], among numbers: some Sequence<Int>) throws -> [Int?] {
        self.numbers(of: try exported(arguments), among: numbers)
    }

    private func numbers(of pictures: [[UInt8]], among numbers: some Sequence<Int>) -> [Int?] {
        let known = numbers.map { ($0, frames.pixels($0)) }
        return pictures.map { picture in known.first { $0.1 == picture }?.0 }
    }
}

extension Program.Outcome {
    /// Standard error and standard output as lines, for a whole comparison.
    public var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}
