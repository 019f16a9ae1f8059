import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel

extension LintRule {
    package static let unusualGamma = LintRule(
        .init("color.unusual-gamma", .info, evidence: .headers),
        summary: "A file's gamma (gAMA) is clearly different from 1/2.2.",
        why: "Flipbook and browsers convert such pictures, but they look lighter or darker in many programs.",
        remedy: "Export the frames as sRGB.",
        passing: [.walk(2) { $0.header.colorTag = .gamma(45_455) }],
        failing: [.walk(2) { $0.header.colorTag = .gamma(100_000) }],
        judge: .frameKinds { frame -> Gamma? in
            guard case .gamma(let gamma) = frame.header?.colorTag, !Gamma(gamma).isOrdinary else { return nil }
            return Gamma(gamma)
        } verdict: { gamma, frames, _ in
            let message = "has a gamma of \(gamma); screens use 0.455."
            return frames.verdict(one: message, measured: .init("\(gamma)", expected: "0.455"))
        }
    )

    package static let untagged = LintRule(
        .init("color.untagged", .info, evidence: .headers, isDefault: false),
        summary: "Frames are not tagged with a color space.",
        notes: "Not run by default, since most sRGB files are not tagged.",
        why: "Without a tag, most programs assume sRGB, but some assume the screen's color space.",
        remedy: "Write an sRGB chunk, or embed a color profile.",
        passing: [.walk(2) { $0.colorStatements = .sRGB }],
        failing: [["walk.1.png", "walk.2.png"]],
        judge: .frames { frame in
            frame.details.map { $0.colorStatements.isEmpty && $0.header.format.isDecoded } ?? false
        } verdict: {
            $0.verdict(one: "has no color space tag.", measured: .init("untagged", expected: "sRGB"))
        }
    )

    package static let contradictoryColor = LintRule(
        .init("color.contradiction", .warning, evidence: .headers),
        summary: "A file's color information contradicts itself.",
        notes: "PNG (third edition, 11.3.2) forbids an sRGB chunk together with an ICC profile or a different gamma.",
        why: "Programs use one or the other, so the picture looks different from program to program.",
        remedy: "Remove the wrong information, or export the frame again.",
        passing: [
            [
                .init("walk.1.png", 160, 90) {
                    ($0.header.colorTag, $0.colorStatements, $0.gamma) = (.sRGB, [.sRGB, .gamma], 45_455)
                },
                "walk.2.png",
            ]
        ],
        failing: [
            .walk(1, after: 1) {
                ($0.header.colorTag, $0.colorStatements, $0.gamma) = (.sRGB, [.sRGB, .gamma], 100_000)
            }
        ],
        judge: .frameKinds({ $0.details.flatMap(contradiction) }) { contradiction, frames, _ in
            frames.verdict(one: "has both \(contradiction).", measured: .init(contradiction))
        }
    )

    package static let damagedProfile = withoutEffect(
        "color.profile-damaged",
        summary: "A file's color profile is damaged.",
        notes: "The profile is incomplete, violates the ICC specification, or has a wrong checksum.",
        why: "Flipbook and most programs treat the values as sRGB, so the colors are wrong.",
        failing: .walk(1, after: 1) { $0.iccProfile = ICCProfile(name: "", fault: .damaged) },
        kind: { $0 == .damaged ? "damaged" : nil },
        found: { _ in "a damaged color profile" }
    )

    package static let unappliedProfile = withoutEffect(
        "color.profile-library",
        summary: "A file's color profile is not applied, because this machine lacks the library for it.",
        why: "The values are treated as sRGB, so the colors are wrong.",
        remedy: "Install LittleCMS.",
        failing: .walk(2) { $0.iccProfile = ICCProfile(name: "Display P3", fault: .missing(library: "liblcms2.so.2")) },
        kind: { if case .missing(let library) = $0 { library } else { nil } },
        found: { "a color profile that is not applied, because \($0) is not installed" },
        fix: { library, _ in "For correct colors, \(remedy: .install(element: library, for: .reading))." }
    )

    package static let foreignProfile = withoutEffect(
        "color.profile-of-other-channels",
        summary: "A file's color profile is for a different color model, such as CMYK in an RGB picture.",
        why: "The values are treated as sRGB. A conversion probably changed only the pixels or only the profile.",
        failing: .walk(1, after: 1) { $0.iccProfile = ICCProfile(name: "Coated paper", fault: .otherChannels("CMYK")) },
        kind: { if case .otherChannels(let space) = $0 { space.escapingControlCharacters } else { nil } },
        found: { "a color profile for \($0) pictures" }
    )

    package static let highDynamicRange = withoutEffect(
        "color.high-dynamic-range",
        summary: "A file has HDR colors (PQ or HLG), which are not mapped to the range of a screen.",
        why: "The values are treated as sRGB, so the picture looks pale and flat.",
        remedy: "Export the frame in standard dynamic range, as sRGB or Display P3.",
        failing: .walk(2) { $0.iccProfile = ICCProfile(name: "PQ", fault: .beyondWhite("PQ")) },
        kind: { if case .beyondWhite(let curve) = $0 { curve } else { nil } },
        found: { "HDR colors (\($0)), which are not mapped to the range of a screen" },
        fix: { "Export \($1.them) in standard dynamic range, as sRGB or Display P3." }
    )

    /// Creates a rule about color information that is not applied. The values are treated as sRGB.
    private static func withoutEffect(
        _ id: RuleID,
        summary: String,
        notes: Explanation = "",
        why: Explanation,
        remedy: Explanation = "Export the frame again.",
        failing: @autoclosure @escaping @Sendable () -> RuleExample,
        kind: @escaping @Sendable (ICCProfile.Fault) -> String?,
        found: @escaping @Sendable (String) -> String,
        fix: @escaping @Sendable (String, [FrameEvidence]) -> Explanation = { "Export \($1.them) again." }
    ) -> LintRule {
        LintRule(
            .init(id, .warning, evidence: .headers),
            summary: summary,
            notes: notes,
            why: why,
            remedy: remedy,
            passing: [.walk(2) { $0.iccProfile = ICCProfile(name: "Display P3") }],
            failing: [failing()],
            judge: .frameKinds({ $0.details?.iccProfile?.fault.flatMap(kind) }) { kind, frames, _ in
                let message = "has \(found(kind)); the values are treated as sRGB."
                return frames.verdict(one: message, fix: fix(kind, frames), measured: .init(kind))
            }
        )
    }
}

private func contradiction(_ details: ImageDetails) -> String? {
    guard details.header.format == .png, details.colorStatements.contains(.sRGB) else { return nil }
    if details.colorStatements.contains(.iccProfile) { return "sRGB and an ICC profile" }
    guard let gamma = details.gamma, !Gamma(gamma).isOrdinary else { return nil }
    return "sRGB and a gamma of \(Gamma(gamma))"
}

/// A gamma in units of 1/100,000, as in PNG.
struct Gamma: Hashable, CustomStringConvertible {
    private let value: Int

    init(_ value: Int) { self.value = value }

    var isOrdinary: Bool { (43_300...47_500).contains(value) }

    var description: String {
        let thousandths = (value + 50) / 100
        return "\(thousandths / 1000).\((thousandths % 1000).digits(3))"
    }
}
