public import FlipbookCore
import FlipbookScene
import FlipbookSequences

/// A setting that is invalid, or does not fit the frames. The message uses the name under which the setting was specified.
public struct SettingFault: ExplainedError, Hashable {
    /// The setting's name in a manifest.
    public let key: ManifestKey
    /// The 0-based index of the setting's value, or `nil` if the setting has a single value.
    public let index: Int?
    /// The fault and its remedy. If ``index`` is set, the text begins with the value's name.
    public let reason: Explanation
    /// A Boolean value that indicates whether the fault is an unreadable file rather than an invalid value.
    public let isUnreadable: Bool

    package init(_ key: ManifestKey, index: Int? = nil, _ reason: Explanation, isUnreadable: Bool = false) {
        (self.key, self.index, self.reason, self.isUnreadable) = (key, index, reason, isUnreadable)
    }

    /// The code, which is always `setting`.
    public var code: ErrorCode { "setting" }

    /// The key, the fault, and the correct value.
    public var explanation: Explanation { "\(key.rawValue)\(index.map { "[\($0)]" } ?? ""): \(reason)" }
}

extension ImageResizing {
    fileprivate var key: ManifestKey {
        switch self {
        case .capInsets, .catalog: .capInsets
        case .stretchable: .leftCapWidth
        case .contentStretch: .contentStretch
        }
    }
}

extension FrameSurvey {
    /// Returns the fault of the first frame that is smaller than its own cap insets or those of the layer that shows it.
    func capsFault(in layer: Layer) -> SettingFault? {
        struct Cut: Hashable {
            let size: Size
            let resizing: ImageResizing
        }
        var seen: Set<Cut> = []
        for entry in entries {
            guard let pixels = entry.size, let resizing = entry.frame.image.resizing ?? layer.resizing else { continue }
            let scale = entry.frame.scale
            guard seen.insert(Cut(size: Size(pixels, scale: scale), resizing: resizing)).inserted else { continue }
            do {
                _ = try resizing.slices(of: pixels, scale: scale, in: layer.contentMode)
            } catch { return SettingFault(resizing.key, "\(entry.frame.source.name): \(error)") }
        }
        return nil
    }
}
