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

    /// How short and how long a frame may be shown where they are shown for different times; `nil` where
    /// the container carries no times.
    ///
    /// MPEG-4 holds a frame's duration in 32 bits of the track's units; Matroska's readers expect a millisecond.
    func slotLimits(_ slots: FrameSlots) -> ClosedRange<RationalTime>? {
        switch self {
        case .mp4:
            let scale = Int64(slots.trackTimescale)
            guard let least = RationalTime(1, scale), let most = RationalTime(Int64(UInt32.max), scale) else {
                return nil
            }
            return least...most
        case .matroska:
            guard let least = RationalTime(1, 1000) else { return nil }
            return least...RationalTime(1_000_000)
        case .imageSequence: return nil
        }
    }
}

extension FrameSlots {
    /// The units a second in which an MPEG-4 track counts: such that every time is a whole number of
    /// them where that takes at most a million, and a thousand at least; else a million.
    var trackTimescale: Int {
        let (least, most) = (1_000, 1_000_000)
        guard ticksPerSecond <= most else { return most }
        let ticks = Int(ticksPerSecond)
        return ticks * max(1, (least + ticks - 1) / ticks)
    }
}
