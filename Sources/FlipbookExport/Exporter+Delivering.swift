import FlipbookFiles
import FlipbookMedia
import FlipbookRender

extension Exporter {
    /// Delivers every drawing to the files that want it, each as often as they ask.
    static func write(
        _ lanes: [ExportLane],
        progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws(ExportError) {
        defer {
            for lane in lanes {
                lane.abandon()
                lane.discard()
            }
        }
        let written = await withTaskCancellationHandler {
            await Result { () async throws(ExportError) in
                try await deliver(to: lanes.filter { $0.takesPictures(inPass: 0) }, 0, progress)
                try await goOn(lanes, progress)
                let count = lanes.map(\.plan.job.frameCount).max() ?? 0
                progress(ExportProgress(stage: .verifying, frame: 0, frameCount: count))
                for lane in lanes {
                    if Task.isCancelled { throw .cancelled }
                    await lane.finish()
                }
            }
        } onCancel: {
            for lane in lanes { lane.abandon() }
        }
        try written.get()
    }

    /// Ends the first pass of every file, and delivers what some want in further ones, to each file when it is ready for that:
    /// what one encoder still holds is compressed while another gets its pictures again.
    private static func goOn(
        _ lanes: [ExportLane],
        _ progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws(ExportError) {
        // Of passes side by side, one has its progress shown.
        let shown = lanes.first { $0.takesPictures(inPass: 1) } ?? lanes.first
        let failure = await withTaskGroup(of: ExportError?.self) { group -> ExportError? in
            for lane in lanes {
                let progress = lane === shown ? progress : { @Sendable _ in }
                group.addTask { await finishPasses(of: lane, progress) }
            }
            var first: ExportError?
            for await error in group {
                guard let error, first == nil else { continue }
                first = error
                // A drawing that cannot be made is missing in every file.
                group.cancelAll()
                for lane in lanes { lane.abandon() }
            }
            return first
        }
        if let failure { throw failure }
    }

    /// Ends the first pass of a file and delivers in all further ones; returns why that is not possible.
    private static func finishPasses(
        of lane: ExportLane,
        _ progress: @escaping @Sendable (ExportProgress) -> Void
    ) async -> ExportError? {
        await lane.end(pass: 0)
        var pass = 1
        do throws(ExportError) {
            while lane.takesPictures(inPass: pass) {
                try await deliver(to: [lane], pass, progress)
                await lane.end(pass: pass)
                pass += 1
            }
            return nil
        } catch {
            return error
        }
    }

    /// Delivers every drawing once.
    private static func deliver(
        to lanes: [ExportLane],
        _ pass: Int,
        _ progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws(ExportError) {
        guard let longest = lanes.max(by: { $0.runCount < $1.runCount }) else { return }
        let memory = longest.plan.sequence.settings.memory
        let held = memory.lease(lanes.map { $0.heldByteCount(inPass: pass) }.reduce(0, +), inAnyCase: true)
        defer { withExtendedLifetime(held) {} }
        let line = ProductionLine<Int, [ExportLane.Delivery?], ExportError>(
            .init(count: longest.runCount) { index throws(ExportError) in
                var deliveries: [ExportLane.Delivery?] = []
                var drawn: [ExportLane.Drawn] = []
                for lane in lanes { deliveries.append(try await lane.delivery(ofRun: index, inPass: pass, &drawn)) }
                return deliveries
            },
            window: longest.window(inPass: pass)
        )
        // The first pictures are drawn while encoders are loaded, which takes a tenth of a second for some.
        if pass == 0 { line.start() }
        for lane in lanes { await lane.begin(pass: pass) }
        do throws(Ending) {
            try await line.deliver({ .failed(ExportError($0)) }) { index, deliveries throws(Ending) in
                for (lane, delivery) in zip(lanes, deliveries) {
                    guard let delivery else { continue }
                    await lane.take(delivery, ofRun: index) { frame in
                        guard lane === longest else { return }
                        progress(
                            ExportProgress(stage: .encoding, frame: frame + 1, frameCount: lane.plan.job.frameCount)
                        )
                    }
                }
                if lanes.allSatisfy({ $0.result != nil }) { throw .unwanted }
            }
        } catch {
            // Nothing is drawn for files that all failed.
            if case .failed(let error) = error { throw error }
        }
    }

    /// Why the delivery of drawings ends before the last.
    private enum Ending: Error {
        /// A drawing could not be made.
        case failed(ExportError)
        /// No file wants a drawing any more.
        case unwanted
    }
}
