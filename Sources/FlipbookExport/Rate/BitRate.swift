import FlipbookCore
import FlipbookFiles
import Glibc
import Synchronization

/// The bits in a second that an encoder is to use, and where it notes what it learned of the pictures in its first pass.
struct BitRate: Sendable {
    var bitsPerSecond: Int
    /// A Boolean value that has the encoder look at the pictures first, so that its output is thrown away.
    var isSurvey = false
    /// The encoder's notes, or `nil` if it makes none.
    var notes: EncoderNotes?

    /// Thousands of bits in a second, one at least.
    var kilobits: Int { max(1, bitsPerSecond / 1000) }

    /// One of three values: where the encoder gets the pictures once, in the first of two passes, and in the last.
    func value<Value>(_ only: Value, _ first: Value, _ last: Value) -> Value {
        notes == nil ? only : isSurvey ? first : last
    }
}

/// A folder in which an encoder keeps notes from one pass to the next. It goes with the last reference.
final class EncoderNotes: Sendable {
    /// The file; encoders add endings of their own.
    var path: String { "\(folder)/notes" }

    private let folder: String
    /// A Boolean value that indicates a first pass that has filled it.
    let isComplete = Mutex(false)

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
