import FlipbookCore
import FlipbookImaging

/// Where the pictures of an export go to become files: what a format's writer has to do.
///
/// In each pass every picture is prepared once, on any core and in any order, and accepted in order, once for each
/// frame that shows it. No file has its name before ``finish()``.
protocol FrameDestination: Sendable {
    /// What is made of a picture before its turn comes.
    associatedtype Prepared: Sendable

    /// Begins what is to become `target`, under no name or a hidden one.
    /// - Throws: ``ExportError`` when something has the name already, or the folder cannot be written.
    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError)

    /// Checks all that can be refused before the first picture, and writes nothing.
    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError)

    /// How many times the pictures are delivered, from the first to the last.
    var passes: Int { get }

    /// Whether a pass takes the pictures as they were composited, before they got the layout that the file's encoder takes.
    func comparesPictures(inPass pass: Int) -> Bool

    /// Begins a pass, counted from 0.
    func begin(pass: Int) async throws(ExportError)

    /// Does the work that does not depend on the pictures before; runs concurrently with itself.
    func prepare(_ picture: OutputPicture) throws(ExportError) -> Prepared

    /// Takes what a frame shows; returns when there is room for the next.
    func accept(_ prepared: Prepared, as frame: Int) async throws(ExportError)

    /// Ends a pass, and waits until everything is written.
    func end(pass: Int) async throws(ExportError)

    /// Reads back what was written, compares, and gives every file its name.
    func finish() async throws(ExportError) -> OutputReceipt

    /// Stops what goes on; waiting calls throw. Harmless after ``finish()``.
    func abandon()

    /// Removes what has no name yet. Nothing uses the destination any more.
    func discard()
}

extension FrameDestination {
    /// Nothing: what is unfinished has no name and goes with the destination.
    func discard() {}

    /// No pass does: all are written.
    func comparesPictures(inPass pass: Int) -> Bool { false }
}

/// A destination whose file holds the pixels of every frame.
protocol DecodableDestination: FrameDestination {
    /// Decodes what was written, which is complete and has no name yet.
    /// - Parameter areDeep: Whether the pictures get 16 bits a channel.
    func decoded(areDeep: Bool) throws(ExportError) -> any DecodedFrames
}

/// A destination that makes other files beside the one that was asked for.
protocol CompanionDestination: FrameDestination {
    /// The files that are made besides `target`.
    static func companions(of target: FilePath) -> [FilePath]
}

/// One drawing on its way into a file.
struct OutputPicture: Sendable {
    /// The composited colours.
    let color: Picture
    /// The frames that show the drawing, counted from 0.
    let frames: Range<Int>
}

/// What came of an export's pictures.
struct OutputReceipt: Sendable {
    /// One file that was made.
    struct File: Sendable {
        /// Its name.
        let path: FilePath
        /// Its bytes.
        let byteCount: Int
        /// The frames that were counted in it.
        let frameCount: Int
    }

    /// The files, in order.
    let files: [File]
    /// Numbers of an earlier image sequence of the same name that still lie there.
    var leftover = FrameSet()
    /// What a user might not expect of the pixels, a sentence each.
    var pixelNotes: [Explanation] = []

    /// How near the decoded pixels are to the frames, where they were compared.
    var fidelity: Fidelity?

    /// A sound that was written.
    struct Sound: Sendable {
        /// What people call its codec.
        let codec: String
        /// Seconds of silence behind the end of the file that it came from.
        let silence: Double
    }

    /// The file's sound.
    var sound: Sound?

    /// What was found in the folder of exports that were interrupted, and done about it.
    var recovered: [String] = []

    /// Bytes of all files.
    var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }
    /// Frames counted in all files.
    var frameCount: Int { files.reduce(0) { $0 + $1.frameCount } }
    private var soundNotes: [Explanation] {
        guard let sound, sound.silence >= 0.001 else { return [] }
        let milliseconds = Int((sound.silence * 1000).rounded())
        return ["the sound ends \(milliseconds) ms before the pictures: silence follows it."]
    }

    /// What a user should know about the folder and the sound, a sentence each.
    var notes: [Explanation] {
        recovered.map { Explanation($0) } + pixelNotes + soundNotes
            + (leftover.isEmpty ? [] : ["frames \(leftover) of an earlier export of this name are still there."])
    }
}
