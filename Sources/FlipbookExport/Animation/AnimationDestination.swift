import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Synchronization

/// Writes an animated image file. Only changed pixels are stored, and consecutive equal pictures are stored once.
final class AnimationDestination<Coder: AnimationCoder>: OutputWriter {
    private struct State: Sendable {
        var shown: AnimationPicture?
        var waiting: [Task<[UInt8], any Error>] = []
        var frames: [Range<Int>] = []
    }

    let passes: Int
    private let job: EncodingJob
    private let output: AtomicFile
    private let coder: Coder
    private let state = Mutex(State())

    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        output = try AtomicFile(target: target, overwrites: overwrites)
        self.job = job
        coder = try Coder(job)
        passes = job.format.passes
    }

    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws {
        try AtomicFile.check(target, overwrites: overwrites)
        _ = try Coder(job)
    }

    func begin(pass: Int) throws {
        if pass == passes - 1 { try output.write(coder.head(pictureCount: 0, byteCount: 0)) }
    }

    func prepare(_ picture: OutputPicture, inPass pass: Int) throws -> Delivery {
        guard pass == passes - 1 else {
            coder.survey(picture.color)
            return { _ in }
        }
        let color = try job.inStoredColors(picture.color)
        return { [self] frame in
            // A drawing is added once, with all its frames.
            if frame == picture.frames.lowerBound { try await take(color, picture.frames) }
        }
    }

    private func take(_ picture: Picture, _ frames: Range<Int>) async throws {
        var frames = frames
        if isOnlyPicture(to: frames.upperBound, picture), frames.count > 1 {
            try await show(picture, frames.lowerBound..<frames.upperBound - 1)
            frames = frames.upperBound - 1..<frames.upperBound
        }
        for part in parts(of: frames) { try await show(picture, part) }
    }

    /// Divides frames into parts that do not exceed the longest duration of a picture.
    private func parts(of frames: Range<Int>) -> [Range<Int>] {
        guard !isOnePicture(frames) else { return [frames] }
        var (parts, start) = ([Range<Int>](), frames.lowerBound)
        for frame in frames where !isOnePicture(start..<frame + 1) && frame > start {
            parts.append(start..<frame)
            start = frame
        }
        return parts + [start..<frames.upperBound]
    }

    /// Returns whether a single picture in the file can last for all of these frames.
    private func isOnePicture(_ frames: Range<Int>) -> Bool {
        job.timing.nanosecond(ofFrame: frames.upperBound)
            - job.timing.nanosecond(ofFrame: frames.lowerBound) <= Coder.longestDuration
    }

    /// Returns whether a picture shown until `end` would be the only one in the file, and would therefore be stored as a still
    /// image.
    private func isOnlyPicture(to end: Int, _ picture: Picture) -> Bool {
        guard Coder.isFilm, end == job.frameCount else { return false }
        return state.withLock { $0.shown.map { $0.index == 0 && picture.changes(from: $0.picture) == nil } ?? true }
    }

    /// Extends the current picture if `picture` is equal to it. Otherwise, stores the current picture, and makes `picture` the
    /// current one.
    private func show(_ picture: Picture, _ frames: Range<Int>) async throws {
        let isOnly = isOnlyPicture(to: frames.upperBound, picture)
        let former = state.withLock { state -> AnimationPicture? in
            if let shown = state.shown, !isOnly, isOnePicture(shown.frames.lowerBound..<frames.upperBound),
                picture.changes(from: shown.picture) == nil
            {
                state.shown?.frames = shown.frames.lowerBound..<frames.upperBound
                return nil
            }
            let (former, index) = (state.shown, state.shown.map { $0.index + 1 } ?? 0)
            state.shown = AnimationPicture(index: index, before: former?.picture, picture: picture, frames: frames)
            return former
        }
        if let former { try await store(former, before: picture) }
    }

    func end(pass: Int) async throws {
        guard pass == passes - 1 else { return try coder.endSurvey() }
        if let last = state.withLock({ $0.shown }) { try await store(last, before: nil) }
        while try await writeNext() {}
        try output.write(coder.tail())
        let count = state.withLock { $0.frames.count }
        try output.write(coder.head(pictureCount: count, byteCount: output.byteCount), at: 0)
    }

    func finish() async throws -> OutputReceipt {
        let found = try output.withContents { try Coder.read($0) }
        let frames = state.withLock { $0.frames }
        try check(found, frames)
        var receipt = try await output.commit(frames.reduce(0) { $0 + $1.count }, of: job)
        receipt.pixelNotes = coder.notes
        return receipt
    }

    var byteCount: Int { output.byteCount }

    func decoded(areDeep: Bool) -> any DecodedFrames {
        let frames = state.withLock { $0.frames }
        let pictures = frames.enumerated().flatMap { place, frames in
            Array(repeating: FilePath(output.readablePath, picture: place + 1), count: frames.count)
        }
        return DecodedImages(pictures, of: job, areDeep: areDeep)
    }

    func abandon() { for task in state.withLock({ $0.waiting }) { task.cancel() } }

    /// Starts encoding a picture, and writes an earlier one if many are waiting.
    private func store(_ shown: AnimationPicture, before after: Picture?) async throws {
        var step = shown
        step.after = after
        if Coder.isFilm { while try await writeNext() {} }
        let executor: WorkExecutor? = WorkExecutor.shared.threadCount > 0 ? .shared : nil
        let task = Task(executorPreference: executor) { [coder, step] in try coder.encode(step) }
        let count = state.withLock { state in
            state.frames.append(shown.frames)
            state.waiting.append(task)
            return state.waiting.count
        }
        if count > ProcessorCount.usable { _ = try await writeNext() }
    }

    private func writeNext() async throws -> Bool {
        guard let task = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else { return false }
        try output.write(try await task.value)
        return true
    }

    private func check(_ found: AnimationFacts, _ frames: [Range<Int>]) throws {
        try verify(found.size == job.size, "its size is \(found.size) instead of \(job.size).")
        let count = found.durations.count
        try verify(count == frames.count, "it has \(count) pictures instead of \(frames.count).")
        guard !Coder.isFilm || job.frameCount > 1 else { return }
        try verify(found.loopCount == job.loopCount, "it plays \(found.loopCount) times instead of \(job.loopCount).")
        let tolerance = job.format.clock?.tolerance(job) ?? 0
        var shown = 0.0
        for (duration, frames) in zip(found.durations, frames) {
            shown += duration
            let exact = Double(job.timing.nanosecond(ofFrame: frames.upperBound)) / 1e9
            let isRight = abs(shown - exact) * 1e9 <= Double(tolerance) + 1_000
            try verify(isRight, "its frame \(frames.upperBound) ends at \(shown) s instead of \(exact) s.")
        }
    }
}
