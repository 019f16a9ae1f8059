import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import Synchronization

/// One file in the making, beside others that get the same drawings. Its failure is its own: the others go on.
final class ExportLane: Sendable {
    /// Hands what was made of a drawing to the file, as one of the frames that show it.
    typealias Delivery = @Sendable (_ frame: Int) async throws(ExportError) -> Void

    /// A picture that was made for one of the files, and of what.
    struct Drawn {
        let list: DisplayList
        let target: RenderTarget
        let picture: Picture
    }

    let plan: CheckedExport
    let target: FilePath
    private let destination: any FrameDestination
    private let check: @Sendable () throws(ExportError) -> Void
    private let outcome = Mutex<Result<OutputReceipt, ExportError>?>(nil)

    /// The file `target`, as a destination writes it.
    /// - Parameter check: Is called when all pictures are there, before the file gets its name.
    init(
        _ plan: CheckedExport,
        to target: FilePath,
        _ destination: any FrameDestination,
        check: @escaping @Sendable () throws(ExportError) -> Void = {}
    ) {
        (self.plan, self.target, self.destination, self.check) = (plan, target, destination, check)
    }

    private static func delivery(
        of picture: OutputPicture,
        to destination: some FrameDestination
    ) throws(ExportError) -> Delivery {
        let prepared = try destination.prepare(picture)
        return { frame async throws(ExportError) in try await destination.accept(prepared, as: frame) }
    }

    /// What came of the file; `nil` while it is in the making.
    var result: Result<OutputReceipt, ExportError>? { outcome.withLock { $0 } }

    /// Whether it was ended since the export was cancelled.
    var isCancelled: Bool {
        if case .failure(.cancelled) = result { true } else { false }
    }

    /// Whether the file takes pictures in a pass.
    func takesPictures(inPass pass: Int) -> Bool { result == nil && pass < destination.passes }

    /// Drawings of a pass, those of all cycles.
    var runCount: Int { plan.runCount }

    /// The sequence as its pictures are drawn for a pass.
    private func sequence(inPass pass: Int) -> CheckedSequence {
        destination.comparesPictures(inPass: pass) ? plan.sequence.asComposited : plan.sequence
    }

    /// How many pictures of a pass should be in the making or waiting at most. One that is compressed by itself has its file
    /// beside it, which is at most about as large.
    func window(inPass pass: Int) -> ProductionWindow {
        let sequence = sequence(inPass: pass)
        var window = sequence.window
        switch plan.job.encoder?.work {
        case .pictures?: window.byteCount += sequence.pictureByteCount
        // An element takes longer for a huge picture than making the next one does.
        case .element? where window.byteCount > 1 << 29 && !destination.comparesPictures(inPass: pass): window.count = 1
        case .element?, nil: break
        }
        return window
    }

    /// What the pictures take that a file's elements have while the next ones are made: one in the encoder, and those before it.
    func heldByteCount(inPass pass: Int) -> Int {
        guard case .element? = plan.job.encoder?.work, !destination.comparesPictures(inPass: pass) else { return 0 }
        let byteCount = sequence(inPass: pass).pictureByteCount
        return (1 + GStreamerDestination.waitingCount(byteCount)) * byteCount
    }

    /// What the file gets of the drawing of a run in a pass; `nil` where it gets none any more.
    /// - Parameter drawn: What was drawn of this run for other files.
    func delivery(ofRun index: Int, inPass pass: Int, _ drawn: inout [Drawn]) async throws(ExportError) -> Delivery? {
        guard index < runCount, result == nil else { return nil }
        let sequence = sequence(inPass: pass)
        let (list, target) = (sequence.displayList(ofRun: index), sequence.target)
        let picture: Picture
        if let known = drawn.first(where: { $0.list == list && $0.target == target }) {
            picture = known.picture
        } else {
            do throws(FrameRenderError) {
                picture = try await sequence.picture(ofRun: index)
            } catch {
                // A drawing that cannot be made is missing in every file.
                throw ExportError(error)
            }
            drawn.append(Drawn(list: list, target: target, picture: picture))
        }
        let frames = plan.sequence.runs.frames(ofRun: index)
        do throws(ExportError) {
            return try Self.delivery(of: OutputPicture(color: picture, frames: frames), to: destination)
        } catch {
            fail(error)
            return nil
        }
    }

    /// Hands a drawing to the file, for each frame that shows it.
    func take(_ delivery: Delivery, ofRun index: Int, after each: (Int) -> Void) async {
        await attempt { () async throws(ExportError) in
            for frame in self.plan.sequence.runs.frames(ofRun: index) {
                try await delivery(frame)
                each(frame)
            }
        }
    }

    func begin(pass: Int) async {
        await attempt { () async throws(ExportError) in try await self.destination.begin(pass: pass) }
    }

    func end(pass: Int) async {
        await attempt { () async throws(ExportError) in try await self.destination.end(pass: pass) }
    }

    /// Reads the file back and gives it its name.
    func finish() async {
        await attempt { () async throws(ExportError) in
            try self.check()
            let receipt = try await self.destination.finish()
            self.outcome.withLock { $0 = .success(receipt) }
        }
    }

    /// Stops what goes on.
    func abandon() { destination.abandon() }

    /// Removes what has no name.
    func discard() { destination.discard() }

    /// Ends the file without a name.
    func fail(_ error: ExportError) {
        outcome.withLock { $0 = $0 ?? .failure(error) }
        destination.abandon()
    }

    private func attempt(_ body: () async throws(ExportError) -> Void) async {
        guard result == nil else { return }
        do throws(ExportError) { try await body() } catch { fail(error) }
    }
}
