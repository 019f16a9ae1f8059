import FlipbookImaging
import GStreamer

/// A GStreamer element that compresses pictures: an entry of the table ``all``.
///
/// What is odd about an encoder is said in its own file, beside its entry.
struct VideoEncoder: Sendable {
    /// What it makes.
    let codec: VideoCodec
    /// What messages call the encoder, such as `x264`.
    let name: String
    /// The rate factors it takes, best first; `nil` where it is lossless.
    var qualities: ClosedRange<Int>?
    /// The rate factor that is used where none is asked for.
    var defaultQuality: Int?
    /// The names of its presets, fastest first.
    var presets: [String] = []
    /// The preset that is used where none is asked for.
    var defaultPreset: String?
    /// What GStreamer calls the layouts that it takes.
    let layouts: [PixelFormat: Layout]
    /// The least columns and rows of a picture, in pixels.
    var leastSide = 1
    /// Properties by which pictures may be written in another order than they are shown.
    var reorderingProperties: Set<String> = []
    /// What it holds while it runs, in bytes; measured, and rather too little.
    let memory: @Sendable (EncodingJob) -> Int
    /// The element, as it is set up for some pictures; what a profile asks for besides is set after it.
    let element: @Sendable (EncodingJob) -> ElementGraph.Node

    /// A layout of pictures as GStreamer has it.
    struct Layout: Sendable {
        /// The layout of pictures that are opaque, with how many of their planes are used.
        let opaque: (format: VideoFormat, planeCount: Int)
        /// The layout where transparency is kept, with all planes.
        let withAlpha: (format: VideoFormat, planeCount: Int)
        /// Range, matrix, transfer and primaries; `nil` for RGB's default.
        var colorimetry: String?
    }

    /// The encoders.
    static let all: [VideoEncoder] = [.x264, .ffv1]
}
