import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import Synchronization

/// One of the files written from the same drawings. If it fails, the others continue.
final class ExportLane: Sendable {
    typealias Drawn = (list: DisplayList, target: RenderTarget, picture: Picture)

    let plan: CheckedExport
    let target: FilePath
    private let destination: any FrameDestination
    private let runs: HeldRuns
    private let check: @Sendable () throws -> Void
    private let outcome = Mutex<Result<OutputReceipt, ExportError>?>(nil)

    /// Creates a lane. `check` is called when all pictures are written, before the file gets its name.
    init(
        _ plan: CheckedExport,
        to target: FilePath,
        _ destination: any FrameDestination,
        check: @escaping @Sendable () throws -> Void = {}
    ) {
        (self.plan, self.target, self.destination, self.check) = (plan, target, destination, check)
        runs = plan.sequence.runs
    }

    /// The file's result, or `nil` while it is being written.
    var result: Result<OutputReceipt, ExportError>? { outcome.withLock { $0 } }

    var isCancelled: Bool { if case .failure(.cancelled) = result { true } else { false } }

    func takesPictures(inPass pass: Int) -> Bool { result == nil && pass < destination.passes }

    var runCount: Int { plan.runCount }

    private func sequence(inPass pass: Int) -> CheckedSequence {
        destination.comparesPictures(inPass: pass) ? plan.sequence.asComposited : plan.sequence
    }

    /// Returns the limit on pictures that are in production or waiting. Individually compressed pictures also keep their
    /// encoded files in memory.
    func window(inPass pass: Int) -> ProductionWindow {
        let sequence = sequence(inPass: pass)
        var window = sequence.window
        switch plan.job.codec.work {
        case .pictures?: window.byteCount += sequence.pictureByteCount
        // Encoding a huge picture in an element takes longer than drawing the next one.
        case .element? where window.byteCount > 1 << 29 && !destination.comparesPictures(inPass: pass): window.count = 1
        case .element?, nil: break
        }
        return window
    }

    /// Returns the size, in bytes, of the pictures that are in the encoder or waiting for it while the next pictures are made.
    func heldByteCount(inPass pass: Int) -> Int {
        guard case .element? = plan.job.codec.work, !destination.comparesPictures(inPass: pass) else { return 0 }
        let byteCount = sequence(inPass: pass).pictureByteCount
        return (1 + GStreamerDestination.waitingCount(byteCount)) * byteCount
    }

    /// Returns the delivery of a run's drawing in a pass, or `nil` if the file needs no more pictures.
    func delivery(ofRun index: Int, inPass pass: Int, _ drawn: inout [Drawn])
        async throws(FrameRenderError) -> FrameDestination.Delivery?
    {
        guard index < runCount, result == nil else { return nil }
        let sequence = sequence(inPass: pass)
        let (list, target) = (sequence.displayList(ofRun: index), sequence.target)
        let picture: Picture
        if let known = drawn.first(where: { $0.list == list && $0.target == target }) {
            picture = known.picture
        } else {
            picture = try await sequence.picture(of: list)
            drawn.append((list, target, picture))
        }
        let output = OutputPicture(color: picture, frames: runs.frames(ofRun: index))
        do {
            return try destination.prepare(output, inPass: pass)
        } catch {
            fail(ExportError(error))
            return nil
        }
    }

    func take(_ delivery: FrameDestination.Delivery, ofRun index: Int, after each: (Int) -> Void) async {
        await attempt {
            for frame in self.runs.frames(ofRun: index) {
                try await delivery(frame)
                each(frame)
            }
        }
    }

    func begin(pass: Int) async { await attempt { try await self.destination.begin(pass: pass) } }
    func end(pass: Int) async { await attempt { try await self.destination.end(pass: pass) } }

    func finish() async {
        await attempt {
            try self.check()
            let receipt = try await self.destination.finish()
            self.outcome.withLock { $0 = .success(receipt) }
        }
    }

    func abandon() { destination.abandon() }
    func discard() { destination.discard() }

    func fail(_ error: ExportError) {
        outcome.withLock { $0 = $0 ?? .failure(error) }
        destination.abandon()
    }

    private func attempt(_ body: () async throws -> Void) async {
        guard result == nil else { return }
        do { try await body() } catch { fail(ExportError(error)) }
    }
}
