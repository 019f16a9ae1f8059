public import FlipbookCore
public import FlipbookFiles
import FlipbookImaging
public import FlipbookRender
import FlipbookScene
public import FlipbookSequences

/// The reason why a sequence cannot be shown. Except for faults of a single frame, errors are found before the first picture is
/// decoded.
public enum SequenceError: ExplainedError, MachineBound {
    /// The sequence has no frames.
    case noFrames(name: String)
    /// Expected frame numbers are missing.
    case missingFrames(MissingFramesError)
    /// Frames are unreadable or do not fit together.
    case faultyFrames(FrameFaults)
    /// Expected frame numbers are missing, and other frames are faulty.
    case missingAndFaulty(MissingFramesError, FrameFaults)
    /// The canvas is unusable. `name` is the name of the first frame's file if the size of that frame determines the canvas.
    case canvas(CanvasError, name: String? = nil)
    /// A setting is invalid, or does not fit these frames.
    case setting(SettingFault)
    /// Frames of different durations do not fit the requested constant rate.
    case constantRate(ConstantRateError)
    /// The frames' durations have no common fraction.
    case noCommonFraction(name: String)
    /// The number of frames and the exact duration of one cycle, in seconds, result in a rate that GStreamer does not support.
    case unusableRate(frameCount: Int, duration: RationalTime)
    /// A frame could not be decoded or composited.
    case frame(FrameRenderError)
    /// The process has too little memory or too many open files.
    case shortage(MachineShortage)
    /// The task was canceled.
    case cancelled

    package init(_ error: MissingFramesError, _ faults: FrameFaults?) {
        guard var faults, faults.shortage == nil else {
            self = .missingFrames(error)
            return
        }
        // A different policy is suggested only if the frames were refused.
        if error.reason != .refused { faults.hasOthers = false }
        self =
            error.reason == .nothingThere && error.missing.isEmpty
            ? .faultyFrames(faults) : .missingAndFaulty(error, faults)
    }

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

    package var settingFault: SettingFault? { if case .setting(let fault) = self { fault } else { nil } }

    /// The kind of error, which suggests its remedy.
    public var kind: ErrorKind {
        switch self {
        case .setting(let fault): fault.isUnreadable ? .environment : .usage
        case .shortage: .environment
        case .cancelled: .cancelled
        default: .incomplete
        }
    }

    /// The code of the contained error, or of the case.
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

    /// The fault, its location, and its remedy.
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
        case .cancelled: "Reading the sequence was canceled."
        case .noCommonFraction(let name): Explanation(FrameSlots.noCommonFraction(name: name))
        case .unusableRate(let count, let duration):
            "\(count) frames in \(duration.seconds) s is not a rate that GStreamer supports (at most 1000 frames/s). "
                + "Use a different \(remedy: .set(.duration)), or \(remedy: .set(.frameRate))."
        }
    }

    private static func excess(of size: PixelSize) -> Explanation {
        do { try DecodingLimits().check(size) } catch { return error.explanation }
        return CanvasError.tooLarge(size).explanation
    }

    /// Creates the error for an unusable canvas, naming the setting that caused it, or ``canvas(_:)`` if no setting did.
    /// - Parameter first: The file of the first frame, which determines the canvas's size if no setting does.
    init(_ error: CanvasError, of settings: SequenceSettings, first: String?) {
        switch error {
        case .empty where settings.size != nil, .tooLarge where settings.size != nil:
            self = .setting(SettingFault(.size, error.explanation))
        case .empty where settings.scale != nil, .tooLarge where settings.scale != nil, .scale:
            self = .setting(SettingFault(.scale, error.explanation))
        case .property(let key, _): self = .setting(SettingFault(key, error.explanation))
        case .overlaysTooLarge(let place): self = .setting(SettingFault(.overlays, index: place, error.explanation))
        case .overlay(let place, let fault):
            self = .setting(SettingFault(.overlays, index: place, "\(fault).", isUnreadable: true))
        case .text(let place, let fault): self = .setting(SettingFault(.texts, index: place, fault.explanation))
        case .empty, .tooLarge: self = .canvas(error, name: first)
        }
    }
}
