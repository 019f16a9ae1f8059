public import FlipbookCore
public import FlipbookImaging

/// Why a sequence cannot be shown: found before its first picture is decoded.
public enum SequenceError: Error, Sendable {
    /// There is nothing to show.
    case noFrames(name: String)
    /// Numbers that should be there are not.
    case missingFrames(MissingFramesError)
    /// Frames that do not fit together or cannot be read.
    case faultyFrames(FrameFaults)
    /// The canvas cannot be drawn on.
    case canvas(CanvasError)
    /// The first frame is larger than any canvas may be.
    case frameBeyondCanvas(name: String, CanvasError)
    /// A setting cannot be, or not with these frames.
    case setting(SettingFault)
    /// Frames of different lengths do not fit into the constant rate that was asked for.
    case constantRate(ConstantRateError)
    /// The durations of the frames have no common fraction to count in.
    case noCommonFraction(name: String)
    /// The frames and the duration make a rate beyond what GStreamer carries.
    case unusableRate(frameCount: Int, duration: RationalTime)
}

extension SequenceError {
    /// What a caller can do about it.
    public var kind: ExportError.Kind {
        guard case .setting(let fault) = self else { return .incomplete }
        return fault.isUnreadable ? .environment : .usage
    }
}

extension SequenceError: CustomStringConvertible {
    /// Where, what, and what to do.
    public var description: String {
        switch self {
        case .noFrames(let name):
            "\(name.escapingControlCharacters) has no frames to show."
        case .missingFrames(let error):
            error.description
        case .faultyFrames(let faults):
            faults.description
        case .canvas(let error):
            error.description
        case .frameBeyondCanvas(let name, let error):
            "\(name.escapingControlCharacters): \(error)"
        case .setting(let fault):
            fault.description
        case .constantRate(let error):
            error.description
        case .noCommonFraction(let name):
            FrameSlots.noCommonFraction(name: name)
        case .unusableRate(let count, let duration):
            "\(count) frames in \(duration.seconds) s make a rate beyond 1000 frames/s, or one that GStreamer cannot carry. "
                + "Give another --duration, or --fps."
        }
    }
}
