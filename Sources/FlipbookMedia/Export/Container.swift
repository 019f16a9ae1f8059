public import FlipbookCore

/// What kind of file an export writes.
public enum Container: String, CaseIterable, Sendable, Codable {
    /// MPEG-4, ISO/IEC 14496-14.
    case mp4
    /// Matroska.
    case matroska = "mkv"
    /// Numbered image files.
    case imageSequence = "png"

    /// The container that a path's extension names; `nil` where none does. `.mp4` alone is a
    /// hidden file without an extension.
    public init?(extensionOf path: FilePath) {
        let name = path.lastComponent.lowercased()
        guard
            let found = Self.allCases.first(where: { container in
                let ending = "." + container.rawValue
                return name.hasSuffix(ending) && name.utf8.count > ending.utf8.count
            })
        else { return nil }
        self = found
    }

    /// The codec that the container carries by default.
    public var defaultCodec: VideoCodec {
        switch self {
        case .mp4: .h264
        case .matroska: .ffv1
        case .imageSequence: .png
        }
    }

    /// The codecs that the container carries.
    public var codecs: [VideoCodec] {
        switch self {
        case .mp4: [.h264]
        case .matroska: [.ffv1, .h264]
        case .imageSequence: [.png]
        }
    }

    /// The least columns and rows of a picture, in pixels: what GStreamer's muxer takes.
    var smallestSide: Int { self == .mp4 ? 16 : 1 }

    /// How far a time in the file may lie from the exact one, in nanoseconds.
    ///
    /// MPEG-4 counts in units of the rate's own fraction, and a reader rounds these
    /// to nanoseconds; Matroska counts in milliseconds.
    var timeTolerance: Int64 {
        switch self {
        case .mp4: 2_000
        case .matroska: 1_000_000
        case .imageSequence: 0
        }
    }
}
