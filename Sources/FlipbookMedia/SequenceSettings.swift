public import FlipbookCore
import FlipbookImaging

/// How a sequence is shown, whether in a window or in a file.
public struct SequenceSettings: Sendable {
    /// How long one cycle lasts; 0 means 1/30 s for each frame.
    public var animationDuration: RationalTime = .zero
    /// Frames per second; where it is set it decides, and the duration follows.
    public var frameRate: FrameRate?
    /// How many whole cycles are shown; 0 is for ever, which an export refuses.
    public var animationRepeatCount: Int
    /// What stands in for missing numbers.
    public var missing: MissingFramePolicy = .error
    /// The most missing numbers in a row that the policy may deal with; `nil` for any.
    public var maximumGap: Int?
    /// What happens to frames of another size or scale.
    public var mismatch: MismatchPolicy = .error
    /// The canvas in pixels; `nil` for the first frame's size in points times ``scale``.
    public var canvas: PixelSize?
    /// Pixels of the canvas per point; `nil` for the first frame's own scale factor, so that it is shown pixel by pixel.
    public var scale: DisplayScale?
    /// How a picture of another size is placed on the canvas.
    public var contentMode: ContentMode = .scaleToFill
    /// What lies behind the pictures; `nil` for nothing where the output carries
    /// transparency and black where it does not.
    public var background: Background?
    /// How a picture is drawn at another size.
    public var filter: ScalingFilter = .automatic
    /// How a picture is cut that is drawn at another size; `nil` where it is scaled as a whole.
    public var resizing: ImageResizing?
    /// How every picture is turned and mirrored; `nil` for what its file says.
    public var orientation: ImageOrientation?
    /// Whether every picture is mirrored from left to right, after it was turned.
    public var isMirrored = false
    /// What becomes of a picture's edges that fall inside pixels.
    public var pixelPolicy: PixelPolicy = .snap
    /// The colour that pictures are drawn in, as templates: their own colours do not matter, their alpha does.
    public var tintColor: Color?
    /// How much picture and background together cover what is behind them, 0 to 1.
    public var alpha: Double = 1
    /// Whether nothing behind shows through, whatever ``alpha`` says.
    public var isOpaque = false
    /// What lies over every picture, the last one on top.
    public var overlays: [Overlay] = []
    /// Files that belong to the input though no frame shows them; nothing is written over them, nor over overlays.
    public var stills: [FilePath] = []
    /// Files that are read, or may be, besides the frames.
    var otherInputs: [FilePath] { overlays.map(\.image) + stills }
    /// The bytes that composited pictures may take which are shown again later.
    public var memoryBudget = Self.defaultMemoryBudget

    /// A quarter of the memory that is free, by the machine and by the control groups of the process; 4 GiB at most.
    public static var defaultMemoryBudget: Int { min(FreeMemory().byteCount / 4, 4 << 30) }

    /// Settings with everything at its default but the number of cycles.
    public init(animationRepeatCount: Int = 1) {
        self.animationRepeatCount = animationRepeatCount
    }
}
