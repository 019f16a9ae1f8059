import FlipbookCore

/// Variants such as `@2x` that are not twice as large as the picture that they are a variant of.
public struct VariantSizeRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "scale.variant-size",
        severity: .error,
        evidence: .headers,
        summary: "A variant such as @2x is not that many times as large as its @1x picture.",
        discussion: "A pixel more or less is allowed, since halves are rounded. Where @1x is not there, the smallest "
            + "scale factor counts. Frames and stills alike.",
        rationale: "In points the variants have different sizes, so the layout changes with the screen.",
        remedy: "Draw the variant again from the same original.",
        passing: [
            RuleExample([
                RuleExample.File("a1.png", 20, 20), RuleExample.File("a2.png", 20, 20),
                RuleExample.File("a1@2x.png", 40, 40), RuleExample.File("a2@2x.png", 40, 40),
            ]),
            RuleExample([RuleExample.File("logo.png", 33, 20), RuleExample.File("logo@2x.png", 66, 40)]),
        ],
        failing: [
            RuleExample([
                RuleExample.File("a1.png", 20, 20), RuleExample.File("a2.png", 20, 20),
                RuleExample.File("a1@2x.png", 60, 40), RuleExample.File("a2@2x.png", 60, 40),
            ]),
            RuleExample([RuleExample.File("logo.png", 32, 20), RuleExample.File("logo@2x.png", 32, 20)]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each kind of wrong size.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        var groups = FrameGroups<Wrong>()
        for (frame, wrong) in Self.wrongVariants(in: sequence) { groups.append(frame, to: wrong) }
        return groups.all.map { wrong, frames in
            let culprits = Culprits(frames)
            let width = wrong.baseSize.width.scaled(by: wrong.scale, over: wrong.base)
            let right = PixelSize(
                width: width,
                height: wrong.baseSize.height.scaled(by: wrong.scale, over: wrong.base)
            )
            let rest =
                "at @\(wrong.base)x \(frames.count == 1 ? "it is" : "they are") \(wrong.baseSize), "
                + "so @\(wrong.scale)x should be \(right)"
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(one: "\(wrong.size) px; \(rest).", many: "are \(wrong.size) px; \(rest)."),
                fix: "Draw \(frames.count == 1 ? "it" : "them") again from the same original.",
                measured: "\(wrong.size)",
                expected: "\(right)"
            )
        }
    }

    /// A size that is not that of the picture at another scale factor.
    struct Wrong: Hashable {
        let scale: Int
        let size: PixelSize
        let base: Int
        let baseSize: PixelSize
    }

    /// The variants of another size than their pictures at the smallest scale factor ask for.
    ///
    /// In an animation that has a usual size, a picture that is itself odd among those of its scale factor is no
    /// measure; it is seq.mixed-size's. Variants that are found here are not.
    static func wrongVariants(in sequence: SequenceEvidence) -> [(frame: FrameEvidence, wrong: Wrong)] {
        let variants = variants(in: sequence)
        guard !variants.isEmpty else { return [] }
        var usualSizes: [Int: PixelSize] = [:]
        if sequence.kind == .animation {
            for statistics in sequence.sizes where !statistics.areUnrelated {
                usualSizes[statistics.scale] = statistics.usual
            }
        }
        return variants.flatMap { variants -> [(frame: FrameEvidence, wrong: Wrong)] in
            guard let base = variants.min(by: { $0.scale < $1.scale }), let baseSize = base.shownSize,
                usualSizes[base.scale].map({ $0 == baseSize }) ?? true
            else { return [] }
            return variants.compactMap { variant in
                guard variant.scale > base.scale, let size = variant.shownSize,
                    !fits(size, variant.scale, baseSize, base.scale)
                else { return nil }
                return (variant, Wrong(scale: variant.scale, size: size, base: base.scale, baseSize: baseSize))
            }
        }
    }

    /// Whether the sizes differ by their scale factors, but for a pixel.
    static func fits(_ size: PixelSize, _ scale: Int, _ base: PixelSize, _ baseScale: Int) -> Bool {
        // In the larger picture a pixel of the smaller one is as many as the factor says.
        func fits(_ side: Int, _ baseSide: Int) -> Bool {
            abs(side * baseScale - baseSide * scale) <= max(scale, baseScale)
        }
        let largest = 1 << 31
        guard max(size.width, size.height, base.width, base.height) < largest else { return true }
        return fits(size.width, base.width) && fits(size.height, base.height)
    }

    /// Files that are the same picture at several scale factors: of one number, or of one name.
    private static func variants(in sequence: SequenceEvidence) -> [[FrameEvidence]] {
        // Of an image set the slots say which variant is which, and asset.wrong-size judges them.
        guard sequence.scales.count > 1, !sequence.isOfImageSets else { return [] }
        struct Key: Hashable {
            let number: Int?
            let name: FilePath?
        }
        var groups = FrameGroups<Key>()
        for frame in sequence.frames {
            let name = frame.number == nil ? frame.path.withoutScaleFactor : nil
            groups.append(frame, to: Key(number: frame.number, name: name))
        }
        return groups.all.map(\.frames).filter { $0.count > 1 }
    }
}

extension Int {
    /// The number times one factor and divided by another, rounded; the largest number where it overflows.
    func scaled(by factor: Int, over divisor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : (product + divisor / 2) / Swift.max(1, divisor)
    }
}

extension FilePath {
    /// The path without an `@2x` directly before the extension, or before the kind of device: `walk@2x~ipad.png`.
    var withoutScaleFactor: FilePath {
        let name = Array(lastComponent.utf8)
        guard var dot = name.lastIndex(of: UInt8(ascii: ".")) else { return self }
        for idiom in UserInterfaceIdiom.allCases
        where name[..<dot].reversed().starts(with: idiom.suffix.utf8.reversed()) {
            dot -= idiom.suffix.utf8.count
        }
        guard dot > 3, name[dot - 1] == UInt8(ascii: "x"),
            (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(name[dot - 2]), name[dot - 3] == UInt8(ascii: "@")
        else { return self }
        let folder = string.utf8.dropLast(name.count)
        return FilePath(String(decoding: Array(folder) + name[..<(dot - 3)] + name[dot...], as: UTF8.self))
    }
}
