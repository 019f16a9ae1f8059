import FlipbookCore
import FlipbookFiles
package import FlipbookLintModel

extension LintRule {
    package static let undecodableName = LintRule(
        .init("name.not-utf8", .warning, evidence: .names),
        summary: "A file's name is not UTF-8.",
        why: "Different systems interpret the name's bytes as different characters, so Flipbook skips the file.",
        remedy: "Rename the files, for example with convmv.",
        passing: [["gr\u{FC}n.1.png", "gr\u{FC}n.2.png"]],
        failing: [
            RuleExample(names: ["a.1.png", "a.2.png"]) { $0.undecodableNames = 1 },
            RuleExample(names: []) { $0.undecodableNames = 3 },
        ],
        judge: .wholeFolder { folder in
            let count = folder.undecodableNames
            guard count > 0 else { return nil }
            let examples = folder.undecodableExamples
            let list =
                examples.isEmpty ? "" : ": " + examples.joined(separator: ", ") + (count > examples.count ? ", …" : "")
            let message =
                count == 1
                ? "1 name is not UTF-8\(list); the file was not checked."
                : "\(count) names are not UTF-8\(list); the files were not checked."
            return Verdict(message: message, measured: .init(count.of("name")))
        }
    )

    package static let unsafeName = LintRule(
        .init("name.unsafe", .warning, evidence: .names),
        summary: "A name contains characters that a terminal interprets or that some systems cannot store.",
        notes: "Finds control characters, line breaks, characters that change the writing direction, and anything that "
            + "Windows does not allow: \\ : * ? \" < > |, a dot or space at the end, and device names such as aux.png.",
        why: "The name may look wrong or take two lines in a list, and the file may be lost when it is copied.",
        remedy: "Rename the file.",
        passing: [["gr\u{FC}n 1.png", "gr\u{FC}n 2.png", "auxiliary.png"]],
        failing: [
            ["a\u{1B}[31m.1.png", "a\u{1B}[31m.2.png"],
            ["12:30.png"],
            ["aux.png"],
            ["walk.1.png", "walk.2.png", "walk.3.png "],
        ],
        judge: .wholeFolder { folder in
            let groups = folder.subjects.flatMap { subject in
                subject.kind == .stills ? subject.unsafeFrames.map { [$0] } : [subject.unsafeFrames]
            }
            let odd = groups.filter { !$0.isEmpty } + folder.filesThatEndInSpace.map { [$0] }
            guard !odd.isEmpty else { return nil }
            // One name per sequence is enough: all are unsafe for the same reason.
            let reasons = odd.map { unsafety(of: $0[0].path.lastComponent) ?? "" }
            let list = zip(odd, reasons).prefix(5).map { "\($0[0].name) \($1)" }.joined(separator: "; ")
            let more = odd.count > 5 ? "; and \(odd.count - 5) more" : ""
            let files = odd.flatMap(\.self)
            let message =
                files.count == 1 ? "the name \(reasons[0])." : "\(files.count) names are not portable: \(list)\(more)."
            let fix: Explanation = files.count == 1 ? "Rename the file." : "Rename the files."
            return Verdict(on: files, message: message, fix: fix)
        }
    )

    package static let copy = LintRule(
        .init("name.copy", .warning, evidence: .names),
        summary: "A file name suggests a copy of another file in the folder.",
        notes: "Recognizes copies by Linux, macOS and Windows file managers, Dropbox, Nextcloud and Syncthing.",
        why: "The copy is not part of the sequence. It may be the newer file, or a different picture from a burst.",
        remedy: "Remove identical copies. Rename files that differ, such as pictures of a burst.",
        passing: [
            ["walk.1.png", "walk.2.png", "copy.png", "logo (1).png"],
            ["icon.png", "icon 2.png", "icon 3.png", "icon 4.png"],
            ["level_3.png", "level_3-1.png"],
        ],
        failing: [
            ["walk.1.png", "walk.2.png", "walk.2 (1).png"],
            ["logo.png", "logo copy.png"],
            ["walk.1.png", "walk.2.png", "walk.2 - Copy (2).png", "Copy of walk.1.png"],
            ["walk.1.png", "walk.2.png", "walk.2 2.png", "walk.1 (another copy).png"],
            ["walk.1.png", "walk.2.png", "walk.2 (Ann's conflicted copy 2026-01-02).png"],
            ["walk.0001.png", "walk.0002.png", "walk.0002~.png", "walk.0001-1.png", "walk.0001 .png"],
        ],
        judge: .wholeFolder { folder in
            let candidates = folder.subjects.flatMap { subject -> [(frame: FrameEvidence, originals: [FilePath])] in
                // In a sequence, either every name marks a copy or none does. In a sequence of fewer than three frames, even a
                // number such as 2 marks a copy.
                let frames = subject.frames[...]
                guard subject.kind == .stills || frames.first?.path.originals().isEmpty == false else { return [] }
                return frames.compactMap { frame in
                    let originals = frame.path.originals(countsNumbers: subject.kind == .stills || frames.count < 3)
                    return originals.isEmpty ? nil : (frame, originals)
                }
            }
            guard !candidates.isEmpty else { return nil }
            let names = Set(folder.subjects.lazy.flatMap(\.frames).map { FilePath($0.path.lastComponent) })
                .union(folder.namesElsewhere)
            let copies = candidates.compactMap { frame, originals in
                originals.first(where: names.contains).map { (frame: frame, original: $0) }
            }
            guard let first = copies.first else { return nil }
            let message =
                copies.count == 1
                ? "looks like a copy of \(first.original) and is not part of a sequence."
                : "\(copies.count) files look like copies, such as \(first.frame.name), a copy of \(first.original)."
            return Verdict(on: copies.map(\.frame), message: message)
        }
    )

    package static let caseCollision = LintRule(
        .init("name.case-collision", .warning, evidence: .names),
        summary: "Two names differ only in case, or in how an accent is encoded.",
        why: "The names are the same on macOS and Windows, where one file replaces the other when an archive is "
            + "unpacked.",
        remedy: "Rename one file of each pair, or remove the duplicate.",
        passing: [["walk.1.png", "walk.2.png", "run.1.png", "run.2.png"]],
        failing: [["Logo.png", "logo.png"], ["e\u{301}t\u{E9}.png", "\u{E9}t\u{E9}.png"]],
        judge: .wholeFolder { folder in
            guard folder.mayCollide else { return nil }
            // Swift strings are equal if they are canonically equivalent, even if their bytes differ.
            let groups = FrameGroups(folder.subjects.flatMap(\.frames)) { $0.path.lastComponent.lowercased() }
            let pairs = groups.all.map(\.frames).filter { frames in
                frames.count > 1 && Set(frames.lazy.map(\.path.lastComponent).map { FilePath($0) }).count > 1
            }
            guard let first = pairs.first else { return nil }
            let names = first.map { spelled($0, among: first) }.joined(separator: " and ")
            let message =
                pairs.count == 1
                ? "\(names) are the same name on macOS and Windows."
                : "\(pairs.count) pairs of names, such as \(names), are the same on macOS and Windows."
            return Verdict(on: pairs.flatMap { $0 }, message: message)
        }
    )
}

extension FolderEvidence {
    /// The images whose names end with a stray space or dot.
    fileprivate var filesThatEndInSpace: [FrameEvidence] {
        otherNames.filter { name in
            guard let last = name.string.utf8.last, " .".utf8.contains(last) else { return false }
            let kept = name.string.utf8.reversed().drop { " .".utf8.contains($0) }
            return Self.imageExtensions.contains(String(decoding: kept.reversed(), as: UTF8.self).lowercasedExtension)
        }
        .map { FrameEvidence(path: givenPath.appending($0.string), number: nil) }
    }

    /// A Boolean value that indicates whether two names may differ only in case. This is a quick check.
    fileprivate var mayCollide: Bool {
        // Names of one pattern differ in their digits. Names of two patterns can be equal only if the patterns have the same
        // shape.
        let patterns = subjects.compactMap(\.pattern).map { shape(of: $0.prefix + $0.suffix) }
        guard patterns.joined().allSatisfy(\.isASCII) else { return true }
        let shapes = Set(patterns)
        let areApart = shapes.count == patterns.count
        // A hash collision only triggers a closer check.
        var seen: Set<Int> = []
        return subjects.contains { subject in
            (!areApart || subject.pattern == nil)
                && subject.frames.contains { frame in
                    let name = frame.path.lastComponent
                    return !seen.insert(name.lowercased().hashValue).inserted
                        || areApart && !shapes.isEmpty && shapes.contains(shape(of: name))
                }
        }
    }
}

extension SequenceEvidence {
    /// The files with unsafe names. In a pattern, either all names are unsafe or none is.
    fileprivate var unsafeFrames: [FrameEvidence] {
        if let pattern { return unsafety(of: pattern.prefix + "0" + pattern.suffix) == nil ? [] : frames }
        return frames.filter { unsafety(of: $0.path.lastComponent) != nil }
    }
}

/// Returns the problem with a name as a phrase, or `nil` if the name is safe: `contains ":", which Windows does not allow`.
private func unsafety(of name: String) -> String? {
    let bytes = name.utf8
    if let byte = bytes.first(where: { $0 < 0x20 || $0 == 0x7F }) {
        return "contains the control character \(codePoint(UInt32(byte)))"
    }
    if let byte = bytes.first(where: { "\\:*?\"<>|".utf8.contains($0) }) {
        return "contains \(Character(UnicodeScalar(byte))), which Windows does not allow"
    }
    if bytes.last == UInt8(ascii: ".") { return "ends with a dot, which Windows removes" }
    if bytes.last == UInt8(ascii: " ") { return "ends with a space, which Windows removes" }
    let stem = name.prefix { $0 != "." }.lowercased()
    if devices.contains(stem) { return "begins with \(stem), a device name on Windows" }
    // Outside ASCII, only the characters that are escaped for printing are unsafe.
    guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
    let odd = name.unicodeScalars.first { !String($0).escapingControlCharacters.utf8.elementsEqual(String($0).utf8) }
    return odd.map { "contains \(codePoint($0.value)), which is invisible and may change the writing direction" }
}

private func codePoint(_ value: UInt32) -> String { "U+" + value.digits(4, radix: 16, uppercase: true) }

/// The names that Windows reserves for devices, with any extension.
private let devices: Set<String> = Set(["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

/// Returns a name, with code points if it looks like a different name: `été.png (U+0301 U+00E9)`.
private func spelled(_ frame: FrameEvidence, among twins: [FrameEvidence]) -> String {
    let name = frame.path.lastComponent
    guard twins.count(where: { $0.path.lastComponent == name }) > 1 else { return frame.name }
    let marks = name.unicodeScalars.filter { !$0.isASCII }.prefix(4).map { codePoint($0.value) }
    return "\(frame.name) (\(marks.joined(separator: " ")))"
}

/// Returns a name in lowercase, without the characters of numbers and scale factors (`0` to `9`, `-`, `@`, `x`).
private func shape(of name: String) -> String {
    String(decoding: name.lowercased().utf8.filter { !"0123456789-@x".utf8.contains($0) }, as: UTF8.self)
}
