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
    var input: [String]

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
        transform: { try FrameSet(parsing: $0) }
    )
    var frames: FrameSet?

    @Option(help: "A number that should be there and is not: error, hold, black or skip. (default: error)")
    var missing: MissingFramePolicy?

    @Option(help: "A frame of another size or scale: error or fit. (default: error)")
    var mismatch: MismatchPolicy?

    @Option(
        help: ArgumentHelp("The canvas in pixels: 1920x1080. (default: the first frame's size)", valueName: "WxH"),
        transform: { try PixelSize(parsing: $0) }
    )
    var size: PixelSize?

    @Option(
        help: ArgumentHelp(
            "How a picture of another size is placed: scaleToFill, scaleAspectFit, center, … (default: scaleToFill)",
            valueName: "mode"
        )
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

    @Option(help: ArgumentHelp("Picks @2x or @3x variants. (default: 1)", valueName: "factor"))
    var scale: Int?

    @Flag(help: "Let a manifest name files outside its folder.")
    var allowOutside = false

    @Option(help: "The order of several files: natural or none (as given).")
    var sort: FileOrder = .natural

    @Option(
        help: ArgumentHelp(
            "What composited frames may take that are shown again: 512M, 2G. (default: a quarter of the memory, 4G at most)",
            valueName: "bytes"
        ),
        transform: { try ByteCount(parsing: $0) }
    )
    var memory: ByteCount?

    func validate() throws {
        guard !input.isEmpty else { throw ValidationError("Name a folder, a pattern or files.") }
        if fps != nil, duration != nil {
            throw ValidationError("--fps and --duration both say how fast the frames go. Give one of them.")
        }
        if let scale, !(1...SequenceManifest.largestScale).contains(scale) {
            throw ValidationError("--scale \(scale): give 1, 2 or 3.")
        }
    }

    /// What the input, the options and a manifest say together.
    func locate() throws -> SequenceInput { try SequenceInput(self) }
}
