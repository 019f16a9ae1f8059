package import FlipbookCore

/// A picture whose size does not match the size of the same picture at a smaller scale factor.
package struct WrongVariant: Hashable {
    package let scale: Int
    package let size: PixelSize
    package let base: Int
    package let baseSize: PixelSize

    package var right: PixelSize {
        func scaled(_ side: Int) -> Int { (side * scale + base / 2) / max(1, base) }
        return PixelSize(width: scaled(baseSize.width), height: scaled(baseSize.height))
    }

    fileprivate init?(_ scale: Int, _ size: PixelSize?, base: Int, _ baseSize: PixelSize) {
        guard scale > base, let size else { return nil }
        // The size may be off by one pixel of the smaller picture, which is several pixels of the larger one.
        func fits(_ side: Int, _ baseSide: Int) -> Bool { abs(side * base - baseSide * scale) <= scale }
        guard max(size.width, size.height, baseSize.width, baseSize.height) < 1 << 31,
            !fits(size.width, baseSize.width) || !fits(size.height, baseSize.height)
        else { return nil }
        (self.scale, self.size, self.base, self.baseSize) = (scale, size, base, baseSize)
    }
}

extension SequenceEvidence {
    /// The variants whose size does not match their picture at the smallest scale factor. If an animation has a usual size, a
    /// picture that differs from it at its own scale factor is not used as a reference; seq.mixed-size reports it.
    package var wrongVariants: [(frame: FrameEvidence, wrong: WrongVariant)] {
        let variants = variants
        guard !variants.isEmpty else { return [] }
        var usualSizes: [Int: PixelSize] = [:]
        if kind == .animation {
            for statistics in sizes where !statistics.areUnrelated { usualSizes[statistics.scale] = statistics.usual }
        }
        return variants.flatMap { variants -> [(frame: FrameEvidence, wrong: WrongVariant)] in
            guard let base = variants.min(by: { $0.scale < $1.scale }), let baseSize = base.shownSize,
                usualSizes[base.scale].map({ $0 == baseSize }) ?? true
            else { return [] }
            return variants.compactMap { variant in
                WrongVariant(variant.scale, variant.shownSize, base: base.scale, baseSize).map { (variant, $0) }
            }
        }
    }

    private var variants: [[FrameEvidence]] {
        // In an image set, the slots identify the variants, and asset.wrong-size judges the variants.
        guard scales.count > 1, !isOfImageSets else { return [] }
        struct Key: Hashable {
            let number: Int?
            let name: FilePath?
        }
        let groups = FrameGroups(frames) { frame in
            Key(number: frame.number, name: frame.number == nil ? frame.path.withoutScaleFactor : nil)
        }
        return groups.all.map(\.frames).filter { $0.count > 1 }
    }
}

extension ImageSetEvidence {
    package var wrongVariants: [(frame: FrameEvidence, wrong: WrongVariant)] {
        scaleGroups.flatMap { group -> [(frame: FrameEvidence, wrong: WrongVariant)] in
            let known = group.compactMap { slot -> (scale: Int, size: PixelSize, frame: FrameEvidence)? in
                // seq.mixed-size reports a frame whose size is unusual at its own scale.
                guard let scale = slot.scale, let frame = frame(of: slot), let size = frame.size,
                    !oddNames.contains(FilePath(frame.path.lastComponent))
                else { return nil }
                return (scale, size, frame)
            }
            guard let base = known.min(by: { $0.scale < $1.scale }) else { return [] }
            return known.compactMap { variant in
                WrongVariant(variant.scale, variant.size, base: base.scale, base.size).map { (variant.frame, $0) }
            }
        }
    }
}

extension FilePath {
    /// The path without the scale factor before the extension or the device kind, such as the `@2x` in `walk@2x~ipad.png`.
    fileprivate var withoutScaleFactor: FilePath {
        let name = Array(lastComponent.utf8)
        guard var dot = name.lastIndex(of: UInt8(ascii: ".")) else { return self }
        for idiom in UserInterfaceIdiom.allCases
        where name[..<dot].reversed().starts(with: idiom.suffix.utf8.reversed()) { dot -= idiom.suffix.utf8.count }
        guard dot > 3, name[dot - 1] == UInt8(ascii: "x"),
            (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(name[dot - 2]), name[dot - 3] == UInt8(ascii: "@")
        else { return self }
        let folder = string.utf8.dropLast(name.count)
        return FilePath(String(decoding: Array(folder) + name[..<(dot - 3)] + name[dot...], as: UTF8.self))
    }
}
