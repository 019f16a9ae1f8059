public import FlipbookCore
package import FlipbookFiles
public import FlipbookImaging

/// The frames of a sequence that are unreadable, or that do not match the other frames.
public struct FrameFaults: Sendable, CustomStringConvertible {
    /// A frame and its fault.
    public struct Fault: Sendable {
        /// The kind of fault.
        public enum Reason: Sendable {
            /// The file is unreadable, truncated, or not an image.
            case unreadable(ImageError)
            /// The size differs from the usual one.
            case size(PixelSize)
            /// The scale factor in the file's name differs from the usual one.
            case scale(Double)
            /// The file contains multiple pictures, but a frame must be a single picture. The value is the file's format.
            case severalPictures(ImageFormat)
        }

        /// The frame's file, or a description of a picture in memory.
        public let path: FilePath
        /// The fault.
        public let reason: Reason
    }

    /// All faults in frame order, with at most one fault per file.
    public let faults: [Fault]
    /// The most common size.
    public let usualSize: PixelSize?
    /// The number of frames with the usual size.
    public let usualSizeCount: Int
    /// The most common scale factor.
    public let usualScale: Double?
    /// The number of frames.
    public let frameCount: Int
    package var hasOthers: Bool
    package var wereDecoded = false

    /// Finds the faults in a survey, or returns `nil` if there are none.
    public init?(in survey: FrameSurvey, mismatch: MismatchPolicy) {
        let (size, scale) = (survey.usualSize, survey.usualScale)
        var seen: Set<Image.Source> = []
        var faults: [Fault] = []
        for (position, entry) in survey.read.enumerated() {
            guard let header = entry.header, seen.insert(entry.frame.source).inserted else { continue }
            let path = entry.frame.path ?? FilePath("picture \(position + 1) in memory")
            let reason: Fault.Reason? =
                switch header {
                case .failure(let error): .unreadable(error)
                case .success(let header) where header.holdsSeveralPictures:
                    .severalPictures(header.isArchived ? .zip : header.format)
                case .success where mismatch != .error: nil
                case .success where entry.frame.scale != scale: .scale(entry.frame.scale)
                case .success: entry.size.flatMap { $0 == size ? nil : .size($0) }
                }
            if let reason { faults.append(Fault(path: path, reason: reason)) }
        }
        guard !faults.isEmpty else { return nil }
        (self.faults, usualSize, usualScale, hasOthers) = (faults, size, scale, size != nil)
        usualSizeCount = survey.entries.lazy.filter { $0.size == size }.count
        frameCount = survey.entries.count
    }

    /// The readable frames that do not match the other frames.
    public var misfits: [Fault] { faults.filter { if case .unreadable = $0.reason { false } else { true } } }

    package var shortage: MachineShortage? {
        faults.lazy.compactMap { if case .unreadable(let error) = $0.reason { error.shortage } else { nil } }.first
    }

    private static let namedFaults = 10

    /// The faults of the first ten files, the number of remaining files, and the remedy, in the library's words.
    public var description: String { explanation.description }

    /// The faults of the first ten files, the number of remaining files, and the remedy.
    public var explanation: Explanation {
        var lines = faults.prefix(Self.namedFaults).map(line)
        if faults.count > Self.namedFaults { lines.append("… and \(faults.count - Self.namedFaults) more frames.") }
        if let remedy { lines.append(remedy) }
        return lines.joined(separator: faults.count == 1 ? " " : "\n")
    }

    private func line(_ fault: Fault) -> Explanation {
        switch fault.reason {
        case .unreadable(let error):
            let words = error.reason == .truncated ? Explanation(error.fault(at: fault.path)) : error.explanation
            return "\(ArchivedPictures.title(of: fault.path)): \(words)."
        case .size(let size):
            let usual = usualSize?.description ?? "a different size"
            return "\(fault.path) is \(size); the sequence is \(usual) (\(usualSizeCount) of \(frameCount) frames)."
        case .scale(let scale):
            return "\(fault.path) is @\(scale.shortest)x; the sequence is @\((usualScale ?? 1).shortest)x."
        case .severalPictures(let format):
            let kind =
                switch format {
                case .tiff: "a TIFF with multiple pages"
                case .zip: "a ZIP archive of pictures"
                case _ where format.name == "video": "a video"
                default: "a file with multiple \(format.name) pictures"
                }
            return "\(fault.path) is \(kind), but a frame is one picture. Split it first, for example with "
                + "'flipbook export \(fault.path.string.quotedForShell) -o frame.####.png'."
        }
    }

    private var remedy: Explanation? {
        let damaged = faults.count { if case .unreadable(let error) = $0.reason { error.isDamage } else { false } }
        var remedies: [Explanation] = []
        if damaged > 0, hasOthers {
            let frames = damaged == 1 ? "frame" : "frames"
            let decoding: Explanation = wereDecoded ? "" : " To check all frames, use \(remedy: .deepLint)."
            remedies.append("Or replace the damaged \(frames) with \(remedy: .accept(.missing)).\(decoding)")
        }
        let misplaced = misfits.count { if case .severalPictures = $0.reason { false } else { true } }
        if misplaced > 0 {
            let (frames, them) = misplaced == 1 ? ("frame", "it") : ("frames", "them")
            let which = damaged > 0 ? "mismatched " : ""
            remedies.append("Fix the \(which)\(frames), or place \(them) with \(remedy: .accept(.mismatch)).")
        }
        return remedies.isEmpty ? nil : remedies.joined(separator: "\n")
    }
}
