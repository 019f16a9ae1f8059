package import FlipbookCore
import FlipbookFiles
internal import Synchronization

package final class OpenImage: Sendable {
    // Safe, since only one thread at a time uses it. If frames are independent, each thread has its own copy.
    private struct Worker: @unchecked Sendable {
        var session: any ImageSession
        var latest = -1
        /// Pictures that were drawn because a later one was requested. Other threads will need them soon.
        var passed: [(number: Int, picture: Picture)] = []
    }

    private let bytes: FileBytes?
    private let row: PictureRowSession?
    var isRow: Bool { row != nil }

    let header: ImageHeader
    package let frameCount: Int
    /// A Boolean value that indicates whether the file contains multiple pictures, even if it is truncated after the first one.
    package let holdsSeveralPictures: Bool
    package let loopCount: Int?
    package let durations: [RationalTime?]
    package let archivedNames: ArchivedNames?
    package let remarks: [String]
    private let hasIndependentFrames: Bool
    let stamp: FileStamp?

    private let worker: Mutex<Worker>
    private let headers = Mutex<[Int: Result<ImageHeader, ImageError>]>([:])
    private let knownDetails = Mutex<Result<ImageDetails, ImageError>?>(nil)

    private static var longestStep: Int { ProcessorCount.usable + 2 }

    init(_ path: FilePath, _ stamp: FileStamp?, _ decoder: ImageDecoder) throws(ImageError) {
        self.stamp = stamp
        let (opened, bytes) = try Self.open(path, decoder)
        var session = opened
        if let cut = decoder.codecs.cut, session.frameCount == 1 {
            session = try SheetSession(session, cut, DecodingRequest(limits: decoder.limits))
        }
        (self.bytes, row) = (bytes, session as? PictureRowSession)
        header = session.header
        (frameCount, loopCount) = (session.frameCount, session.loopCount)
        holdsSeveralPictures = session.frameCount > 1 || session.header.holdsSeveralPictures
        durations = (0..<session.frameCount).map { session.duration(ofFrame: $0) }
        (archivedNames, remarks) = (session.archivedNames, session.remarks)
        hasIndependentFrames = session.hasIndependentFrames
        let worker = Worker(session: session)
        self.worker = Mutex(worker)
    }

    private static func open(_ path: FilePath, _ decoder: ImageDecoder)
        throws(ImageError) -> (session: any ImageSession, bytes: FileBytes?)
    {
        if let codec = decoder.codecs.codecOfFile(at: path) {
            let request = DecodingRequest(limits: decoder.limits, keepsSixteenBits: decoder.keepsSixteenBits)
            guard let open = codec.openFile else { throw .notAnImage(found: FileContents(codec.format)) }
            let (colors, isDeep) = (decoder.codecs.colors, decoder.keepsSixteenBits)
            let opened = try open(path, request)
            let leveled = LeveledSession(opened, colors.levels, keepsSixteenBits: isDeep) ?? opened
            return (ConvertedSession(leveled, nil, in: colors.canvas) ?? leveled, nil)
        }
        if let session = try decoder.openInPlace(path) { return (session, nil) }
        if let row = try PictureRow(FileReader(path), decoder.codecs) {
            return (PictureRowSession(row: row, path: FilePath(path.string), decoder: decoder), nil)
        }
        let bytes = try FileBytes(of: path, decoder.limits)
        return (try decoder.open(bytes.all), bytes)
    }

    /// Passes one of multiple concatenated pictures to a closure, as a separate file. Returns `nil` if the file is not a
    /// concatenation of pictures.
    func withRowPicture<R>(_ number: Int, _ body: (inout FileReader) throws(ImageError) -> R) throws(ImageError) -> R? {
        guard let row, number < frameCount else { return nil }
        return try row.row.withPicture(number, at: row.path, body)
    }

    /// Returns the details of the file. They are read once for all of its pictures.
    func details(_ read: () throws(ImageError) -> ImageDetails) throws(ImageError) -> ImageDetails {
        let known = knownDetails.withLock { known in
            let details = known ?? Result { () throws(ImageError) in try read() }
            if case .failure(let error) = details, error.shortage != nil { return details }
            known = details
            return details
        }
        return try known.get()
    }

    func header(ofFrame number: Int) throws(ImageError) -> ImageHeader {
        try require(number < frameCount, "it changed while being read, and now has \(frameCount) pictures")
        if let known = headers.withLock({ $0[number] }) { return try known.get() }
        let header = try withWorker { (worker) throws(ImageError) in
            Result { () throws(ImageError) in try worker.session.header(ofFrame: number) }
        }
        headers.withLock { $0[number] = header }
        return try header.get()
    }

    func picture(_ number: Int) throws(ImageError) -> Picture {
        _ = try header(ofFrame: number)
        return try withWorker { (worker) throws(ImageError) in
            if hasIndependentFrames { return try worker.session.frame(number) }
            if let place = worker.passed.firstIndex(where: { $0.number == number }) {
                return worker.passed.remove(at: place).picture
            }
            for between in max(0, worker.latest + 1)..<max(worker.latest + 1, number)
            where number - worker.latest <= Self.longestStep {
                // The error for a damaged picture is reported when the picture is requested.
                if let picture = try? worker.session.frame(between) { worker.passed.append((between, picture)) }
            }
            worker.passed.removeFirst(max(0, worker.passed.count - Self.longestStep))
            worker.latest = number
            return try worker.session.frame(number)
        }
    }

    private func withWorker<R: Sendable>(_ body: (inout Worker) throws(ImageError) -> R) throws(ImageError) -> R {
        guard hasIndependentFrames else { return try worker.withLock { (kept) throws(ImageError) in try body(&kept) } }
        var copy = worker.withLock { $0 }
        return try body(&copy)
    }
}

private struct FileBytes: @unchecked Sendable {
    // Sendable, since the memory is never written after `init`.
    private let memory = GrowableMemory()
    let all: UnsafeRawBufferPointer

    init(of path: FilePath, _ limits: DecodingLimits) throws(ImageError) {
        let file = try FileReader(path)
        try limits.check(fileOf: file.byteCount)
        guard let room = memory.room(for: file.byteCount) else { throw .memory(file.byteCount) }
        all = UnsafeRawBufferPointer(rebasing: room[..<(try file.read(into: room, at: 0))])
    }
}
