public import FlipbookCore
public import FlipbookFiles

/// An error from creating a picture.
public enum PictureError: ExplainedError, MachineBound, Hashable {
    /// The size has no pixels.
    case empty(PixelSize)
    /// A side is odd, but subsampled chroma needs even sides.
    case odd(PixelSize)
    /// The picture exceeds a limit. The fragment `reason` contains the limit and the value that exceeds it.
    case tooLarge(reason: String)
    /// The number of bytes does not match the size.
    case byteCount(Int, expected: Int)
    /// The process ran out of memory.
    case shortage(MachineShortage)

    /// The error code of the case.
    public var code: ErrorCode {
        switch self {
        case .empty: "picture.empty"
        case .odd: "picture.odd"
        case .tooLarge: "picture.large"
        case .byteCount: "picture.bytes"
        case .shortage(let shortage): shortage.code
        }
    }

    /// The fault and the violated rule.
    public var explanation: Explanation {
        switch self {
        case .empty(let size): "A picture cannot be \(size); both sides must be at least 1 pixel."
        case .odd(let size): "A picture in 4:2:0 cannot be \(size); both sides must be even."
        case .tooLarge(let reason): "The picture is too large: \(reason)."
        case .byteCount(let count, let expected): "The picture needs \(expected) bytes, not \(count)."
        case .shortage(let shortage): shortage.explanation
        }
    }
}
