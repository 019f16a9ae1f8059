public import FlipbookCore
public import FlipbookFiles
internal import Glibc

/// The reason why an image could not be read, and which one.
///
/// Four reactions: try again (the system failed), mend the file (no image, or damaged), raise the limit. The
/// description of a file's error begins with its path; the ``explanation`` is what follows that and a colon: `cut short: …`.
public struct ImageError: ExplainedError, MachineBound, Hashable {
    /// The fault.
    public let reason: Reason
    /// The file, or `nil` for bytes in memory.
    public internal(set) var path: FilePath?

    /// A fault of an image.
    public enum Reason: Hashable, Sendable {
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
        /// The file does not have the layer or the channels that are asked for.
        case channels(ChannelChoiceError)
        /// The picture cannot have these caps.
        case capInsets(CapInsetsError)
        /// So much of the picture has values beyond those that are shown as black and white; `having` are those of all of it.
        case levels(shown: ValueRange, having: ClosedRange<Double>, percent: Int)
        /// A drawing cannot be drawn: its text, an image within, or the library is missing.
        case drawing(Explanation)
        /// The process has too little memory, or too many files open: the file may be as it should.
        case shortage(MachineShortage)
    }

    /// An error from its parts.
    public init(_ reason: Reason, path: FilePath? = nil) {
        self.reason = reason
        self.path = path
    }

    /// The kind of error, by its reason.
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
            return "\(found.noun), which is read by the library \(library), and that is not installed; "
                + "\(remedy: .install(element: library, for: .reading)), or convert the file to PNG"
        }
        if case .channels(let error) = reason { return error.explanation }
        if case .levels(_, let values, _) = reason {
            return "\(reason.description); to show all, give \(remedy: Self.showing(values)), or "
                + "\(remedy: .set(.levels, to: "auto")) for all frames"
        }
        if case .drawing(let explanation) = reason { return explanation }
        return shortage?.explanation ?? Explanation(reason.description)
    }

    /// The library that would decode the picture and is not installed, or `nil` if that is not what is the matter.
    package var missingLibrary: String? {
        if case .notAnImage(let found) = reason, case .needing(let library) = found.kind { library } else { nil }
    }

    /// The setting that shows all values of a picture.
    package static func showing(_ values: ClosedRange<Double>) -> Remedy {
        // Of one value 0 is the other end.
        let ends =
            values.lowerBound < values.upperBound
            ? [values.lowerBound, values.upperBound] : [min(0, values.lowerBound), max(0, values.upperBound)]
        return .set(.levels, to: ends.map(\.shortest).joined(separator: ".."))
    }

    /// The kinds of files that give no picture, in the words of a list.
    package enum Kind: String, CaseIterable, Encodable, Sendable {
        case damaged, empty
        case foreign = "no image"
        case pointer = "Git LFS pointer"
        case unreadable, unsupported
        case missingLibrary = "not read here"
    }

    /// The kind of the file, or `nil` where the process is at fault and not the file.
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
            case .special, .recording, .archive, .nothing: return .foreign
            case .picture, .foreign, .pictures, .crushed, .odd: return .unsupported
            }
        }
    }

    package var isAbsence: Bool { reason == .unreadable(errno: ENOENT) }

    /// A Boolean value that indicates that a policy for missing frames holds: the file is gone, empty, damaged or no
    /// image, and neither the machine, a setting nor a missing permission is at fault.
    package var isDamage: Bool {
        switch reason {
        case .empty, .truncated, .corrupt: true
        case .unreadable(let errno) where [ENOENT, ELOOP, EIO].contains(errno): true
        case .notAnImage: missingLibrary == nil
        case .unreadable, .tooLarge, .channels, .capInsets, .levels, .drawing, .shortage: false
        }
    }

    /// The shortage of the process, or `nil` if it is not at fault.
    public var shortage: MachineShortage? {
        if case .shortage(let shortage) = reason { shortage } else { nil }
    }

    /// The file, what is wrong and what to do; of bytes in memory without a file.
    public var description: String { path.map { "\($0): \(reason)." } ?? explanation.description }
}

// As an error is written where it is thrown.
extension ImageError {
    /// The file could not be opened or read, for the system's reason.
    public static func unreadable(errno: Int32) -> ImageError {
        ImageError(MachineShortage(errno: errno).map(Reason.shortage) ?? .unreadable(errno: errno))
    }
    /// The file is empty.
    public static var empty: ImageError { ImageError(.empty) }
    /// The bytes are no image of a format that is decoded; a shortage where its library is there and could not be loaded for one.
    public static func notAnImage(found: FileContents) -> ImageError {
        ImageError(found.shortage.map(Reason.shortage) ?? .notAnImage(found: found))
    }
    /// The file ends before its picture does.
    public static var truncated: ImageError { ImageError(.truncated) }
    /// The file breaks its format's rules.
    public static func corrupt(reason: String) -> ImageError { ImageError(.corrupt(reason: reason)) }
    /// The picture exceeds a limit.
    public static func tooLarge(reason: String) -> ImageError { ImageError(.tooLarge(reason: reason)) }
    /// The picture cannot have these caps.
    public static func capInsets(_ error: CapInsetsError) -> ImageError { ImageError(.capInsets(error)) }

    /// A drawing cannot be drawn, for the reason of an error of what is in it.
    package static func drawing(_ error: some ExplainedError) -> ImageError { ImageError(.drawing(error.explanation)) }

    /// The process has too little for the image; the file may be as it should.
    package static func shortage(_ shortage: MachineShortage) -> ImageError { ImageError(.shortage(shortage)) }

    /// Calls `body`, and names the file at `path` in an error that it throws.
    package static func naming<Result: ~Copyable>(
        _ path: FilePath,
        _ body: () throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        do throws(ImageError) {
            return try body()
        } catch {
            throw ImageError(error.reason, path: path)
        }
    }
}

extension ImageError.Reason: CustomStringConvertible {
    /// The fault and its remedy, as a fragment that follows a file name and a colon.
    public var description: String {
        switch self {
        case .unreadable(errno: ENOENT): "no such file (or a link to one that is gone)"
        case .unreadable(errno: ELOOP): "a link that leads back to itself"
        case .unreadable(errno: EXDEV):
            "something else was put in its place after its document was read, and leads out of the document's folder"
        case .unreadable(let errno): "cannot be read: \(Self.systemMessage(errno))"
        case .empty: "the file is empty (0 bytes); render or copy this frame again"
        case .notAnImage(let found):
            switch found.kind {
            case .special: "\(found) instead of a file; \(found.remedy())"
            case .needing(let library):
                "\(found), which is read by the library \(library), and that is not installed; install it, "
                    + found.remedy()
            case .crushed: "\(found), which no other program reads; \(found.remedy())"
            case .odd: "\(found), which is not read; \(found.remedy())"
            case .picture, .foreign, .pictures, .gitPointer, .archive, .nothing, .garbled, .recording:
                "not an image that Flipbook reads, but \(found); \(found.remedy())"
            }
        case .truncated: "cut short: the file ends before its picture does; render or copy this frame again"
        case .corrupt(let reason):
            "damaged (\(reason.escapingControlCharacters)); render or copy this frame again"
                + (isChecksum ? ", or save it again with \(Self.savingAgain)" : "")
        case .tooLarge(let reason): "too large: \(reason)"
        case .channels(let error): error.explanation.description
        case .capInsets(let error): "cannot be resized: \(error)"
        case .levels(let shown, _, let percent): "\(percent) % of the pixels are beyond black and white (\(shown))"
        case .drawing(let explanation): explanation.description
        case .shortage(let shortage): "not read: \(shortage)"
        }
    }

    /// A Boolean value that indicates a wrong checksum of a PNG, whose pixels may be as they were.
    package var isChecksum: Bool {
        if case .corrupt(let reason) = self { reason.hasSuffix(": CRC error") } else { false }
    }

    /// A program that saves a PNG with wrong checksums again.
    package static let savingAgain = "a program that ignores checksums (ffmpeg -i IN OUT.png)"

    /// The system's own sentence for an error number.
    private static func systemMessage(_ errno: Int32) -> String {
        // `strerror` is safe to call from several threads in glibc since 2.32 and in musl.
        guard let text = strerror(errno) else { return "error \(errno)" }
        return String(cString: text)
    }
}
