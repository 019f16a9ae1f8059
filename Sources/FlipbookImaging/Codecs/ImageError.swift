public import FlipbookCore
public import FlipbookFiles
internal import Glibc

/// An error from reading an image.
///
/// The description of an error in a file begins with its path. The ``explanation`` follows the path and a colon, such as `cut
/// short: …`.
public struct ImageError: ExplainedError, MachineBound, Hashable {
    /// The cause of the error.
    public let reason: Reason
    /// The file, or `nil` for bytes in memory.
    public internal(set) var path: FilePath?
    /// The header of a truncated PNG or JPEG file.
    package internal(set) var header: ImageHeader?

    /// A cause of an error.
    public enum Reason: Hashable, Sendable {
        /// The file could not be opened or read, for the reason in `errno`.
        case unreadable(errno: Int32)
        /// The file is empty.
        case empty
        /// The file's contents are not an image that Flipbook decodes.
        case notAnImage(found: FileContents)
        /// The file ends before the end of its picture.
        case truncated
        /// The file breaks the rules of its format. `reason` is a fragment such as `IDAT: CRC error`.
        case corrupt(reason: String)
        /// The picture exceeds a limit. The fragment `reason` contains the limit and the value that exceeds it.
        case tooLarge(reason: String)
        /// The file lacks the requested layer or channels.
        case channels(ChannelChoiceError)
        /// The cap insets are invalid for the picture.
        case capInsets(CapInsetsError)
        /// Some of the pixels are outside the range from black to white. `percent` is their share, and `having` is the range of
        /// all values.
        case levels(shown: ValueRange, having: ClosedRange<Double>, percent: Int)
        /// A drawing failed because of its text, because of an image in it, or because a library is missing.
        case drawing(Explanation)
        /// The process ran out of memory or reached its limit of open files. The file may be intact.
        case shortage(MachineShortage)
    }

    /// Creates an error from its parts.
    public init(_ reason: Reason, path: FilePath? = nil) {
        (self.reason, self.path) = (reason, path)
    }

    /// The error code of the reason.
    public var code: ErrorCode {
        switch reason {
        case .unreadable: "image.unreadable"
        case .empty: "image.empty"
        case .notAnImage: "image.format"
        case .truncated: "image.truncated"
        case .corrupt: "image.corrupt"
        case .tooLarge: "image.large"
        case .channels(let error): error.code
        case .capInsets(let error): error.code
        case .levels: "image.levels"
        case .drawing: "image.drawing"
        case .shortage(let shortage): shortage.code
        }
    }

    /// The fault and its remedy, as a fragment that follows a file name and a colon.
    public var explanation: Explanation {
        if case .notAnImage(let found) = reason, let library = missingLibrary {
            return "\(found.noun), which needs the library \(library); "
                + "\(remedy: .install(element: library, for: .reading)), or convert the file to PNG"
        }
        if case .notAnImage(let found) = reason, found.kind == .sound {
            return "\(reason.description) (\(setting: Setting(rawValue: "audio")))"
        }
        if case .channels(let error) = reason { return error.explanation }
        if case .levels(_, let values, _) = reason {
            return "\(reason.description); to show all, use \(remedy: Self.showing(values)), or "
                + "\(remedy: .set(.levels, to: "auto")) for all frames"
        }
        if case .drawing(let explanation) = reason { return explanation }
        return shortage?.explanation ?? Explanation(reason.description)
    }

    package var missingLibrary: String? {
        if case .notAnImage(let found) = reason, case .needing(let library) = found.kind { library } else { nil }
    }

    package static func showing(_ values: ClosedRange<Double>) -> Remedy {
        // Levels need two different values, so a range with equal ends is extended to 0.
        let ends =
            values.lowerBound < values.upperBound
            ? [values.lowerBound, values.upperBound] : [min(0, values.lowerBound), max(0, values.upperBound)]
        return .set(.levels, to: ends.map(\.shortest).joined(separator: ".."))
    }

    package enum Kind: String, CaseIterable, Encodable, Sendable {
        case damaged, empty
        case foreign = "no image"
        case pointer = "Git LFS pointer"
        case unreadable, unsupported
        case missingLibrary = "not read here"
    }

    /// The kind of error, or `nil` if the process, not the file, caused the error.
    package var kind: Kind? {
        switch reason {
        case .shortage: return nil
        case .empty: return .empty
        case .truncated, .corrupt: return .damaged
        case .unreadable: return .unreadable
        case .tooLarge, .channels, .capInsets, .levels, .drawing: return .unsupported
        case .notAnImage(let found):
            switch found.kind {
            case .needing: return .missingLibrary
            case .gitPointer: return .pointer
            case .garbled: return .damaged
            case .special, .recording, .sound, .archive, .nothing: return .foreign
            case .picture, .foreign, .pictures, .crushed, .odd: return .unsupported
            }
        }
    }

    package var isAbsence: Bool { reason == .unreadable(errno: ENOENT) }

    /// A Boolean value that indicates whether a policy for missing frames applies because the file is missing, empty, damaged,
    /// or not an image. The policy does not apply to wrong settings, missing permissions, or shortages.
    package var isDamage: Bool {
        switch reason {
        case .empty, .truncated, .corrupt: true
        case .unreadable(let errno) where [ENOENT, ELOOP, EIO].contains(errno): true
        case .notAnImage: missingLibrary == nil
        case .unreadable, .tooLarge, .channels, .capInsets, .levels, .drawing, .shortage: false
        }
    }

    /// The process's shortage of memory or open files, if that is the cause.
    public var shortage: MachineShortage? { if case .shortage(let shortage) = reason { shortage } else { nil } }

    /// The file, the fault, and the remedy.
    public var description: String { path.map { "\($0): \(reason)." } ?? explanation.description }

    /// Creates an error for a file that could not be opened or read, for the reason in `errno`.
    public static func unreadable(errno: Int32) -> ImageError {
        ImageError(MachineShortage(errno: errno).map(Reason.shortage) ?? .unreadable(errno: errno))
    }
    /// An error for an empty file.
    public static var empty: ImageError { ImageError(.empty) }
    /// Creates an error for contents that Flipbook does not decode, or for a shortage of memory that prevented the library from
    /// loading.
    public static func notAnImage(found: FileContents) -> ImageError {
        ImageError(found.shortage.map(Reason.shortage) ?? .notAnImage(found: found))
    }
    /// An error for a file that ends before the end of its picture.
    public static var truncated: ImageError { ImageError(.truncated) }
    /// Creates an error for a file that breaks the rules of its format.
    public static func corrupt(reason: String) -> ImageError { ImageError(.corrupt(reason: reason)) }
    /// Creates an error for a picture that exceeds a limit.
    public static func tooLarge(reason: String) -> ImageError { ImageError(.tooLarge(reason: reason)) }
    /// Creates an error for cap insets that are invalid for the picture.
    public static func capInsets(_ error: CapInsetsError) -> ImageError { ImageError(.capInsets(error)) }

    package static func drawing(_ error: some ExplainedError) -> ImageError { ImageError(.drawing(error.explanation)) }

    /// Creates an error for a file of a known format, but of a kind that Flipbook does not decode.
    static func unsupported(_ noun: String, _ kind: FileContents.Kind = .picture) -> ImageError {
        .notAnImage(found: FileContents(noun, kind))
    }
    package static func shortage(_ shortage: MachineShortage) -> ImageError { ImageError(.shortage(shortage)) }

    /// Returns the fault of the picture at `path`. If a video or an animation ends early, its later pictures are missing, too.
    package func fault(at path: FilePath) -> String {
        guard reason == .truncated, path.picture != nil else { return reason.description }
        return "ends before the picture is complete, so all later pictures are missing; copy or export the file again"
    }

    package static func naming<Result: ~Copyable>(_ path: FilePath, _ body: () throws(ImageError) -> Result)
        throws(ImageError) -> Result
    {
        try FlipbookCore.wrapping(body()) { (error: ImageError) in changing(error) { $0.path = path } }
    }
}

extension ImageError.Reason: CustomStringConvertible {
    /// The fault and its remedy, as a fragment that follows a file name and a colon.
    public var description: String {
        switch self {
        case .unreadable(errno: ENOENT): "no such file, or a broken link"
        case .unreadable(errno: ELOOP): "a link that points back to itself"
        case .unreadable(errno: EXDEV):
            "a link that points outside the document's folder, created after the document was read"
        case .unreadable(let errno): "cannot be read: \(String(cString: strerror(errno)))"
        case .empty: "empty (0 bytes); render or copy this frame again"
        case .notAnImage(let found):
            switch found.kind {
            case .special: "\(found) instead of a file; \(found.remedy())"
            case .needing(let library): "\(found), which needs the library \(library); install it, \(found.remedy())"
            case .crushed: "\(found), which no other program reads; \(found.remedy())"
            case .odd, .picture, .foreign, .pictures: "\(found), which Flipbook does not read; \(found.remedy())"
            default: "not an image, but \(found); \(found.remedy())"
            }
        case .truncated: "ends before the picture is complete; render or copy this frame again"
        case .corrupt(let reason):
            "cannot be decoded: \(reason.escapingControlCharacters); render or copy this frame again"
                + (isChecksum ? ", or save it again with \(Self.savingAgain)" : "")
        case .tooLarge(let reason): "too large: \(reason)"
        case .channels(let error): error.explanation.description
        case .capInsets(let error): "cannot be resized: \(error)"
        case .levels(let shown, _, let percent): "\(percent) % of the pixels are outside the levels \(shown)"
        case .drawing(let explanation): explanation.description
        case .shortage(let shortage): "not read: \(shortage)"
        }
    }

    /// A Boolean value that indicates whether the cause is a wrong PNG checksum. The pixels may be intact.
    package var isChecksum: Bool {
        if case .corrupt(let reason) = self { reason.hasSuffix(": CRC error") } else { false }
    }

    package static let savingAgain = "a program that ignores checksums (ffmpeg -i IN OUT.png)"
}

func require(_ condition: Bool, _ reason: @autoclosure () -> String) throws(ImageError) {
    guard condition else { throw .corrupt(reason: reason()) }
}
