import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel

/// What files say about their colours.
extension LintRule {
    /// PNG files whose gamma is far from that of screens.
    package static let unusualGamma = LintRule(
        id: "color.unusual-gamma",
        severity: .info,
        evidence: .headers,
        summary: "A file's gamma (gAMA) differs clearly from 1/2.2.",
        rationale: "Flipbook and browsers convert such pictures, many editors and players do not: the picture is "
            + "lighter or darker from program to program.",
        remedy: "Export the frames as sRGB.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.header.colorTag = .gamma(45_455) },
                RuleExample.File("walk.2.png", 160, 90) { $0.header.colorTag = .gamma(45_455) },
            ])
        ],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.header.colorTag = .gamma(100_000) },
                RuleExample.File("walk.2.png", 160, 90) { $0.header.colorTag = .gamma(100_000) },
            ])
        ],
        judge: .frameKinds { frame -> Gamma? in
            guard case .gamma(let gamma) = frame.header?.colorTag, !Gamma(gamma).isOrdinary else { return nil }
            return Gamma(gamma)
        } verdict: { gamma, frames, _ in
            Verdict(
                on: frames,
                one: "has a gamma of \(gamma), where screens have 0.455.",
                many: "have a gamma of \(gamma), where screens have 0.455.",
                fix: "Export \(frames.them) as sRGB, so that all programs show the same.",
                measured: "\(gamma)",
                expected: "0.455"
            )
        }
    )

    /// Files that do not say what their numbers mean as colours.
    package static let untagged = LintRule(
        id: "color.untagged",
        severity: .info,
        isDefault: false,
        evidence: .headers,
        summary: "Frames do not say which colours their numbers mean.",
        discussion: "Off unless it is selected, since most files that are meant as sRGB do not say so.",
        rationale:
            "Without a tag each program assumes what it likes; most assume sRGB, some the screen's own colours.",
        remedy: "Write the sRGB chunk, or embed the profile.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.colorStatements = .sRGB },
                RuleExample.File("walk.2.png", 160, 90) { $0.colorStatements = .sRGB },
            ])
        ],
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        judge: .frames { frame in
            frame.details.map { $0.colorStatements.isEmpty && $0.header.format.isDecoded } ?? false
        } verdict: {
            Verdict(
                on: $0,
                one: "does not say which colours its numbers mean.",
                many: "do not say which colours their numbers mean.",
                measured: "untagged",
                expected: "sRGB"
            )
        }
    )

    /// PNG files that say two things about their colours that do not go together.
    package static let contradictoryColor = LintRule(
        id: "color.contradiction",
        severity: .warning,
        evidence: .headers,
        summary: "A file says two things about its colours that contradict each other.",
        discussion: "An sRGB chunk beside an ICC profile, or beside a gamma that is not that of sRGB. PNG allows "
            + "neither (third edition, 11.3.2).",
        rationale: "Each program heeds another of the two, so the picture differs from program to program.",
        remedy: "Remove the wrong statement, or export the file again.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) {
                    $0.header.colorTag = .sRGB
                    $0.colorStatements = [.sRGB, .gamma]
                    $0.gamma = 45_455
                },
                "walk.2.png",
            ])
        ],
        failing: [
            RuleExample([
                "walk.1.png",
                RuleExample.File("walk.2.png", 160, 90) {
                    $0.header.colorTag = .sRGB
                    $0.colorStatements = [.sRGB, .gamma]
                    $0.gamma = 100_000
                },
            ])
        ],
        judge: .frameKinds {
            $0.details.flatMap(contradiction)
        } verdict: { contradiction, frames, _ in
            Verdict(
                on: frames,
                one: "says both \(contradiction).",
                many: "say both \(contradiction).",
                fix: "Remove the wrong statement, or export \(frames.them) again.",
                measured: contradiction
            )
        }
    )

    /// Files whose colour profile is no whole profile.
    package static let damagedProfile = LintRule(
        id: "color.profile-damaged",
        severity: .warning,
        evidence: .headers,
        summary: "A file's colour profile is damaged.",
        discussion: "Its bytes are not all there, break the rules of ICC profiles, or have a wrong checksum.",
        rationale: "The numbers of the picture are taken as sRGB's, here and in most programs, so its colours are not "
            + "those that were meant.",
        remedy: "Export the frame again.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.iccProfile = ICCProfile(name: "Display P3") },
                RuleExample.File("walk.2.png", 160, 90) { $0.iccProfile = ICCProfile(name: "Display P3") },
            ])
        ],
        failing: [
            RuleExample([
                "walk.1.png",
                RuleExample.File("walk.2.png", 160, 90) { $0.iccProfile = ICCProfile(name: "", fault: .damaged) },
            ])
        ],
        judge: .frames {
            $0.details?.iccProfile?.fault == .damaged
        } verdict: { frames in
            Verdict(
                on: frames,
                one: "its colour profile is damaged; the numbers are taken as sRGB's.",
                many: "have damaged colour profiles; the numbers are taken as sRGB's.",
                fix: "Export \(frames.them) again.",
                measured: "damaged"
            )
        }
    )

    /// Files with a profile that is not applied here, since the library for it is not installed.
    package static let unappliedProfile = LintRule(
        id: "color.profile-library",
        severity: .warning,
        evidence: .headers,
        summary: "A file's colour profile is not applied on this machine, which lacks the library for it.",
        rationale: "The numbers of the picture are taken as sRGB's, so its colours are not those that were meant.",
        remedy: "Install LittleCMS.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.iccProfile = ICCProfile(name: "Display P3") },
                RuleExample.File("walk.2.png", 160, 90) { $0.iccProfile = ICCProfile(name: "Display P3") },
            ])
        ],
        failing: [
            RuleExample(
                (1...2).map { number in
                    RuleExample.File("walk.\(number).png", 160, 90) {
                        $0.iccProfile = ICCProfile(name: "Display P3", fault: .missing(library: "liblcms2.so.2"))
                    }
                }
            )
        ],
        judge: .frameKinds { frame -> String? in
            guard case .missing(let library) = frame.details?.iccProfile?.fault else { return nil }
            return library
        } verdict: { library, frames, _ in
            Verdict(
                on: frames,
                one:
                    "its colour profile is not applied, since \(library) is not installed; the numbers are taken as sRGB's.",
                many:
                    "have colour profiles that are not applied, since \(library) is not installed; the numbers are taken as "
                    + "sRGB's.",
                fix: "To apply \(frames.them), \(remedy: .install(element: library, for: .reading)).",
                measured: library
            )
        }
    )

    /// Files with a profile for pictures of other channels.
    package static let foreignProfile = LintRule(
        id: "color.profile-of-other-channels",
        severity: .warning,
        evidence: .headers,
        summary: "A file's colour profile is for pictures of other channels: of inks or grey in an RGB picture.",
        rationale:
            "It cannot be applied, so the numbers are taken as sRGB's; a conversion changed the pixels and left the "
            + "profile, or the other way round.",
        remedy: "Export the frame again.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.iccProfile = ICCProfile(name: "Display P3") },
                RuleExample.File("walk.2.png", 160, 90) { $0.iccProfile = ICCProfile(name: "Display P3") },
            ])
        ],
        failing: [
            RuleExample([
                "walk.1.png",
                RuleExample.File("walk.2.png", 160, 90) {
                    $0.iccProfile = ICCProfile(name: "Coated paper", fault: .otherChannels("CMYK"))
                },
            ])
        ],
        judge: .frameKinds { frame -> String? in
            guard case .otherChannels(let space) = frame.details?.iccProfile?.fault else { return nil }
            return space.escapingControlCharacters
        } verdict: { space, frames, _ in
            Verdict(
                on: frames,
                one: "its colour profile is for \(space) pictures; the numbers are taken as sRGB's.",
                many: "have colour profiles for \(space) pictures; the numbers are taken as sRGB's.",
                fix: "Export \(frames.them) again.",
                measured: space
            )
        }
    )
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

    /// Whether it is near enough to 1/2.2 to mean sRGB.
    var isOrdinary: Bool { (43_300...47_500).contains(value) }

    /// The number with three decimals.
    var description: String {
        let thousandths = (value + 50) / 100
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
}
