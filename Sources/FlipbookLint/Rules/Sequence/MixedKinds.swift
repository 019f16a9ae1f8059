import FlipbookCore
import FlipbookFiles
import FlipbookImaging
package import FlipbookLintModel

extension LintRule {
    package static let mixedAlpha = LintRule(
        .init("seq.mixed-alpha", .info, evidence: .headers),
        summary: "Some frames have an alpha channel and others do not.",
        notes: "An alpha channel or transparent color is recognized even if no pixel uses it.",
        why: "Programs that treat all frames like the first one lose the transparency, or draw it black.",
        remedy: "Export either all frames with an alpha channel, or none.",
        failing: [.walk(1, after: 2) { ($0.header.hasAlpha, $0.transparency) = (false, .none) }],
        judge: .majority(by: { $0.header?.hasAlpha }) { odd in
            let words = { (hasAlpha: Bool) in hasAlpha ? "an alpha channel" : "no alpha channel" }
            return odd.verdict("has", words(odd.kind), rest: words(odd.usual.kind))
        }
    )

    package static let mixedColorType = LintRule(
        .init("seq.mixed-color-type", .info, evidence: .headers),
        summary: "A frame stores its pixels differently from most frames, for example with a palette or in gray.",
        notes: "Palettes with different bit depths are also reported. Other rules report transparency and bit depth.",
        why: "The usual cause is a tool that optimized only some frames. A palette with few colors can flicker.",
        remedy: "Export all frames in the same way.",
        failing: [
            .walk(1, after: 2) { ($0.header.colorModel, $0.header.bitDepth, $0.transparency) = (.indexed, 4, .palette) }
        ],
        judge: .majority(by: { $0.header.map(pixels) }) { odd in
            // Palettes of different lengths are different kinds. If there are only two kinds, no majority is needed.
            guard odd.usual.frames.count * 2 > odd.kinds.count || odd.kinds.groups.count == 2 else { return nil }
            return odd.verdict("has", odd.kind, rest: odd.usual.kind)
        }
    )

    package static let mixedChannels = LintRule(
        .init("seq.mixed-channels", .warning, evidence: .headers, since: "0.3.0"),
        summary: "An OpenEXR frame lacks channels that most frames have, or has additional ones.",
        notes: "Compares all layers and parts. seq.mixed-alpha reports frames without an alpha channel.",
        why: "A missing or renamed pass goes unnoticed until compositing, where it breaks a single frame.",
        remedy: "Render the frame again with all passes.",
        passing: [.walk(3) { $0.channels = ["R", "G", "B", "AO.Y"] }],
        failing: [
            [
                .init("walk.1.png", 160, 90) { $0.channels = ["R", "G", "B", "AO.Y"] },
                .init("walk.2.png", 160, 90) { $0.channels = ["R", "G", "B", "AO.Y"] },
                .init("walk.3.png", 160, 90) { $0.channels = ["R", "G", "B"] },
            ]
        ],
        judge: .majority { frame in
            frame.details.flatMap { $0.channels.isEmpty ? nil : $0.channels }
        } verdict: { odd in
            let missing = odd.usual.kind.subtracting(odd.kind).sorted()
            let names = missing.isEmpty ? odd.kind.subtracting(odd.usual.kind).sorted() : missing
            let list = names.map(\.escapingControlCharacters).listed(atMost: 3)
            let message =
                missing.isEmpty
                ? "has channels that most frames lack: \(list)." : "lacks channels that most frames have: \(list)."
            return odd.frames.verdict(one: message, measured: .init(list))
        }
    )

    package static let mixedStack = LintRule(
        .init("seq.mixed-stack", .warning, evidence: .headers, since: "0.3.0"),
        summary: "The images in a stack belong to multiple channels or slices, not to a single time series.",
        notes: "Applies to TIFF files from ImageJ and to OME-TIFF files that specify channels, slices and time points.",
        why: "The movie flickers between channels, or runs through all slices at each time point.",
        remedy: "Choose one channel or slice with \(setting: .frames).",
        passing: [.stack([(.channel, 1), (.slice, 1), (.time, 4)])],
        failing: [.stack([(.channel, 2), (.slice, 1), (.time, 2)])],
        judge: .wholeSequence { sequence in
            let numbers = sequence.frames.compactMap(\.number)
            guard let stack = sequence.frames.lazy.compactMap({ $0.header?.stack }).first else { return nil }
            let mixed = stack.mixture(of: numbers)
            guard !mixed.isEmpty else { return nil }
            let film = stack.firstFilm(upTo: numbers.max() ?? 1)
            let message = "the images belong to \(stack.counted(mixed)), not to a single time series."
            let fix: Explanation = "Choose one \(stack.named(mixed)) with \(remedy: .set(.frames, to: film))."
            return Verdict(message: message, fix: fix, measured: .init(stack.words))
        }
    )

    package static let mixedBitDepth = LintRule(
        .init("seq.mixed-bit-depth", .warning, evidence: .headers),
        summary: "A frame has a different bit depth from most: 8 bits per channel instead of 16, or 16 instead of 8.",
        notes: "Palettes are treated as 8 bits, and so is anything up to 8 bits per channel.",
        why: "Gradients show bands only in some frames. The usual cause is a frame from a different program.",
        remedy: "Render the frame again with the bit depth of the others.",
        failing: [
            [
                .init("walk.1.png", 160, 90) { $0.header.bitDepth = 16 },
                .init("walk.2.png", 160, 90) { $0.header.bitDepth = 16 }, "walk.3.png",
            ]
        ],
        judge: .majority(by: \.comparedDepth) { odd in
            let (own, usual) = ("\(odd.kind) bits", "\(odd.usual.kind) bits")
            let measured = Verdict.Measurement(own, expected: usual)
            return odd.verdict("has", "\(own) per channel", rest: "\(usual) per channel", measured: measured)
        }
    )

    package static let mixedColorSpace = LintRule(
        .init("seq.mixed-colorspace", .warning, evidence: .headers),
        summary: "A frame's color profile or gamma differs from that of most frames.",
        notes: "Missing information and a gamma near 1/2.2 are treated as sRGB. Profile names are ignored.",
        why: "The same values become different colors, so the picture flickers in programs that apply color profiles.",
        remedy: "Export all frames with the same color profile.",
        passing: [
            [
                "walk.1.png",
                .init("walk.2.png", 160, 90) { ($0.header.colorTag, $0.colorStatements) = (.sRGB, .sRGB) },
                .init("walk.3.png", 160, 90) { ($0.header.colorTag, $0.colorStatements) = (.gamma(45_455), .gamma) },
            ]
        ],
        failing: [
            .walk(1, after: 2) { ($0.header.colorTag, $0.colorStatements) = (.codingIndependent, .codingIndependent) }
        ],
        judge: .majority {
            // color.profile-damaged and related rules report profiles that are not applied.
            $0.details.flatMap { $0.iccProfile?.fault == nil ? ColorMeaning($0) : nil }
        } verdict: { odd in
            let (words, rest) = (odd.kind.words(for: odd.frames), odd.usual.kind.words(for: odd.usual.frames))
            return odd.verdict("has", words, rest: rest)
        }
    )

    package static let mixedOrientation = LintRule(
        .init("seq.mixed-orientation", .warning, evidence: .headers),
        summary: "A frame is marked to be rotated (EXIF orientation), but other frames are not.",
        why: "Programs that apply the orientation rotate the picture for one frame; others show it sideways.",
        remedy: "Rotate the pixels, and remove the EXIF orientation.",
        passing: [.walk(2) { $0.orientation = 6 }],
        failing: [.walk(1, after: 2) { $0.orientation = 6 }],
        judge: .majority(by: { $0.details?.orientation }) { odd in
            // A picture that is rotated by 90 degrees has a different size, which an export rejects.
            let isOfOtherSize = odd.frames.contains { $0.shownSize != odd.usual.frames.first?.shownSize }
            return odd.verdict(
                "is",
                direction(odd.kind),
                rest: direction(odd.usual.kind),
                severity: isOfOtherSize && odd.sequence.mismatch == .error ? .error : nil,
                measured: .init("orientation \(odd.kind)", expected: "orientation \(odd.usual.kind)")
            )
        }
    )

    package static let mixedFormat = LintRule(
        .init("seq.mixed-format", .info, evidence: .headers, since: "0.3.0"),
        summary: "A frame's file format differs from that of most frames.",
        notes: "Applies to frames in a manifest's list. seq.mixed-spelling reports numbered files with a different "
            + "extension; load.format-by-extension reports files whose extension does not match their format.",
        why: "Formats differ in color, transparency and quality. A frame with lossy compression flickers.",
        remedy: "Export all frames in one format.",
        passing: [.manifest(["a1.png", "a2.png", "a3.png"]) { _ in }],
        failing: [.manifest(["a1.png", "a2.png", .init("a3.jpg") { $0.header.format = .jpeg }]) { _ in }],
        judge: .majority { frame in
            frame.header.flatMap { header in
                let named = ImageCodecs.standard.format(forExtension: frame.path.lastComponent.lowercasedExtension)
                return named == header.format ? header.format : nil
            }
        } verdict: { odd in
            odd.verdict("is", odd.kind.name, rest: odd.usual.kind.name)
        }
    )
}

private func pixels(_ header: ImageHeader) -> String {
    switch header.colorModel {
    case .gray: "gray pixels"
    case .rgb: "RGB pixels"
    case .cmyk: "CMYK pixels"
    case .indexed: "a palette of \(1 << min(max(header.bitDepth, 0), 16)) colors"
    }
}

private func direction(_ orientation: Int) -> String {
    let texts = [
        "upright", "marked to be mirrored", "marked to be rotated by 180°", "marked to be flipped upside down",
        "marked to be mirrored and rotated left by 90°", "marked to be rotated right by 90°",
        "marked to be mirrored and rotated right by 90°",
        "marked to be rotated left by 90°",
    ]
    return texts.indices.contains(orientation - 1) ? texts[orientation - 1] : "of an unknown orientation"
}

private enum ColorMeaning: Hashable {
    /// sRGB, or no color information, which is treated as sRGB.
    case standard
    /// An ICC profile, compared by its colors.
    case profile(meaning: Int?)
    /// Any other color information, phrased as the object of a sentence.
    case other(String)

    init(_ details: ImageDetails) {
        self =
            if details.colorStatements.contains(.codingIndependent) {
                .other("code points for its colors (cICP)")
            } else if details.colorStatements.contains(.iccProfile) {
                .profile(meaning: details.iccProfile?.meaning)
            } else if details.colorStatements.contains(.adobeRGB) {
                .other("Adobe RGB by EXIF")
            } else if case .gamma(let gamma) = details.header.colorTag, !Gamma(gamma).isOrdinary {
                .other("a gamma of \(Gamma(gamma))")
            } else {
                .standard
            }
    }

    func words(for frames: [FrameEvidence]) -> String {
        switch self {
        case .standard: break
        case .other(let words): return words
        case .profile:
            let name = frames.first?.details?.iccProfile?.name.escapingControlCharacters ?? ""
            return name.isEmpty ? "an ICC profile" : "the ICC profile \(name)"
        }
        let silent = frames.count { $0.details?.colorStatements.isEmpty ?? true }
        if silent == frames.count { return "no color information" }
        return silent == 0 ? "sRGB colors" : "sRGB colors or no color information"
    }
}

extension RuleExample {
    fileprivate static func stack(_ dimensions: [(axis: ImageStack.Axis, count: Int)]) -> RuleExample {
        RuleExample((1...4).map { .init("walk.\($0).png", 160, 90) { $0.header.stack = ImageStack(dimensions) } })
    }
}
