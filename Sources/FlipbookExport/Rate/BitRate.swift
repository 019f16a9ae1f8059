import FlipbookCore
import FlipbookFiles
import Glibc
import Synchronization

/// The bits in a second that an encoder is to use, and where it notes what it learned of the pictures in its first pass.
struct BitRate: Sendable {
    /// One of the times that the encoder gets the pictures.
    enum Pass: Sendable {
        /// It gets them once.
        case only
        /// It looks at them first; what it makes is thrown away.
        case first
        /// It has looked at them before.
        case last
    }

    /// Bits in a second.
    var bitsPerSecond: Int
    /// Which time it is.
    var pass = Pass.only
    /// The encoder's notes, or `nil` if it makes none.
    var notes: EncoderNotes?

    /// Thousands of bits in a second, one at least.
    var kilobits: Int { max(1, bitsPerSecond / 1000) }
}

/// A folder in which an encoder keeps notes from one pass to the next. It goes with the last reference.
final class EncoderNotes: Sendable {
    /// The file; encoders add endings of their own.
    var path: String { "\(folder)/notes" }

    private let folder: String
    private let isFilled = Mutex(false)

    /// Whether a first pass has filled it.
    var isComplete: Bool {
        get { isFilled.withLock { $0 } }
        set { isFilled.withLock { $0 = newValue } }
    }

    /// A new folder among the machine's temporary files.
    /// - Throws: ``ExportError`` where none can be made.
    init() throws(ExportError) {
        let parent = Environment.text("TMPDIR") ?? "/tmp"
        var name = Array("\(parent)/flipbook-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw .cannotWrite(FilePath(parent), errno: errno) }
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        FilePath(folder).removeWithFiles()
    }
}
