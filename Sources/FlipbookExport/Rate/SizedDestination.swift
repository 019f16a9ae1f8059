import FlipbookCore
import FlipbookMedia
import Synchronization

/// Encodes a file repeatedly until its size is at or slightly below the limit.
final class SizedDestination: FrameDestination {
    private struct State {
        var search: SizeSearch
        var value: Int
        var current: any FrameDestination
        var firstPass = 0
        /// A Boolean value that indicates whether the encoder rejected the bit rate as too low.
        var isRefused = false
        var best: (any FrameDestination)?
        /// The results of finished searches: the lower quality step, and the number of frames at the beginning and at the end
        /// that use the better step.
        var found: [Int] = []

        /// Continues with a finer search between the two files on either side of the limit. Returns `nil` if no finer search is
        /// possible.
        mutating func refine(_ job: EncodingJob) -> SizeSearch.Step? {
            guard !job.isSizedByBits, job.codec.mixedFactors != nil, let (below, above) = search.neighbors
            else { return nil }
            let (next, steps): (Int?, Int)
            switch found.count {
            // The first frames get the better step.
            case 0: (next, steps) = (above.byteCount, job.frameCount)
            // Improving a single frame at the beginning can exceed the limit, since all later frames refer to it. Few frames
            // refer to the last frames.
            case 1: (next, steps) = (search.most ?? above.byteCount, job.frameCount - below.value)
            // In a short video, improving even the last frame can exceed the limit. In that case, only its transparency
            // improves.
            case 2 where job.storesAlphaApart: (next, steps) = (nil, job.asking(found[0]).mostStepsOfAlpha)
            default: return nil
            }
            found.append(below.value)
            search = SizeSearch(limit: search.limit, from: below.byteCount, to: next, steps: steps)
            return search.next
        }
    }

    private let job: EncodingJob
    private let state: Mutex<State>
    private let makeFile: @Sendable (EncodingJob) throws -> any FrameDestination

    /// - Parameter makeFile: Starts the file for an attempt.
    init(_ job: EncodingJob, _ makeFile: @escaping @Sendable (EncodingJob) throws -> any FrameDestination) throws {
        var job = job
        if job.bitRatePasses == 2 { job.bitRate = BitRate(bitsPerSecond: 0, notes: try EncoderNotes()) }
        (self.job, self.makeFile) = (job, makeFile)
        let search = job.sizeSearch
        let first = try makeFile(job.asking(search.first))
        state = Mutex(State(search: search, value: search.first, current: first))
    }

    var passes: Int { state.withLock { $0.firstPass + $0.current.passes } }
    var byteCount: Int { state.withLock { $0.current }.byteCount }

    func begin(pass: Int) async throws {
        let (base, first) = state.withLock { ($0.current, $0.firstPass) }
        try await unlessRefused { try await base.begin(pass: pass - first) }
    }

    /// Runs `body`. If the encoder rejects the bit rate as too low, continues with the smallest file.
    private func unlessRefused(_ body: () async throws -> Void) async throws {
        guard !state.withLock({ $0.isRefused }) else { return }
        do {
            try await body()
        } catch {
            guard case .pipeline = ExportError(error) else { throw error }
            let canRetry = state.withLock { state in
                state.isRefused = job.isSizedByBits && state.value > state.search.range.lowerBound
                return state.isRefused
            }
            guard canRetry else { throw error }
            state.withLock { $0.current }.abandon()
        }
    }

    func prepare(_ picture: OutputPicture, inPass pass: Int) throws -> Delivery {
        let (base, first) = state.withLock { ($0.current, $0.firstPass) }
        let deliver = try base.prepare(picture, inPass: pass - first)
        return { [self] frame in try await unlessRefused { try await deliver(frame) } }
    }

    func end(pass: Int) async throws {
        let (base, first, value) = state.withLock { ($0.current, $0.firstPass, $0.value) }
        try await unlessRefused { try await base.end(pass: pass - first) }
        let isRefused = state.withLock { $0.isRefused }
        guard isRefused || pass - first == base.passes - 1 else { return }
        // Each file except the best is deleted when its last reference is released.
        let step = state.withLock { state -> SizeSearch.Step in
            let former = state.search.best
            state.isRefused = false
            var step =
                isRefused
                ? state.search.next(afterRefused: value) : state.search.next(after: value, byteCount: base.byteCount)
            if state.search.best != former, (state.search.best ?? 0) > state.best?.byteCount ?? 0 { state.best = base }
            // If a finer search has nothing to try, the next one follows.
            while case .keepBest = step, !state.search.isNear, let next = state.refine(job) { step = next }
            return step
        }
        switch step {
        case .make(let value):
            let values = state.withLock { $0.found } + [value, 0, 0, 0]
            var job = job.asking(values[0])
            (job.betterFrames, job.betterAlpha) = ((values[1], values[2]), values[3])
            let next = try makeFile(job)
            state.withLock { state in (state.current, state.value, state.firstPass) = (next, value, pass + 1) }
        case .keepBest:
            state.withLock { state in
                state.current = state.best ?? state.current
                // The best file needs no further pass.
                state.firstPass = pass + 1 - state.current.passes
            }
        case .tooLarge(let least):
            throw ExportError.unencodable(
                reason: "\(setting: .mostBytes): the smallest possible file has \(least) bytes, more than "
                    + "\(job.request.mostBytes ?? 0). Make the pictures smaller with \(remedy: .set(.size)), or fewer "
                    + "with \(remedy: .set(.frames))"
                    + (job.settings.audio == nil ? "." : ", or omit \(remedy: .omit(.audio)).")
            )
        }
    }

    func finish() async throws -> OutputReceipt { try await state.withLock { $0.current }.finish() }

    func decoded(areDeep: Bool) throws -> any DecodedFrames {
        try state.withLock { $0.current }.decoded(areDeep: areDeep)
    }

    func abandon() { state.withLock { $0.current }.abandon() }
}

extension Setting {
    static let mostBytes = Setting(rawValue: "max-size")
    static let bitRate = Setting(rawValue: "bitrate")
}

extension EncodingJob {
    /// The number of passes for a bit rate, or `nil` if the encoder supports only a quality. Separate streams for color and
    /// transparency cannot share a bit rate.
    var bitRatePasses: Int? { storesAlphaApart ? nil : codec.bitRatePasses }

    /// A value that selects the worst quality, at any bit rate.
    private static var leastBitRate: Int { 1_000 }

    /// The maximum number of quality steps by which transparency may be better than the colors. One step is reserved for the
    /// higher-quality frames.
    fileprivate var mostStepsOfAlpha: Int {
        guard let factors = codec.factors, let factor = rateFactor else { return 0 }
        return max(0, abs(factors.best - factor) - 1)
    }

    fileprivate var isSizedByBits: Bool { bitRatePasses != nil && !codec.isSizedByFactor }

    private var rateSearch: SizeSearch {
        let limit = request.mostBytes ?? .max
        let seconds = Double(timing.nanosecond(ofFrame: frameCount)) / 1e9
        let sound = settings.audio == nil ? 0 : seconds * 24_000
        let bits = max(0, Double(limit) * 0.98 - sound - 1_000 - 12 * Double(frameCount)) * 8 / seconds
        let rates = Self.leastBitRate...2_000_000_000
        return SizeSearch(limit: limit, range: rates, first: Int(min(bits, 2e9)), isProportional: true)
    }

    var sizeSearch: SizeSearch {
        let limit = request.mostBytes ?? .max
        if isSizedByBits { return rateSearch }
        guard let factors = codec.factors
        else { preconditionFailure("a request with a size limit must use a codec with a bit rate or a quality") }
        // The best quality is 100, even if the codec supports better: a large limit is not a request for a large file.
        let (best, usual) = (factors.factor(ofQuality: 100), factors.factor(ofQuality: EncodingRequest.usualQuality))
        let range = 0...abs(factors.smallest - best)
        return SizeSearch(limit: limit, range: range, first: abs(factors.smallest - usual), isProportional: false)
    }

    /// Returns the job with a bit rate, or with a number of quality steps above the lowest quality.
    func asking(_ value: Int) -> EncodingJob {
        var job = self
        if isSizedByBits, value > Self.leastBitRate {
            job.bitRate = BitRate(bitsPerSecond: value, notes: bitRate?.notes)
        } else if isSizedByBits, let factors = codec.factors {
            // Encoders reject a bit rate that is too low. Their worst quality results in the smallest file.
            (job.bitRate, job.request.rateFactor) = (nil, factors.smallest)
        } else if let factors = codec.factors {
            job.request.rateFactor = factors.smallest + factors.step * value
        }
        return job
    }
}
