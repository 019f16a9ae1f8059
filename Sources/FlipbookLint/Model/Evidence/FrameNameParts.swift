package import FlipbookCore

package struct FrameNameParts: Hashable {
    /// The text before the number. If there is no number, everything except the extension.
    package var prefix: FilePath
    package var number: Int?
    package var width: Int
    /// The text after the number, without the scale factor.
    package var suffix: FilePath
    package var scale: Int?

    package var text: FilePath {
        guard let number else { return FilePath(prefix.string + suffix.string) }
        let padding = FramePadding(width: width)
        let pattern = FramePattern(prefix: prefix.string, padding: padding, suffix: suffix.string, scale: scale)
        return FilePath(pattern.name(of: number))
    }

    package var inOtherPaddings: [FilePath] {
        let usual = text
        var other = self
        var names: [FilePath] = []
        for width in 1...10 {
            other.width = width
            let name = other.text
            if name != usual, name != names.last { names.append(name) }
        }
        return names
    }

    /// Splits a frame's name using its sequence's pattern, or returns `nil` if the parts do not reproduce the name.
    package init?(_ frame: FrameEvidence, pattern: FramePattern?) {
        let name = FilePath(frame.path.lastComponent)
        if let pattern, let number = frame.number {
            (prefix, suffix) = (FilePath(pattern.prefix), FilePath(pattern.suffix))
            (self.number, width, scale) = (number, pattern.padding.width, nil)
            if text != name { scale = frame.scale }
            guard text == name else { return nil }
        } else {
            guard let dot = name.string.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
            prefix = FilePath(String(name.string[..<dot]))
            suffix = FilePath(String(name.string[dot...]))
            (number, width, scale) = (nil, 1, nil)
        }
    }

    package mutating func setExtension(_ word: String) {
        guard let dot = suffix.string.utf8.lastIndex(of: UInt8(ascii: ".")) else { return }
        suffix = FilePath(String(suffix.string[...dot]) + word)
    }
}

extension [FrameEvidence] {
    package func renamings(in pattern: FramePattern?, _ change: (inout FrameNameParts) -> Void) -> [Fix.Renaming] {
        compactMap { frame in
            guard !frame.isOfSubframes, var parts = FrameNameParts(frame, pattern: pattern) else { return nil }
            change(&parts)
            let name = parts.text
            return name == FilePath(frame.path.lastComponent) ? nil : Fix.Renaming(frame.path, to: name.string)
        }
    }
}
