import FlipbookCore
import FlipbookFiles
import Glibc
import Synchronization

struct BitRate: Sendable {
    var bitsPerSecond: Int
    /// A Boolean value that indicates whether this is the first pass, whose output is discarded.
    var isSurvey = false
    var notes: EncoderNotes?

    var kilobits: Int { max(1, bitsPerSecond / 1000) }

    /// Returns the value for a single pass, the first of two passes, or the last one.
    func value<Value>(_ only: Value, _ first: Value, _ last: Value) -> Value {
        notes == nil ? only : isSurvey ? first : last
    }
}

/// A folder for an encoder's notes between passes, deleted when the last reference is released.
final class EncoderNotes: Sendable {
    /// The path of the notes file. Encoders append their own extensions.
    var path: String { "\(folder)/notes" }

    private let folder: String
    /// A Boolean value that indicates whether the first pass has written the notes.
    let isComplete = Mutex(false)

    /// Creates a folder for temporary files.
    /// - Throws: ``ExportError`` if this fails.
    init() throws(ExportError) {
        let parent = Environment.text("TMPDIR") ?? "/tmp"
        var name = Array("\(parent)/flipbook-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw .cannotWrite(FilePath(parent), errno: errno) }
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { FilePath(folder).removeWithFiles() }
}
