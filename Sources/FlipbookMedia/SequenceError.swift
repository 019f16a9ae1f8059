public import FlipbookCore
public import FlipbookFiles
import FlipbookImaging
public import FlipbookRender
public import FlipbookSequences

/// Why a sequence cannot be shown, or not further; all but a frame's own fault is found before the first picture is decoded.
public enum SequenceError: ExplainedError, MachineBound {
    /// There is nothing to show.
    case noFrames(name: String)
    /// Numbers that should be there are not.
    case missingFrames(MissingFramesError)
    /// Frames that do not fit together or cannot be read.
    case faultyFrames(FrameFaults)
    /// Numbers that should be there are not, and of those that are, some frames are faulty.
    case missingAndFaulty(MissingFramesError, FrameFaults)
    /// The canvas cannot be drawn on; the name is that of the first frame's file, where its size is the canvas's.
    case canvas(CanvasError, name: String? = nil)
    /// A setting cannot be, or not with these frames.
    case setting(SettingFault)
    /// Frames of different lengths do not fit into the constant rate that was asked for.
    case constantRate(ConstantRateError)
    /// The durations of the frames have no common fraction to count in.
    case noCommonFraction(name: String)
    /// The frames and the exact duration of one cycle in seconds make a rate beyond what GStreamer carries.
    case unusableRate(frameCount: Int, duration: RationalTime)
    /// A frame could not be decoded or composited.
    case frame(FrameRenderError)
    /// The process has too little memory, or too many files open.
    case shortage(MachineShortage)
    /// The task that reads was cancelled.
    case cancelled
}

extension SequenceError {
    /// The refusal of missing and damaged frames, with every culprit.
    package init(_ error: MissingFramesError, _ faults: FrameFaults?) {
        guard var faults, faults.shortage == nil else {
            self = .missingFrames(error)
            return
        }
        // Under any other policy the remedy was given already.
        if error.reason != .refused { faults.hasOthers = false }
        self =
            error.reason == .nothingThere && error.missing.isEmpty
            ? .faultyFrames(faults) : .missingAndFaulty(error, faults)
    }

    /// The error by which pictures of a sequence were ended.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as SequenceError: error
            case let error as FrameRenderError: error.shortage.map(Self.shortage) ?? .frame(error)
            case let error as MachineShortage: .shortage(error)
            case is CancellationError: .cancelled
            default: .frame(FrameRenderError(path: FilePath("the sequence"), cause: .corrupt(reason: "\(error)")))
            }
    }

    /// The setting that the error is about, or `nil` if it is about none.
    package var settingFault: SettingFault? { if case .setting(let fault) = self { fault } else { nil } }

    /// The kind of remedy that a caller has.
    public var kind: ErrorKind {
        switch self {
        case .setting(let fault): fault.isUnreadable ? .environment : .usage
        case .shortage: .environment
        case .cancelled: .cancelled
        default: .incomplete
        }
    }
}

extension SequenceError {
    /// The error's code: that of the error within, or by its case.
    public var code: ErrorCode {
        switch self {
        case .noFrames: "frames.none"
        case .missingFrames(let error), .missingAndFaulty(let error, _): error.code
        case .faultyFrames: "frames.faulty"
        case .canvas(let error, _): error.code
        case .setting: "setting"
        case .constantRate(let error): error.code
        case .noCommonFraction: "rate.fraction"
        case .unusableRate: "rate.unusable"
        case .frame(let error): error.code
        case .shortage(let error): error.code
        case .cancelled: "cancelled"
        }
    }

    /// The place, the fault, and the remedy.
    public var explanation: Explanation {
        switch self {
        case .noFrames(let name): "\(name.escapingControlCharacters) has no frames to show."
        case .missingFrames(let error): error.explanation
        case .faultyFrames(let faults): faults.explanation
        case .missingAndFaulty(let error, let faults): "\(error.explanation)\n\(faults.explanation)"
        case .canvas(.tooLarge(let size), let name?): "\(name.escapingControlCharacters): \(Self.excess(of: size))."
        case .canvas(let error, _): error.explanation
        case .setting(let fault): fault.explanation
        case .constantRate(let error): error.explanation
        case .frame(let error): error.explanation
        case .shortage(let error): error.explanation
        case .cancelled: "The pictures of the sequence were cancelled."
        case .noCommonFraction(let name): Explanation(FrameSlots.noCommonFraction(name: name))
        case .unusableRate(let count, let duration):
            "\(count) frames in \(duration.seconds) s make a rate beyond 1000 frames/s, or one that GStreamer cannot carry. "
                + "Give another \(remedy: .set(.duration)), or \(remedy: .set(.frameRate))."
        }
    }

    /// The reason why a picture of this size is not decoded, which as a canvas is too large.
    private static func excess(of size: PixelSize) -> Explanation {
        do { try DecodingLimits().check(size) } catch { return error.explanation }
        return CanvasError.tooLarge(size).explanation
    }
}
