import ArgumentParser
import FlipbookCore
import FlipbookImaging
import FlipbookManifest
import FlipbookMedia

/// What several verbs share: which frames, and how they are shown.
struct SequenceOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("A folder, a pattern, files, or a manifest (.yaml, .json, .ffconcat).", valueName: "input")
    )
    var input: [String] = []

    @Option(
        help: ArgumentHelp("Frames per second: 24, 23.976, 24000/1001, ntsc, film. (default: 30)", valueName: "rate"),
        transform: { try FrameRate(parsing: $0) }
    )
    var fps: FrameRate?

    @Option(
        help: ArgumentHelp("Seconds of one cycle, instead of --fps: 2, 0.5, 250ms.", valueName: "seconds"),
        transform: { try RationalTime(parsing: $0) }
    )
    var duration: RationalTime?

    @Option(
        help: ArgumentHelp("Which frame numbers: 1-100, 1-100x2, 1,5,9-12.", valueName: "range"),
        transform: { try FrameSelection(parsing: $0) }
    )
    var frames: FrameSelection?

    @OptionGroup var policies: SequencePolicies

    @Option(help: "What to do about a frame of another size or scale. (default: error)")
    var mismatch: MismatchPolicy?

    @Option(
        help: ArgumentHelp("The canvas in pixels: 1920x1080. (default: the first frame's size)", valueName: "WxH"),
        transform: { try PixelSize(parsing: $0) }
    )
    var size: PixelSize?

    @Option(help: "The canvas as large as a screen, in points: times --scale, it is the canvas in pixels.")
    var device: DevicePreset?

    @Flag(help: "Turn the screen of --device on its side.")
    var landscape = false

    @Option(
        help: ArgumentHelp(
            "How a picture of another size is placed, in UIKit's words: scaleToFill, scaleAspectFit, "
                + "scaleAspectFill, center, top, bottomRight, … (default: scaleToFill)",
            valueName: "mode"
        ),
        transform: { text in
            guard let mode = ContentMode(name: text) else { throw ContentModeParsingError(text: text) }
            return mode
        }
    )
    var contentMode: ContentMode?

    @Option(
        help: ArgumentHelp(
            "#RRGGBB[AA], a CSS name, or checkerboard. (default: black, or clear where the output carries alpha)",
            valueName: "color"
        ),
        transform: { try Background(parsing: $0) }
    )
    var background: Background?

    @Option(
        help: ArgumentHelp(
            "Pixels per point: 2, 1.5, 4/3; picks the variants @2x, @3x and so on. "
                + "(default: 1 with --size or a screen, else that of the first frame)",
            valueName: "factor"
        ),
        transform: { text in
            guard let scale = DisplayScale(text) else {
                throw ViewOptionError(text, "is not a scale factor. Write \(DisplayScale.form).")
            }
            return scale
        }
    )
    var scale: DisplayScale?

    @Option(help: "Take the frames that are drawn for one kind of device (~iphone, ~ipad) where there are any.")
    var idiom: UserInterfaceIdiom?

    @OptionGroup(title: "View") var view: ViewOptions

    @Flag(help: "Let a manifest name files outside its folder.")
    var allowOutside = false

    @Option(help: "The order of several files; none is the order given.")
    var sort: FileOrder = .natural

    @Option(
        help: ArgumentHelp(
            "What composited frames may take that are shown again: 512M, 2G. (default: a quarter of the free memory, "
                + "by the machine and the control group, 4G at most)",
            valueName: "bytes"
        ),
        transform: { try ByteCount(parsing: $0) }
    )
    var memory: ByteCount?

    func validate() throws {
        guard !input.isEmpty else {
            throw ValidationError("An input is missing: name a folder, a pattern such as walk.####.png, or files.")
        }
        if fps != nil, duration != nil {
            throw ValidationError("--fps and --duration both say how fast the frames go. Give one of them.")
        }
        if size != nil, device != nil {
            throw ValidationError("--size and --device both say how large the canvas is. Give one of them.")
        }
        if landscape, device == nil {
            throw ValidationError("--landscape turns the screen of --device. Say which, as in --device ipad.")
        }
        _ = try frames?.numbers(in: policies.dialect)
    }

    /// What the input, the options and a manifest say together.
    func locate() throws -> SequenceInput { try SequenceInput(self) }
}

/// A content mode that could not be read.
struct ContentModeParsingError: Error, CustomStringConvertible {
    let text: String

    var description: String {
        "'\(text.escapingControlCharacters)' is not a content mode. "
            + "Write one of \(ContentMode.allCases.map(\.name).joined(separator: ", "))."
    }
}
