public import FlipbookCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Why an image could not be read.
///
/// Four kinds that ask for four reactions: the system failed (try again), the
/// file is not an image or is damaged (mend the file), or it is larger than the
/// limits allow (raise the limit). The description is a fragment to put after
/// the file's name and a colon: `walk.0007.png: cut short: …`.
public enum ImageError: Error, Hashable, Sendable {
    /// The file could not be opened or read; `errno` says why.
    case unreadable(errno: Int32)
    /// The file is empty.
    case empty
    /// The bytes are no image of a format that is decoded; `found` says what they are.
    case notAnImage(found: FileContents)
    /// The file ends before its picture does.
    case truncated
    /// The file breaks its format's rules; `reason` is a fragment such as `IDAT: CRC error`.
    case corrupt(reason: String)
    /// The picture exceeds a limit; `reason` names the limit and both numbers.
    case tooLarge(reason: String)
    /// The picture cannot have these caps.
    case capInsets(CapInsetsError)
}

extension ImageError: CustomStringConvertible {
    /// What is wrong and what to do, as a fragment that follows a file name and a colon.
    public var description: String {
        switch self {
        case .unreadable(errno: ENOENT):
            "no such file (or a link to one that is gone)"
        case .unreadable(errno: ELOOP):
            "a link that leads back to itself"
        case .unreadable(let errno):
            "cannot be read: \(Self.systemMessage(errno))"
        case .empty:
            "the file is empty (0 bytes); render or copy this frame again"
        case .notAnImage(let found):
            switch found.kind {
            case .special: "\(found) instead of a file; put the frame's file in its place, or leave it out"
            case .headerOnly:
                "not an image that Flipbook reads, but \(found); write its pictures as PNG files, one each "
                    + "(ffmpeg -i IN -fps_mode passthrough OUT.%04d.png), or leave it out"
            case .gitPointer:
                "not an image that Flipbook reads, but \(found); fetch the real file with git lfs pull, or leave it out"
            case .picture, .recording, .archive, .garbled, .nothing:
                "not an image that Flipbook reads, but \(found); convert it to PNG, or leave it out"
            }
        case .truncated:
            "cut short: the file ends before its picture does; render or copy this frame again"
        case .corrupt(let reason):
            "damaged (\(reason.escapingControlCharacters)); render or copy this frame again"
        case .tooLarge(let reason):
            "too large: \(reason)"
        case .capInsets(let error):
            "cannot be resized: \(error)"
        }
    }

    /// The system's own sentence for an error number.
    private static func systemMessage(_ errno: Int32) -> String {
        // `strerror` is safe to call from several threads in glibc since 2.32 and in musl.
        guard let text = strerror(errno) else { return "error \(errno)" }
        return String(cString: text)
    }
}
