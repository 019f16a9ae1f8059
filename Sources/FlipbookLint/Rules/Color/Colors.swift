import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel

extension LintRule {
    package static let unusualGamma = LintRule(
        .init("color.unusual-gamma", .info, evidence: .headers),
        summary: "A file's gamma (gAMA) differs clearly from 1/2.2.",
        why: "Flipbook and browsers convert such pictures, many editors and players do not: the picture is "
            + "lighter or darker from program to program.",
        remedy: "Export the frames as sRGB.",
        passing: [.walk(2) { $0.header.colorTag = .gamma(45_455) }],
        failing: [.walk(2) { $0.header.colorTag = .gamma(100_000) }],
        judge: .frameKinds { frame -> Gamma? in
            guard case .gamma(let gamma) = frame.header?.colorTag, !Gamma(gamma).isOrdinary else { return nil }
            return Gamma(gamma)
        } verdict: { gamma, frames, _ in
            frames.verdict(
                one: "has a gamma of \(gamma), where screens have 0.455.",
                measured: .init("\(gamma)", expected: "0.455")
            )
        }
    )

    package static let untagged = LintRule(
        .init("color.untagged", .info, evidence: .headers, isDefault: false),
        summary: "Frames do not say which colors their numbers mean.",
        notes: "Off unless it is selected, since most files that are meant as sRGB do not say so.",
        why: "Without a tag each program assumes what it likes; most assume sRGB, some the screen's own colors.",
        remedy: "Write the sRGB chunk, or embed the profile.",
        passing: [.walk(2) { $0.colorStatements = .sRGB }],
        failing: [["walk.1.png", "walk.2.png"]],
        judge: .frames { frame in
            frame.details.map { $0.colorStatements.isEmpty && $0.header.format.isDecoded } ?? false
        } verdict: {
            $0.verdict(
                one: "does not say which colors the numbers mean.",
                measured: .init("untagged", expected: "sRGB")
            )
        }
    )

    package static let contradictoryColor = LintRule(
        .init("color.contradiction", .warning, evidence: .headers),
        summary: "A file says two things about its colors that contradict each other.",
        notes: "An sRGB chunk beside an ICC profile, or beside a gamma that is not that of sRGB. PNG allows "
            + "neither (third edition, 11.3.2).",
        why: "Each program heeds another of the two, so the picture differs from program to program.",
        remedy: "Remove the wrong statement, or export again.",
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
            frames.verdict(
                one: "says both \(contradiction).",
                measured: .init(contradiction)
            )
        }
    )

    package static let damagedProfile = withoutEffect(
        "color.profile-damaged",
        summary: "A file's color profile is damaged.",
        notes: "Its bytes are not all there, break the rules of ICC profiles, or have a wrong checksum.",
        why: "The numbers of the picture are taken as sRGB's, here and in most programs, so its colors are not "
            + "those that were meant.",
        failing: .walk(1, after: 1) { $0.iccProfile = ICCProfile(name: "", fault: .damaged) },
        kind: { $0 == .damaged ? "damaged" : nil },
        found: { _ in "a damaged color profile" }
    )

    package static let unappliedProfile = withoutEffect(
        "color.profile-library",
        summary: "A file's color profile is not applied on this machine, which lacks the library for it.",
        why: "The numbers of the picture are taken as sRGB's, so its colors are not those that were meant.",
        remedy: "Install LittleCMS.",
        failing: .walk(2) { $0.iccProfile = ICCProfile(name: "Display P3", fault: .missing(library: "liblcms2.so.2")) },
        kind: { if case .missing(let library) = $0 { library } else { nil } },
        found: { "a color profile that is not applied, since \($0) is not installed" },
        fix: { "To apply \($1.them), \(remedy: .install(element: $0, for: .reading))." }
    )

    package static let foreignProfile = withoutEffect(
        "color.profile-of-other-channels",
        summary: "A file's color profile is for pictures of other channels: of inks or gray in an RGB picture.",
        why: "It cannot be applied, so the numbers are taken as sRGB's; a conversion changed the pixels and left the "
            + "profile, or the other way round.",
        failing: .walk(1, after: 1) { $0.iccProfile = ICCProfile(name: "Coated paper", fault: .otherChannels("CMYK")) },
        kind: { if case .otherChannels(let space) = $0 { space.escapingControlCharacters } else { nil } },
        found: { "a color profile for \($0) pictures" }
    )

    package static let highDynamicRange = withoutEffect(
        "color.high-dynamic-range",
        summary: "A file's colors are light beyond white (PQ or HLG), which is not brought into a screen's range.",
        why: "The numbers of the picture are taken as sRGB's, so it is pale and without contrast.",
        remedy: "Export the frame in the range of screens, as sRGB or Display P3.",
        failing: .walk(2) { $0.iccProfile = ICCProfile(name: "PQ", fault: .beyondWhite("PQ")) },
        kind: { if case .beyondWhite(let curve) = $0 { curve } else { nil } },
        found: { "colors of light beyond white (\($0)), which is not brought into a screen's range" },
        fix: { "Export \($1.them) in the range of screens, as sRGB or Display P3." }
    )

    /// A rule on files whose numbers are taken as sRGB's though the files say something else.
    /// - Parameters:
    ///   - kind: what of a fault the findings name, or `nil` for other rules' faults.
    ///   - found: the thing that the frames have, of which nothing comes.
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
                frames.verdict(
                    one: "has \(found(kind)); the numbers are taken as sRGB's.",
                    fix: fix(kind, frames),
                    measured: .init(kind)
                )
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

/// The gamma of a file, in hundred-thousandths as PNG has it.
struct Gamma: Hashable, CustomStringConvertible {
    private let value: Int

    init(_ value: Int) { self.value = value }

    /// A Boolean value that tells whether it is near enough to 1/2.2 to mean sRGB.
    var isOrdinary: Bool { (43_300...47_500).contains(value) }

    /// The number with three decimals.
    var description: String {
        let thousandths = (value + 50) / 100
        return "\(thousandths / 1000).\((thousandths % 1000).digits(3))"
    }
}
