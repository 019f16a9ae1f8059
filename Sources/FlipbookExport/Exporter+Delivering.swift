import FlipbookFiles
import FlipbookMedia
import FlipbookRender

extension Exporter {
    static func write(_ lanes: [ExportLane], progress: @escaping ExportProgress.Handler) async throws {
        defer {
            for lane in lanes {
                lane.abandon()
                lane.discard()
            }
        }
        try await withTaskCancellationHandler {
            try await deliver(to: lanes.filter { $0.takesPictures(inPass: 0) }, 0, progress)
            try await goOn(lanes, progress)
            let count = lanes.map(\.plan.job.frameCount).max() ?? 0
            progress(ExportProgress(stage: .verifying, frame: 0, frameCount: count))
            for lane in lanes {
                if Task.isCancelled { throw ExportError.cancelled }
                await lane.finish()
            }
        } onCancel: {
            for lane in lanes { lane.abandon() }
        }
    }

    /// Runs additional passes for files that need them. Each file proceeds when it is ready.
    private static func goOn(_ lanes: [ExportLane], _ progress: @escaping ExportProgress.Handler) async throws {
        // Only one of the parallel passes reports progress.
        let shown = lanes.first { $0.takesPictures(inPass: 1) } ?? lanes.first
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in lanes {
                let progress = lane === shown ? progress : { @Sendable _ in }
                group.addTask { try await finishPasses(of: lane, progress) }
            }
            do {
                for try await _ in group {}
            } catch {
                // If a drawing fails, no file can be completed.
                for lane in lanes { lane.abandon() }
                throw error
            }
        }
    }

    private static func finishPasses(of lane: ExportLane, _ progress: @escaping ExportProgress.Handler) async throws {
        await lane.end(pass: 0)
        var pass = 1
        while lane.takesPictures(inPass: pass) {
            try await deliver(to: [lane], pass, progress)
            await lane.end(pass: pass)
            pass += 1
        }
    }

    private static func deliver(
        to lanes: [ExportLane],
        _ pass: Int,
        _ progress: @escaping ExportProgress.Handler
    ) async throws {
        guard let longest = lanes.max(by: { $0.runCount < $1.runCount }) else { return }
        let memory = longest.plan.sequence.settings.memory
        let held = memory.lease(lanes.map { $0.heldByteCount(inPass: pass) }.reduce(0, +), inAnyCase: true)
        defer { withExtendedLifetime(held) {} }
        let line = ProductionLine<Int, [FrameDestination.Delivery?]>(
            .init(count: longest.runCount) { index in
                var deliveries: [FrameDestination.Delivery?] = []
                var drawn: [ExportLane.Drawn] = []
                for lane in lanes { deliveries.append(try await lane.delivery(ofRun: index, inPass: pass, &drawn)) }
                return deliveries
            },
            window: longest.window(inPass: pass)
        )
        // The first pictures are drawn while encoders load, which can take a tenth of a second.
        if pass == 0 { line.start() }
        for lane in lanes { await lane.begin(pass: pass) }
        do {
            try await line.deliver { index, deliveries in
                for (lane, delivery) in zip(lanes, deliveries) {
                    guard let delivery else { continue }
                    await lane.take(delivery, ofRun: index) { frame in
                        guard lane === longest else { return }
                        progress(.init(stage: .encoding, frame: frame + 1, frameCount: lane.plan.job.frameCount))
                    }
                }
                if lanes.allSatisfy({ $0.result != nil }) { throw Unwanted() }
            }
        } catch is Unwanted {
            // Drawing stops when all files have failed.
        }
    }

    private struct Unwanted: Error {}
}
