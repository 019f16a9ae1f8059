import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Glibc
import Synchronization

/// What makes files of all drawings at once.
protocol SheetMaker: Sendable {
    /// A maker for some pictures.
    /// - Throws: ``ExportError`` where such a sheet cannot be made.
    init(_ job: EncodingJob) throws(ExportError)

    /// The files that are made besides `target`.
    static func companions(of target: FilePath) -> [FilePath]

    /// Refuses a sheet that is too large already, before the rest of its drawings is made.
    /// - Parameters:
    ///   - count: How many drawings there are until now.
    ///   - distinctCount: How many of them have pixels of their own.
    ///   - target: The name that was asked for, whose ending says what is made.
    func check(count: Int, distinctCount: Int, for target: FilePath) throws(ExportError)

    /// What is kept of a drawing until all are there.
    func prepare(_ picture: Picture) throws(ExportError) -> Picture

    /// The names and the bytes of the files.
    /// - Parameter target: The name that was asked for, whose ending says what is made.
    func files(of drawings: [SheetDrawing], for target: FilePath) throws(ExportError) -> [(
        name: String, bytes: [UInt8]
    )]
}

/// What makes a sheet from which the drawings can be cut again.
protocol CutSheetMaker: SheetMaker {
    /// Where each frame lies on the sheet.
    func parts(of drawings: [SheetDrawing]) -> [SheetCut.Part]
}

extension SheetMaker {
    static func companions(of target: FilePath) -> [FilePath] { [] }
}

/// A drawing on a sheet, and the frames that show it, counted from 0.
struct SheetDrawing: Sendable {
    let picture: Picture
    let frames: Range<Int>
}

/// The drawings of a sheet until now. Equal ones share their pixels.
private struct KeptDrawings: Sendable {
    private(set) var all: [SheetDrawing] = []
    private(set) var distinctCount = 0
    private var placesByHash: [Int: [Int]] = [:]

    mutating func add(_ drawing: SheetDrawing) {
        let hash = drawing.picture.contentHash
        let known = placesByHash[hash]?.first { place in
            all[place].picture.size == drawing.picture.size
                && all[place].picture.changes(from: drawing.picture) == nil
        }
        if known == nil {
            placesByHash[hash, default: []].append(all.count)
            distinctCount += 1
        }
        all.append(SheetDrawing(picture: known.map { all[$0].picture } ?? drawing.picture, frames: drawing.frames))
    }
}

/// Writes one sheet, with what belongs to it, of all drawings.
final class SheetDestination<Maker: SheetMaker>: CompanionDestination {
    static func companions(of target: FilePath) -> [FilePath] { Maker.companions(of: target) }

    let passes = 1
    private let job: EncodingJob
    private let target: FilePath
    private let overwrites: Bool
    private let maker: Maker
    private let batch: FileBatch
    private let drawings = Mutex(KeptDrawings())
    /// The names and the lengths of the files that were written.
    private let written = Mutex<[(name: String, byteCount: Int)]>([])

    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        try Self.check(job, target: target, overwrites: overwrites)
        (self.job, self.target, self.overwrites) = (job, target, overwrites)
        maker = try Maker(job)
        let names = ([target] + Maker.companions(of: target)).map(\.lastComponent)
        batch = try OutputFile.writing(target, FileBatch(of: names, in: FilePath(target.directory)))
    }

    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        for file in [target] + Maker.companions(of: target) { try OutputFile.check(file, overwrites: overwrites) }
        _ = try Maker(job)
    }

    deinit { discard() }

    func begin(pass: Int) {}

    func prepare(_ picture: OutputPicture) throws(ExportError) -> SheetDrawing {
        SheetDrawing(picture: try maker.prepare(picture.color), frames: picture.frames)
    }

    func accept(_ drawing: SheetDrawing, as frame: Int) throws(ExportError) {
        guard frame == drawing.frames.lowerBound else { return }
        let (count, distinctCount) = drawings.withLock {
            $0.add(drawing)
            return ($0.all.count, $0.distinctCount)
        }
        try maker.check(count: count, distinctCount: distinctCount, for: target)
    }

    func end(pass: Int) throws(ExportError) {
        let files = try maker.files(of: drawings.withLock { $0.all }, for: target)
        for (name, bytes) in files {
            try OutputFile.writing(target, OpenFile.write(bytes, toNewFile: batch.path(of: name)))
        }
        written.withLock { $0 = files.map { ($0.name, $0.bytes.count) } }
    }

    func finish() async throws(ExportError) -> OutputReceipt {
        let files = written.withLock { $0 }
        try await readBack(files.map(\.name))
        guard !Task.isCancelled else { throw .cancelled }
        try batch.publish(replaces: overwrites)
        let folder = FilePath(target.directory)
        return OutputReceipt(
            files: files.enumerated().map { place, file in
                let path = folder.appending(file.name)
                return .init(
                    path: path,
                    byteCount: file.byteCount,
                    // Of a page nothing is read back.
                    frameCount: place == 0 && path.isPNG ? job.frameCount : 0
                )
            }
        )
    }

    /// Reads the headers of the pictures among the files, to their ends.
    private func readBack(_ names: [String]) async throws(ExportError) {
        let paths = names.map { batch.path(of: $0) }.filter(\.isPNG)
        let details: [Result<ImageDetails, ImageError>]
        do throws(CancellationError) {
            details = try await ImageDetails.readAll(paths)
        } catch {
            throw .cancelled
        }
        for case .failure(let error) in details { throw .readBack(reason: "\(error)") }
    }

    func abandon() {}

    func discard() { batch.discard() }
}

extension SheetDestination: DecodableDestination where Maker: CutSheetMaker {
    func decoded(areDeep: Bool) -> any DecodedFrames {
        let parts = maker.parts(of: drawings.withLock { $0.all })
        let sheet = batch.path(of: target.lastComponent).string
        return DecodedImages(
            parts.indices.map { FilePath(sheet, picture: $0 + 1) },
            of: job,
            areDeep: areDeep,
            codecs: ImageCodecs.standard.cutting(SheetCut(parts))
        )
    }
}

extension FilePath {
    /// What the name ends in, in small letters, without the dot.
    var ending: String { lastComponent.lowercased().split(separator: ".").last.map(String.init) ?? "" }

    fileprivate var isPNG: Bool { ending == "png" }
}

extension EncodingJob {
    /// What a frame is called on a sheet: its number, or its place from 1.
    func label(ofFrame frame: Int) -> String {
        let list = frames.frames
        return String(list[frame % list.count].number ?? frame % list.count + 1)
    }
}
