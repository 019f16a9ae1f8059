import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import Glibc
import Synchronization

/// Writes a file of animated pictures: only what changes is stored, and equal neighbours are stored once.
final class AnimationDestination<Coder: AnimationCoder>: MeasuredDestination {
    /// A picture that is shown until another one comes.
    private struct Shown: Sendable {
        let index: Int
        let before: Picture?
        let picture: Picture
        var frames: Range<Int>
    }

    /// What was taken in until now.
    private struct State: Sendable {
        var pass = 0
        var shown: Shown?
        /// Pictures on their way into bytes, in the order of the file.
        var waiting: [Task<Result<[UInt8], ExportError>, Never>] = []
        /// The frames of every stored picture.
        var frames: [Range<Int>] = []
    }

    let passes: Int
    private let job: EncodingJob
    private let target: FilePath
    private let output: OutputFile
    private let coder: Coder
    private let state = Mutex(State())

    init(job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        output = try OutputFile(target: target, overwrites: overwrites)
        (self.job, self.target) = (job, target)
        coder = try Coder(job)
        passes = job.format.passes
    }

    static func check(_ job: EncodingJob, target: FilePath, overwrites: Bool) throws(ExportError) {
        try OutputFile.check(target, overwrites: overwrites)
        _ = try Coder(job)
    }

    func begin(pass: Int) throws(ExportError) {
        state.withLock { $0.pass = pass }
        // How many pictures there are is known at the end; the head has the same length for any number.
        if pass == passes - 1 { try output.write(coder.head(pictureCount: 0)) }
    }

    private var isLastPass: Bool { state.withLock { $0.pass } == passes - 1 }

    func prepare(_ picture: OutputPicture) throws(ExportError) -> OutputPicture {
        if !isLastPass { coder.survey(picture.color) }
        guard job.request.standard != nil else { return picture }
        return OutputPicture(color: try job.inStoredColors(picture.color), frames: picture.frames)
    }

    func accept(_ prepared: OutputPicture, as frame: Int) async throws(ExportError) {
        // A drawing is taken in once, with all its frames.
        guard isLastPass, frame == prepared.frames.lowerBound else { return }
        var frames = prepared.frames
        if isOnlyPicture(to: frames.upperBound, prepared.color), frames.count > 1 {
            try await show(prepared.color, frames.lowerBound..<frames.upperBound - 1)
            frames = frames.upperBound - 1..<frames.upperBound
        }
        for part in parts(of: frames) { try await show(prepared.color, part) }
    }

    /// The frames in parts that one picture of the file can be shown for.
    private func parts(of frames: Range<Int>) -> [Range<Int>] {
        guard !isOnePicture(frames) else { return [frames] }
        var (parts, start) = ([Range<Int>](), frames.lowerBound)
        for frame in frames where !isOnePicture(start..<frame + 1) && frame > start {
            parts.append(start..<frame)
            start = frame
        }
        return parts + [start..<frames.upperBound]
    }

    /// Whether one picture of the file can be shown for all of these frames.
    private func isOnePicture(_ frames: Range<Int>) -> Bool {
        job.timing.presentationTime(ofFrame: frames.upperBound)
            - job.timing.presentationTime(ofFrame: frames.lowerBound) <= Coder.longestDuration
    }

    /// Whether `picture`, which is shown until the last frame, is the only one of a format that would be a still then.
    private func isOnlyPicture(to end: Int, _ picture: Picture) -> Bool {
        guard Coder.isStillIfAlone, end == job.frameCount else { return false }
        return state.withLock { $0.shown.map { $0.index == 0 && picture.changes(from: $0.picture) == nil } ?? true }
    }

    /// Goes on showing the former picture where `picture` is equal, and stores the former one where it differs.
    private func show(_ picture: Picture, _ frames: Range<Int>) async throws(ExportError) {
        let isOnly = isOnlyPicture(to: frames.upperBound, picture)
        let former = state.withLock { state -> Shown? in
            if let shown = state.shown, !isOnly, isOnePicture(shown.frames.lowerBound..<frames.upperBound),
                picture.changes(from: shown.picture) == nil
            {
                state.shown?.frames = shown.frames.lowerBound..<frames.upperBound
                return nil
            }
            let former = state.shown
            state.shown = Shown(
                index: former.map { $0.index + 1 } ?? 0,
                before: former?.picture,
                picture: picture,
                frames: frames
            )
            return former
        }
        if let former { try await store(former, before: picture) }
    }

    func end(pass: Int) async throws(ExportError) {
        guard pass == passes - 1 else { return try coder.endSurvey() }
        if let last = state.withLock({ $0.shown }) { try await store(last, before: nil) }
        while try await writeNext() {}
        try output.write(coder.tail())
        let count = state.withLock { $0.frames.count }
        try output.write(coder.head(pictureCount: count), at: 0)
        if let correction = coder.correction(byteCount: output.byteCount) {
            try output.write(correction.bytes, at: correction.offset)
        }
    }

    func finish() async throws(ExportError) -> OutputReceipt {
        let found = try output.withContents { bytes throws(ExportError) in try Coder.read(bytes) }
        let frames = state.withLock { $0.frames }
        try check(found, frames)
        var receipt = try await output.commit(frameCount: frames.reduce(0) { $0 + $1.count }, of: job)
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

    func abandon() {
        for task in state.withLock({ $0.waiting }) { task.cancel() }
    }

    /// Has a picture encoded, and writes those that are ready where there are many.
    private func store(_ shown: Shown, before after: Picture?) async throws(ExportError) {
        let step = AnimationPicture(
            index: shown.index,
            before: shown.before,
            picture: shown.picture,
            after: after,
            frames: shown.frames
        )
        if Coder.isSequential { while try await writeNext() {} }
        let coder = coder
        let executor: WorkExecutor? = WorkExecutor.shared.threadCount > 0 ? .shared : nil
        let task = Task(executorPreference: executor) {
            Result { () throws(ExportError) in try coder.encode(step) }
        }
        let count = state.withLock { state in
            state.frames.append(shown.frames)
            state.waiting.append(task)
            return state.waiting.count
        }
        if count > ProcessorCount.usable { _ = try await writeNext() }
    }

    /// Writes the next picture; returns whether there was one.
    private func writeNext() async throws(ExportError) -> Bool {
        guard let task = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else { return false }
        try output.write(await task.value.get())
        return true
    }

    /// Compares what was read with what was written.
    private func check(_ found: AnimationFacts, _ frames: [Range<Int>]) throws(ExportError) {
        guard found.size == job.size else {
            throw .readBack(reason: "it says \(found.size), the pictures are \(job.size).")
        }
        guard found.durations.count == frames.count else {
            throw .readBack(reason: "it holds \(found.durations.count) pictures, \(frames.count) were encoded.")
        }
        // A still picture has no time.
        guard !Coder.isStillIfAlone || job.frameCount > 1 else { return }
        guard found.loopCount == job.loopCount else {
            throw .readBack(reason: "it is played \(found.loopCount) times, not \(job.loopCount).")
        }
        let tolerance = job.format.clock?.tolerance(job) ?? 0
        var shown = 0.0
        for (duration, frames) in zip(found.durations, frames) {
            shown += duration
            let exact = Double(job.timing.presentationTime(ofFrame: frames.upperBound)) / 1e9
            guard abs(shown - exact) * 1e9 <= Double(tolerance) + 1_000 else {
                throw .readBack(reason: "its frame \(frames.upperBound) ends at \(shown) s, not at \(exact) s.")
            }
        }
    }
}
