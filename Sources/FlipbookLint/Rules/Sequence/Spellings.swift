import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel

extension LintRule {
    package static let duplicateNumber = LintRule(
        .init("seq.duplicate-number", .error, evidence: .names),
        summary: "Two files have the same frame number.",
        why: "Some programs show only one of the two files, and others show both.",
        remedy: "Remove the file that does not belong here, or rename it.",
        passing: [
            ["a.0009.png", "a.0010.png", "a.0011.png"],
            ["a.1.png", "a.2.png", "b.1.png", "b.2.png"],
            [.init("a1.png", 20, 20), .init("a1@2x.png", 40, 40)],
        ],
        failing: [
            ["a.0009.png", "a.0010.png", "a.0011.png", "a.10.png"],
            ["a.1.png", "a.2.png", "a.0001.png", "a.0002.png"],
        ],
        judge: .folder { folder in
            folder.families.compactMap { family in
                let repeated = family.repeatedFrames
                guard let first = repeated.first, repeated.count > 1,
                    let name = family.max(by: { $0.frames.count < $1.frames.count })?.name
                else { return nil }
                let numbers = repeated.numbers ?? FrameSet()
                let pair = repeated.prefix { $0.number == first.number }.map(\.name).joined(separator: " and ")
                let message =
                    numbers.count == 1
                    ? "\(pair) are both \(numbers.asFrames)."
                    : "\(numbers.asFrames) have more than one file each, such as \(pair)."
                let measured = Verdict.Measurement(repeated.count.of("file"), expected: numbers.count.of("file"))
                return Verdict(on: repeated, of: name, message: message, measured: measured)
            }
        }
    )

    /// A number that outgrows its padding (0999, 1000) is not a fault, and neither are numbers without padding (9, 10).
    package static let mixedPadding = LintRule(
        .init("seq.mixed-padding", .error, evidence: .names, fixable: .safe),
        summary: "The frame numbers in one sequence are padded to different widths.",
        why: "A pattern such as a.####.png has a single width and silently skips the other files.",
        remedy: "Rename the files so that all numbers have the same number of digits.",
        passing: [["a.8.png", "a.9.png", "a.10.png"], ["a.0998.png", "a.0999.png", "a.1000.png"]],
        failing: [
            ["a.0001.png", "a.0002.png", "a.0003.png", "a.4.png"],
            ["a.01.png", "a.02.png", "a.003.png", "a.004.png", "a.005.png"],
        ],
        judge: .folder { folder in
            folder.families.flatMap { family -> [Verdict] in
                guard family.count > 1, let usual = family.usual, let width = usual.pattern?.padding.width
                else { return [] }
                let repeated = Set(family.repeatedFrames.lazy.map(\.path))
                return family.compactMap { sequence in
                    // Another rule reports numbers that occur twice.
                    let odd = sequence.frames.filter { !repeated.contains($0.path) && !$0.isOfSubframes }
                    guard let oddWidth = sequence.pattern?.padding.width, oddWidth != width, let first = odd.first,
                        let renamed = first.name(as: usual).map({ FilePath($0) })
                    else { return nil }
                    let count = usual.frames.count
                    let others = count == 1 ? "the other file has" : "the other \(count.of("file")) have"
                    return odd.verdict(
                        of: usual.name,
                        one: "its number has \(oddWidth.of("digit")); \(others) \(width).",
                        many: "have numbers with \(oddWidth.of("digit")); \(others) \(width).",
                        fix: odd.count == 1
                            ? "Rename it to \(renamed)." : "Rename them: \(first.name) to \(renamed), and so on.",
                        by: .renames(odd.renamings(in: sequence.pattern) { $0.width = width }),
                        measured: .init(oddWidth.of("digit"), expected: width.of("digit"))
                    )
                }
            }
        }
    )

    package static let mixedSpelling = LintRule(
        .init("seq.mixed-spelling", .error, evidence: .names, fixable: .safe),
        summary: "Some frames differ from the others in extension, format or capitalization.",
        notes: "Finds .png and .PNG, walk and Walk, or .png and .jpg (a warning if there are fewer than eight files, "
            + "with numbers of one or two digits). Files are reported if no other frame has their numbers, or if there "
            + "is only one such file. Sub-frames, such as f.1.50.png between f.1.png and f.2.png, are also reported if "
            + "their names have different forms or if one is missing.",
        why: "A pattern has a single spelling, so it misses these frames. Formats also differ in colors and edges.",
        remedy: "Rename the files, or convert them to the format of the others.",
        passing: [
            ["a.1.PNG", "a.2.PNG", "a.3.PNG"],
            ["Walk.1.png", "Walk.2.png", "Walk.3.png"],
            ["a.1.png", "a.2.png", "a.3.png", "a.40.apng"],
            ["logo_v1.png", "logo_v2.png", "logo_v2.1.png"],
            ["f.1.00.png", "f.1.25.png", "f.1.50.png", "f.1.75.png", "f.2.00.png"],
        ],
        failing: [
            ["a.1.png", "a.2.png", "a.3.PNG", "a.4.png"],
            ["walk.1.png", "walk.2.png", "Walk.3.png", "walk.4.png"],
            ["a.1.png", "a.2.png", "a.3.png", "a.4.apng", "a.5.apng"],
            ["f.1.png", "f.1.5.png", "f.2.png"],
            [
                "a.1.png", "a.2.png", "a.4.png",
                .init("a.3.jpg", 160, 90) { ($0.header.hasAlpha, $0.header.format) = (false, .jpeg) },
            ],
        ],
        judge: .folder { folder in
            // Sub-frames are reported separately, and are not renamed.
            let subframes = Set(folder.subframes.lazy.flatMap(\.files).map { FilePath($0.lastComponent) })
            let frames = folder.spellings.isEmpty ? [] : folder.subjects.flatMap(\.frames) + folder.candidates
            let pictures = frames.filter { $0.header?.holdsSeveralPictures == false }
            let formats = Dictionary(pictures.map { ($0.path, $0.header?.format) }) { first, _ in first }
            return folder.spellings.flatMap { names in
                names.odd.filter { !subframes.contains($0.files[0].name) }
                    .map { verdict(on: $0, among: names.usual, formats) }
            }
                + folder.subframes.map { sequence, files, areOwn in
                    let name = FilePath(sequence).name
                    return files.map { FrameEvidence(path: $0, number: nil, scale: 1) }.verdict(
                        of: sequence,
                        one: "is a sub-frame, which is not part of \(name).",
                        many: areOwn
                            ? "are sub-frames, whose order changes when they are sorted by number."
                            : "are sub-frames, which are not part of \(name).",
                        fix: "Number all frames in the same way, or list the files in order."
                    )
                }
        }
    )
}

extension FrameEvidence {
    fileprivate func name(as usual: SequenceEvidence) -> String? {
        guard let number, let name = usual.pattern?.name(of: number) else { return nil }
        guard scale > 1, let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
        return "\(name[..<dot])@\(scale)x\(name[dot...])"
    }
}

private func verdict(on odd: FileSequence, among usual: FileSequence, _ formats: [FilePath: ImageFormat?]) -> Verdict {
    let files = odd.evidence
    // A PNG file named .jpg needs another name, but no conversion.
    let format = usual.evidence.lazy.compactMap { formats[$0.path] }.first
    let isMisnamed = format != nil && files.allSatisfy { formats[$0.path] == format }
    let difference = odd.pattern.difference(from: usual.pattern)
    let isConverted = difference == .format && !isMisnamed
    let words =
        difference == .letters ? "differs in upper and lower case" : "has the extension .\(odd.pattern.lastExtension)"
    let renamed = files.first?.number.map { FilePath(usual.pattern.name(of: $0)).description }
    let others = "the other \(usual.files.count.of("file")) are named like \(usual.files.first?.name.description ?? "")"
    let renamings = files.renamings(in: odd.pattern) { parts in
        (parts.prefix, parts.suffix) = (FilePath(usual.pattern.prefix), FilePath(usual.pattern.suffix))
        parts.width = usual.pattern.padding.width
    }
    let isTaken = odd.files.contains { file in usual.files.contains { $0.number == file.number } }
    // A photograph in a folder with three drawings is not a frame in the wrong format.
    let areFew = usual.pattern.hasShortNumbers && usual.files.count + files.count < 8
    return files.verdict(
        of: FilePath(usual.pattern.description).description,
        severity: difference == .format && areFew ? .warning : nil,
        one: "\(words); \(others).",
        fix: isTaken
            ? "Remove or rename it: \(renamed ?? "") already exists."
            : "\(isConverted ? "Convert" : "Rename") \(files.them) to \(renamed ?? "")"
                + (files.count == 1 ? "." : ", and so on."),
        by: isConverted || isTaken ? [] : .renames(renamings),
        measured: .init(".\(odd.pattern.lastExtension)", expected: ".\(usual.pattern.lastExtension)")
    )
}
