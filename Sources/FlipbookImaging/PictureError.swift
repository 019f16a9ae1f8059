public import FlipbookCore
public import FlipbookFiles

/// A reason why there can be no such picture.
public enum PictureError: ExplainedError, MachineBound, Hashable {
    /// A picture has one pixel at least.
    case empty(PixelSize)
    /// Chroma at half size needs even sides.
    case odd(PixelSize)
    /// The picture exceeds a limit; `reason` names it and both numbers.
    case tooLarge(reason: String)
    /// There are not as many bytes as the picture has.
    case byteCount(Int, expected: Int)
    /// The process has too little memory for it.
    case shortage(MachineShortage)

    /// The kind of error, by its case.
    public var code: ErrorCode {
        switch self {
        case .empty: "picture.empty"
        case .odd: "picture.odd"
        case .tooLarge: "picture.large"
        case .byteCount: "picture.bytes"
        case .shortage(let shortage): shortage.code
        }
    }

    /// The fault, and the right way.
    public var explanation: Explanation {
        switch self {
        case .empty(let size): "A picture cannot be \(size); both sides have at least 1 pixel."
        case .odd(let size): "A picture in 4:2:0 cannot be \(size); both sides are even."
        case .tooLarge(let reason): "The picture is too large: \(reason)."
        case .byteCount(let count, let expected): "The picture has \(expected) bytes, and \(count) are given."
        case .shortage(let shortage): shortage.explanation
        }
    }
}
