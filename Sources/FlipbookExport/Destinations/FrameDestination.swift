import FlipbookCore
import FlipbookImaging

/// A place where the pictures of an export become files.
///
/// In each pass every picture is prepared once, on any core and in any order, and delivered in order, once for each
/// frame that shows it. No file has its name before ``finish()``.
protocol FrameDestination: Sendable {
    /// Hands a prepared picture on as a frame, counted from 0; returns when there is room for the next.
    typealias Delivery = @Sendable (_ frame: Int) async throws -> Void

    /// The number of times that the pictures are delivered, from the first to the last.
    var passes: Int { get }

    /// The bytes that were written until now.
    var byteCount: Int { get }

    /// Returns `true` if a pass takes the pictures as they were composited, before they got the layout that the encoder takes.
    func comparesPictures(inPass pass: Int) -> Bool

    /// Begins a pass, counted from 0.
    func begin(pass: Int) async throws

    /// Does the work that does not depend on the pictures before; runs concurrently with itself.
    func prepare(_ picture: OutputPicture, inPass pass: Int) throws -> Delivery

    /// Ends a pass, and waits until everything is written.
    func end(pass: Int) async throws

    /// Decodes what was written, which is complete and has no name yet.
    /// - Parameter areDeep: `true` for pictures of 16 bits a channel.
    func decoded(areDeep: Bool) throws -> any DecodedFrames

    /// Reads back what was written, compares, and gives every file its name.
    func finish() async throws -> OutputReceipt

    /// Stops what goes on; waiting calls throw. Harmless after ``finish()``.
    func abandon()

    /// Removes what has no name yet. Nothing uses the destination any more.
    func discard()
}

extension FrameDestination {
    // A destination of one pass, with nothing that goes on or has to be removed.
    var passes: Int { 1 }
    func comparesPictures(inPass pass: Int) -> Bool { false }
    func begin(pass: Int) {}
    func end(pass: Int) {}
    func abandon() {}
    func discard() {}
}

/// The writer of a format.
protocol OutputWriter: FrameDestination {
    /// Begins what is to become `target`, under no name or a hidden one.
    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws

    /// Checks all that can be refused before the first picture, and writes nothing.
    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws

    /// The files that are made besides `target`.
    static func companions(of target: FilePath) -> [FilePath]
}

extension OutputWriter {
    static func companions(of target: FilePath) -> [FilePath] { [] }
}

struct OutputPicture: Sendable {
    let color: Picture
    /// The frames that show the drawing, counted from 0.
    let frames: Range<Int>
}

struct OutputReceipt: Sendable {
    let byteCount: Int
    /// Frames counted in all files.
    let frameCount: Int
    /// Numbers of an earlier image sequence of the same name that still lie there.
    var leftover = FrameSet()
    /// Sentences about the pixels that a user might not expect.
    var pixelNotes: [Explanation] = []
    /// The distance of the decoded pixels from the frames, if they were compared.
    var fidelity: Fidelity?
    /// The usual name of the codec of the sound that was written, and the seconds of silence behind the end of its file.
    var sound: (codec: String, silence: Double)?
    /// Sentences about exports that had been interrupted in the folder, and were finished or undone.
    var recovered: [String] = []

    private var leftoverNote: Explanation {
        let start = "\(leftover) of an earlier export of this name"
        return leftover.count == 1
            ? "Frame \(start) is still there. Delete it, or it joins the sequence."
            : "Frames \(start) are still there. Delete them, or they join the sequence."
    }

    /// Sentences about the folder and the sound.
    var notes: [Explanation] {
        let milliseconds = Int(((sound?.silence ?? 0) * 1000).rounded())
        return recovered.map { Explanation($0) } + pixelNotes
            + (sound?.silence ?? 0 < 0.001
                ? [] : ["the sound ends \(milliseconds) ms before the pictures: silence follows it."])
            + (leftover.isEmpty ? [] : [leftoverNote])
    }
}
