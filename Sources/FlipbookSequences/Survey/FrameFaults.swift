public import FlipbookCore
package import FlipbookFiles
public import FlipbookImaging

/// The frames of a sequence that cannot be read or do not fit the others.
public struct FrameFaults: Sendable {
    /// One frame and what is wrong with it.
    public struct Fault: Sendable {
        /// The faults of a frame.
        public enum Reason: Sendable {
            /// Its file cannot be read, or is no image, or is cut short.
            case unreadable(ImageError)
            /// Its picture has another size than the others'.
            case size(PixelSize)
            /// Its file's name says another scale factor than the others'.
            case scale(Double)
            /// Its file, of this format, holds several pictures, and a frame is one.
            case severalPictures(ImageFormat)
        }

        /// The frame's file; for a picture in memory its place, in words.
        public let path: FilePath
        /// The fault.
        public let reason: Reason
    }

    /// Every fault, in the frames' order, at most one for each file.
    public let faults: [Fault]
    /// The size that most frames have.
    public let usualSize: PixelSize?
    /// The number of frames that have it.
    public let usualSizeCount: Int
    /// The scale factor that most frames have.
    public let usualScale: Double?
    /// The number of frames.
    public let frameCount: Int
    /// A Boolean value that indicates whether there is a frame that could stand in for another one.
    package var hasOthers: Bool

    /// The fault of the frames of `survey`, or `nil` if nothing is.
    ///
    /// - Parameter mismatch: Whether another size or scale is a fault.
    public init?(in survey: FrameSurvey, mismatch: MismatchPolicy) {
        let (size, scale) = (survey.usualSize, survey.usualScale)
        var seen: Set<Image.Source> = []
        var faults: [Fault] = []
        for (position, entry) in survey.read.enumerated() {
            guard let header = entry.header, seen.insert(entry.frame.source).inserted else { continue }
            let path = entry.frame.path ?? FilePath("picture \(position + 1) in memory")
            switch header {
            case .failure(let error): faults.append(Fault(path: path, reason: .unreadable(error)))
            case .success(let header):
                if header.holdsSeveralPictures {
                    let format = header.isArchived ? ImageFormat.zip : header.format
                    faults.append(Fault(path: path, reason: .severalPictures(format)))
                    continue
                }
                guard mismatch == .error else { continue }
                if entry.frame.scale != scale {
                    faults.append(Fault(path: path, reason: .scale(entry.frame.scale)))
                } else if let shown = entry.size, shown != size {
                    faults.append(Fault(path: path, reason: .size(shown)))
                }
            }
        }
        guard !faults.isEmpty else { return nil }
        self.faults = faults
        usualSize = size
        usualScale = scale
        usualSizeCount = survey.entries.lazy.filter { $0.size == size }.count
        frameCount = survey.entries.count
        hasOthers = size != nil
    }

    /// The frames that can be read and do not fit the others.
    public var misfits: [Fault] { faults.filter { if case .unreadable = $0.reason { false } else { true } } }

    /// The shortage that kept the process from reading a frame, or `nil` if there was none.
    package var shortage: MachineShortage? {
        faults.lazy.compactMap { if case .unreadable(let error) = $0.reason { error.shortage } else { nil } }.first
    }

    private static let namedFaults = 10
}

extension FrameFaults: CustomStringConvertible {
    /// Every fault by its file (the first ten, then the count), and what to do, in the library's own words.
    public var description: String { explanation.description }

    /// Every fault by its file (the first ten, then the count), and what to do.
    public var explanation: Explanation {
        var lines = faults.prefix(Self.namedFaults).map(line)
        if faults.count > Self.namedFaults { lines.append("… and \(faults.count - Self.namedFaults) more frames.") }
        if let remedy { lines.append(remedy) }
        return lines.joined(separator: faults.count == 1 ? " " : "\n")
    }

    private func line(_ fault: Fault) -> Explanation {
        switch fault.reason {
        case .unreadable(let error): return "\(ArchivedPictures.title(of: fault.path)): \(error)."
        case .size(let size):
            let usual = usualSize?.description ?? "another size"
            return "\(fault.path) is \(size), the sequence is \(usual) (\(usualSizeCount) of \(frameCount) frames)."
        case .scale(let scale):
            return "\(fault.path) is @\(scale.shortest)x, the sequence is @\((usualScale ?? 1).shortest)x."
        case .severalPictures(let format):
            let kind =
                switch format {
                case .tiff: "a TIFF of several pages"
                case .zip: "a ZIP archive of pictures"
                default: "a file of several \(format.name) pictures"
                }
            return "\(fault.path) is \(kind), and a frame is one picture. Split it first, for example with "
                + "'flipbook export \(fault.path.string.quotedForShell) -o frame.####.png'."
        }
    }

    /// The sentence on what accepts the frames; how a damaged file is mended its own line says.
    private var remedy: Explanation? {
        let damaged = faults.count { if case .unreadable(let error) = $0.reason { error.isDamage } else { false } }
        var remedies: [Explanation] = []
        if damaged > 0, hasOthers {
            let frames = damaged == 1 ? "another frame in its place" : "other frames in their places"
            remedies.append("Or show \(frames) with \(remedy: .accept(.missing)).")
        }
        let misplaced = misfits.count { if case .severalPictures = $0.reason { false } else { true } }
        if misplaced > 0 {
            let (frames, them) = misplaced == 1 ? ("frame", "it") : ("frames", "them")
            remedies.append("Fix the \(frames), or place \(them) with \(remedy: .accept(.mismatch)).")
        }
        return remedies.isEmpty ? nil : remedies.joined(separator: "\n")
    }
}
