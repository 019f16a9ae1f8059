import FlipbookCore
import FlipbookImaging

/// A destination for the pictures of an export.
///
/// In each pass, pictures are prepared in parallel, and delivered in order, once for each frame. No file gets its final name
/// before ``finish()``.
protocol FrameDestination: Sendable {
    /// Delivers a prepared picture as the frame at a zero-based index. Returns when there is room for the next picture.
    typealias Delivery = @Sendable (_ frame: Int) async throws -> Void

    var passes: Int { get }
    var byteCount: Int { get }

    /// Returns whether a pass needs composited pictures instead of pictures in the encoder's layout.
    func comparesPictures(inPass pass: Int) -> Bool

    func begin(pass: Int) async throws

    /// Does the work that does not depend on earlier pictures. May be called concurrently.
    func prepare(_ picture: OutputPicture, inPass pass: Int) throws -> Delivery

    func end(pass: Int) async throws

    /// Decodes the output, which is complete but has no name yet. Deep pictures have 16 bits per channel.
    func decoded(areDeep: Bool) throws -> any DecodedFrames

    /// Reads the output back, checks it, and gives every file its name.
    func finish() async throws -> OutputReceipt

    /// Stops all work. Calls that are waiting throw an error. Has no effect after ``finish()``.
    func abandon()

    /// Removes files that have no name yet. Do not use the destination afterward.
    func discard()
}

extension FrameDestination {
    // The defaults are for a destination that has one pass, no background work, and no files to remove.
    var passes: Int { 1 }
    func comparesPictures(inPass pass: Int) -> Bool { false }
    func begin(pass: Int) {}
    func end(pass: Int) {}
    func abandon() {}
    func discard() {}
}

protocol OutputWriter: FrameDestination {
    /// Starts writing `target` under a hidden name or as an unnamed file.
    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws

    /// Validates the job before the first picture. Writes nothing.
    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws

    static func companions(of target: FilePath) -> [FilePath]
}

extension OutputWriter { static func companions(of target: FilePath) -> [FilePath] { [] } }

struct OutputPicture: Sendable {
    let color: Picture
    let frames: Range<Int>
}

struct OutputReceipt: Sendable {
    let byteCount, frameCount: Int
    /// The frame numbers of images left from an earlier export with the same name.
    var leftover = FrameSet()
    var pixelNotes: [Explanation] = []
    var fidelity: Fidelity?
    /// The common name of the audio codec, and the notes on the audio.
    var sound: (codec: String, notes: [Explanation])?
    var recovered: [String] = []

    private var leftoverNote: Explanation {
        let start = "\(leftover) of an earlier export with this name"
        return leftover.count == 1
            ? "Frame \(start) is still there. Delete it, or it joins the sequence."
            : "Frames \(start) are still there. Delete them, or they join the sequence."
    }

    var notes: [Explanation] {
        recovered.map { Explanation($0) } + pixelNotes + (sound?.notes ?? [])
            + (leftover.isEmpty ? [] : [leftoverNote])
    }
}
