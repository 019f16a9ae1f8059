public import FlipbookCore

/// Why an image could not be read.
///
/// Four kinds that ask for four reactions: the system failed (try again), the
/// file is not an image or is damaged (mend the file), or it is larger than the
/// limits allow (raise the limit).
public enum ImageError: Error, Hashable, Sendable {
    /// The file could not be opened or read; `errno` says why.
    case unreadable(errno: Int32)
    /// The file is empty.
    case empty
    /// The bytes are no image of a known format. `found` says what they look like.
    case notAnImage(found: String)
    /// The file ends before its picture does.
    case truncated
    /// The file breaks its format's rules; `reason` is a fragment such as `IDAT: CRC error`.
    case corrupt(reason: String)
    /// The picture exceeds a limit; `reason` names the limit and both numbers.
    case tooLarge(reason: String)
}
