import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Glibc
import Synchronization

typealias SheetFile = (name: String, bytes: [UInt8])

protocol SheetMaker: Sendable {
    init(_ job: EncodingJob) throws

    static func companions(of target: FilePath) -> [FilePath]

    /// Throws an error if a sheet with `count` drawings, of which `distinctCount` are distinct, would be too large.
    func check(count: Int, distinctCount: Int, for target: FilePath) throws

    /// Returns the position of each frame on the sheet, for dividing the sheet back into frames. Empty if pixels are not
    /// compared.
    func parts(of drawings: [OutputPicture]) -> [SheetCut.Part]

    func prepare(_ picture: Picture) throws -> Picture

    func files(of drawings: [OutputPicture], for target: FilePath) throws -> [SheetFile]
}

extension SheetMaker {
    static func companions(of target: FilePath) -> [FilePath] { [] }
    func parts(of drawings: [OutputPicture]) -> [SheetCut.Part] { [] }
}

/// The drawings on a sheet so far. Equal drawings share their pixels.
private struct KeptDrawings: Sendable {
    private(set) var all: [OutputPicture] = []
    private(set) var distinctCount = 0
    private var placesByHash: [Int: [Int]] = [:]

    mutating func add(_ drawing: OutputPicture) {
        var hasher = Hasher()
        drawing.color.withUnsafeBytes { hasher.combine(bytes: $0) }
        let hash = hasher.finalize()
        let known = placesByHash[hash]?.first { place in
            all[place].color.size == drawing.color.size && all[place].color.changes(from: drawing.color) == nil
        }
        if known == nil {
            placesByHash[hash, default: []].append(all.count)
            distinctCount += 1
        }
        all.append(OutputPicture(color: known.map { all[$0].color } ?? drawing.color, frames: drawing.frames))
    }
}

final class SheetDestination<Maker: SheetMaker>: OutputWriter {
    static func companions(of target: FilePath) -> [FilePath] { Maker.companions(of: target) }

    private let job: EncodingJob
    private let target: FilePath
    private let overwrites: Bool
    private let maker: Maker
    /// The files while they are being written, or `nil` if the sheet goes to standard output.
    private let batch: FileBatch?
    private let drawings = Mutex(KeptDrawings())
    private let written = Mutex<[(name: String, byteCount: Int)]>([])

    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        try Self.check(job, target: target, overwrites: overwrites)
        (self.job, self.target, self.overwrites) = (job, target, overwrites)
        maker = try Maker(job)
        let names = ([target] + Maker.companions(of: target)).map(\.lastComponent)
        let folder = FilePath(target.directory)
        batch = target == "-" ? nil : try FileSystemError.about(target, FileBatch(of: names, in: folder))
    }

    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        for file in [target] + Maker.companions(of: target) where file != "-" {
            try AtomicFile.check(file, overwrites: overwrites)
        }
        _ = try Maker(job)
    }

    deinit { discard() }

    func prepare(_ picture: OutputPicture, inPass pass: Int) throws -> Delivery {
        let drawing = OutputPicture(color: try maker.prepare(picture.color), frames: picture.frames)
        return { [self] frame in
            guard frame == drawing.frames.lowerBound else { return }
            let (count, distinctCount) = drawings.withLock {
                $0.add(drawing)
                return ($0.all.count, $0.distinctCount)
            }
            try maker.check(count: count, distinctCount: distinctCount, for: target)
        }
    }

    func end(pass: Int) throws {
        let files = try maker.files(of: drawings.withLock { $0.all }, for: target)
        for (name, bytes) in files {
            if let path = batch?.path(of: name) {
                try FileSystemError.about(target, OpenFile.write(bytes, toNewFile: path))
            } else {
                let code = bytes.withUnsafeBytes { OpenFile.write($0, to: STDOUT_FILENO) }
                guard code == 0 else { throw ExportError.cannotWrite(target, errno: code) }
            }
        }
        written.withLock { $0 = files.map { ($0.name, $0.bytes.count) } }
    }

    func finish() async throws -> OutputReceipt {
        let pictures = written.withLock { $0 }.compactMap { batch?.path(of: $0.name) }.filter(\.isPNG)
        for case .failure(let error) in try await ImageDetails.readAll(pictures) {
            throw ExportError.readBack(reason: "\(error)")
        }
        guard !Task.isCancelled else { throw ExportError.cancelled }
        try batch?.publish(replaces: overwrites)
        return OutputReceipt(byteCount: byteCount, frameCount: target.isPNG ? job.frameCount : 0)
    }

    var byteCount: Int { written.withLock { $0.reduce(0) { $0 + $1.byteCount } } }

    func discard() { batch?.discard() }

    func decoded(areDeep: Bool) -> any DecodedFrames {
        let parts = maker.parts(of: drawings.withLock { $0.all })
        let sheet = batch?.path(of: target.lastComponent).string ?? ""
        let paths = parts.indices.map { FilePath(sheet, picture: $0 + 1) }
        return DecodedImages(paths, of: job, areDeep: areDeep, codecs: .standard.cutting(SheetCut(parts)))
    }
}

extension FilePath {
    var ending: String { lastComponent.lowercased().split(separator: ".").last.map(String.init) ?? "" }
    fileprivate var isPNG: Bool { ending == "png" }
}

extension EncodingJob {
    /// Returns the label of a frame: its number, or its 1-based position.
    func label(ofFrame frame: Int) -> String {
        String(number(ofFrame: frame) ?? frame % frames.frames.count + 1)
    }

    func number(ofFrame frame: Int) -> Int? { frames.frames[frame % frames.frames.count].number }
}
