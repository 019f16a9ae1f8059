import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    package static let partialLocalization = LintRule(
        .init("l10n.partial-sequence", .error, evidence: .names),
        summary: "A language has only some of a sequence's frames.",
        notes: "Compares folders such as fr.lproj with Base.lproj, or with the language that has the most frames.",
        why: "Frames from a different language replace the missing frames, or all of them.",
        remedy: "Draw the missing frames for this language, or remove its frames.",
        passing: [RuleExample([], localizations: ["Base": ["a1.png", "a2.png"], "fr": ["a1.png", "a2.png"]])],
        failing: [
            RuleExample(
                [],
                localizations: ["Base": (0...9).map { "walk\($0).png" }, "fr": (0...7).map { "walk\($0).png" }]
            )
        ],
        judge: .localizations { names in
            guard let reference = names.reference else { return [] }
            let count = Set(reference.frames.lazy.compactMap(\.number)).count
            return names.gaps.map { language, frames, absent in
                let language = FilePath(language)
                return Verdict(
                    numbers: absent,
                    message: "\(language).lproj lacks \(absent.asFrames) of \(names.name), "
                        + "which \(FilePath(reference.language)).lproj has.",
                    measured: .init(Set(frames.compactMap(\.number)).count.of("frame"), expected: count.of("frame"))
                )
            }
        }
    )

    package static let localizedCount = LintRule(
        .init("l10n.frame-count", .warning, evidence: .names),
        summary: "A sequence has more frames in one language than in its fallback.",
        why: "The animation takes longer or runs faster in that language.",
        remedy: "Draw the same number of frames for all languages.",
        passing: [RuleExample([], localizations: ["Base": ["a1.png", "a2.png"], "fr": ["a1.png", "a2.png"]])],
        failing: [
            RuleExample([], localizations: ["Base": ["a1.png", "a2.png"], "fr": ["a1.png", "a2.png", "a3.png"]])
        ],
        judge: .localizations { names in
            guard let reference = names.reference else { return [] }
            let numbers = Set(reference.frames.lazy.compactMap(\.number))
            return names.localized.compactMap { language, frames in
                let there = Set(frames.lazy.compactMap(\.number))
                guard !numbers.isEmpty, there.isStrictSuperset(of: numbers) else { return nil }
                return Verdict(
                    numbers: FrameSet(there.subtracting(numbers).sorted()),
                    message: "\(FilePath(language)).lproj has \(there.count.of("frame")) of \(names.name); "
                        + "\(FilePath(reference.language)).lproj has \(numbers.count).",
                    measured: .init(there.count.of("frame"), expected: numbers.count.of("frame"))
                )
            }
        }
    )

    package static let localizedSize = LintRule(
        .init("l10n.size-mismatch", .warning, evidence: .headers),
        summary: "A picture's size in points differs between a language and its fallback.",
        why: "The layout changes with the language. A picture that fits in one language may be cropped in another.",
        remedy: "Draw the picture at the same size for all languages.",
        passing: [RuleExample([], localizations: ["Base": ["logo.png"], "fr": ["logo.png"]])],
        failing: [RuleExample([], localizations: ["Base": ["logo.png"], "fr": [.init("logo.png", 200, 90)]])],
        judge: .localizations { names in
            guard let reference = names.reference,
                let usual = Majority(of: reference.frames, by: \.pointSize).usual?.kind
            else { return [] }
            return names.localized.compactMap { language, frames in
                guard let size = Majority(of: frames, by: \.pointSize).usual?.kind, size != usual else { return nil }
                let message =
                    "\(names.name) is \(size.inPoints) points in \(FilePath(language)).lproj, but \(usual.inPoints) in "
                    + "\(FilePath(reference.language)).lproj."
                return Verdict(on: frames, message: message, measured: .init(size.inPoints, expected: usual.inPoints))
            }
        }
    )

    package static let missingBase = LintRule(
        .init("l10n.base-missing", .warning, evidence: .names),
        summary: "A picture exists for some languages, but not for their fallback.",
        notes: "The fallback is Base.lproj, the development language, or the files beside the language folders.",
        why: "In languages that have no picture, nothing is shown.",
        remedy: "Add the picture to Base.lproj.",
        options: [RuleOption("development", "The development language.", default: "en")],
        passing: [
            RuleExample([], localizations: ["en": ["logo.png"], "fr": ["logo.png"]]),
            RuleExample([], localizations: ["fr": ["logo.png"]]),
        ],
        failing: [RuleExample([], localizations: ["Base": ["icon.png"], "fr": ["icon.png", "logo.png"]])]
    ) { options in
        let last = ["Base", options.text("development")]
        return .folder { folder in
            let base = last.first { language in folder.localizations.contains { $0.language == language } }
            guard let base = base.map({ FilePath($0) }) else { return [] }
            return LocalizedNames.all(in: folder).compactMap { names in
                guard names.global == nil, !names.localized.contains(where: { last.contains($0.language) }),
                    let first = names.localized.first
                else { return nil }
                let languages = names.localized.map { FilePath($0.language).description }.listed(by: "and")
                let message = "\(names.name) exists for \(languages), but not in \(base).lproj."
                let fix: Explanation = "Add it to \(base).lproj, where the other languages look for it."
                let measured = Verdict.Measurement(nil, expected: "\(base).lproj")
                return Verdict(on: first.frames, message: message, fix: fix, measured: measured)
            }
        }
    }

    package static let shadowedLocalization = LintRule(
        .init("l10n.shadowed-by-global", .warning, evidence: .names),
        summary: "A picture exists both for a single language and for all languages.",
        why: "Apple platforms ignore the picture for the single language; Flipbook prefers it.",
        remedy: "Move the picture that is meant for all languages into Base.lproj.",
        passing: [RuleExample(["icon.png"], localizations: ["fr": ["logo.png"]])],
        failing: [RuleExample(["logo.png"], localizations: ["fr": ["logo.png"]])],
        judge: .localizations { names in
            guard let global = names.global, !names.localized.isEmpty else { return [] }
            let languages = names.localized.map { FilePath($0.language).description + ".lproj" }.listed(by: "and")
            return [Verdict(on: global, message: "\(names.name) exists for all languages, and also in \(languages).")]
        }
    )

    package static let missingDirection = LintRule(
        .init("rtl.no-direction", .info, evidence: .names),
        summary: "Folders for right-to-left languages exist, but a sequence has no frames in them.",
        notes: "Applies if the folder has pictures for languages such as Arabic, and no manifest flips the frames.",
        why: "An arrow that points or moves in the reading direction goes the wrong way in these languages.",
        remedy: "If direction matters, draw frames for these languages or set flipsForRightToLeftLayoutDirection.",
        passing: [
            RuleExample(
                ["walk.1.png", "walk.2.png"],
                localizations: ["Base": ["logo.png", "name.png"], "de": ["logo.png", "name.png"]]
            )
        ],
        failing: [
            RuleExample(["walk.1.png", "walk.2.png"], localizations: ["Base": ["logo.png"], "ar": ["logo.png"]])
        ],
        judge: .folder { folder in
            let there = folder.localizations.filter { localization in
                let code = localization.language.split(whereSeparator: { $0 == "-" || $0 == "_" }).first ?? ""
                return languagesFromTheRight.contains(code.lowercased()) && !localization.folder.subjects.isEmpty
            }
            guard !there.isEmpty else { return [] }
            return folder.sequences.compactMap { sequence in
                guard let pattern = sequence.pattern, !sequence.flipsForRightToLeft else { return nil }
                let lacking = there.filter { localization in
                    // The padding may differ.
                    !localization.folder.sequences.compactMap(\.pattern).contains {
                        $0.prefix.utf8.elementsEqual(pattern.prefix.utf8)
                            && $0.suffix.utf8.elementsEqual(pattern.suffix.utf8)
                    }
                }
                guard !lacking.isEmpty else { return nil }
                let names = lacking.map { "\(FilePath($0.language)).lproj" }.listed(by: "and")
                let are = lacking.count == 1 ? "language is" : "languages are"
                let message = "has no frames in \(names), whose \(are) written from right to left."
                return Verdict(of: sequence.name, message: message, measured: "no frames in \(names)")
            }
        }
    )
}

/// The codes of right-to-left languages, as used at the start of a folder's name.
private let languagesFromTheRight: Set<String> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ku", "ps", "sd", "ug", "ur", "yi",
]
