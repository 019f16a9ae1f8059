import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    package static let scaleSuffix = LintRule(
        .init("scale.suffix-typo", .warning, evidence: .names),
        summary: "A name appears to contain a scale factor, but not in the form @2x directly before the extension.",
        notes: "Finds @2X, @2x before other letters, and _2x, -2x or @2 if a file has the same name without this "
            + "suffix.",
        why: "The picture is treated as @1x and shown twice as large as intended.",
        remedy: "Write @2x directly before the extension.",
        passing: [[.init("a1.png", 20, 20), .init("a1@2x.png", 40, 40)], ["grid_2x.png", "zoom_3x.png"]],
        failing: [
            ["a1.png", "a2.png", "a1@2X.png", "a2@2X.png"],
            ["logo.png", "logo_2x.png"],
            ["a@2x_1.png", "a@2x_2.png"],
        ],
        judge: .wholeFolder { folder in
            let wrong = folder.scaleTypos
            guard let first = wrong.first else { return nil }
            let right = FilePath(first.typo.right)
            return Verdict(
                on: wrong.map(\.frame),
                message: wrong.count == 1
                    ? "appears to contain a scale factor, which should be written as in \(right)."
                    : "\(wrong.count) names appear to contain a scale factor, which should be written as in \(right).",
                fix: wrong.count == 1
                    ? "Rename it to \(right)." : "Rename them: \(first.frame.name) to \(right), and so on.",
                measured: .init(first.typo.found, expected: first.typo.mark)
            )
        }
    )
}

extension FolderEvidence {
    var scaleTypos: [(frame: FrameEvidence, typo: ScaleTypo)] {
        // A misspelled scale factor has an "@", or an "x" before the extension. The text around the numbers is the same in all
        // names.
        let mayMatch = { (pattern: FramePattern) in
            (pattern.prefix + pattern.suffix).contains("@") || pattern.suffix.lowercased().contains("x.")
        }
        let suspects = subjects.lazy.filter { $0.pattern.map(mayMatch) ?? true }.flatMap(\.frames).compactMap { frame in
            ScaleTypo.typo(in: frame.path.lastComponent).map { (frame: frame, typo: $0) }
        }
        guard !suspects.isEmpty, imageSets.isEmpty else { return [] }
        let names = Set(subjects.lazy.flatMap(\.frames).map { FilePath($0.path.lastComponent) })
        // In the name of a copy, the mark is not directly before the extension: "logo@2x copy.png".
        return suspects.filter { frame, typo in
            (!typo.needsBase || names.contains(FilePath(typo.base))) && frame.path.originals().isEmpty
        }
    }
}

struct ScaleTypo {
    let found: String
    /// The correct mark: `@2x`.
    let mark: String
    let base, right: String
    /// A Boolean value that indicates whether this is a mistake only if the @1x picture exists.
    let needsBase: Bool

    /// Returns the misspelled scale factor, or `nil` if the name has none.
    fileprivate static func typo(in name: String) -> ScaleTypo? {
        let bytes = Array(name.utf8)
        let dot = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.count
        let factors = UInt8(ascii: "2")...UInt8(ascii: "4")
        func typo(_ range: Range<Int>, factor: UInt8, needsBase: Bool) -> ScaleTypo {
            let stem = Array(bytes[..<range.lowerBound] + bytes[range.upperBound..<dot])
            let mark = Array("@".utf8) + [factor] + Array("x".utf8)
            func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
            return ScaleTypo(
                found: text(Array(bytes[range])),
                mark: text(mark),
                base: text(stem + bytes[dot...]),
                right: text(stem + mark + bytes[dot...]),
                needsBase: needsBase
            )
        }
        // Finds "@2X" anywhere, and "@2x" anywhere except at the end of the stem or before a device kind.
        for index in bytes.indices.dropLast(2) where bytes[index] == UInt8(ascii: "@") && index > 0 {
            guard factors.contains(bytes[index + 1]), bytes[index + 2] | 0x20 == UInt8(ascii: "x") else { continue }
            let end = index + 3
            if bytes[index + 2] == UInt8(ascii: "x"), end == dot || end < dot && bytes[end] == UInt8(ascii: "~") {
                return nil
            }
            return end <= dot ? typo(index..<end, factor: bytes[index + 1], needsBase: false) : nil
        }
        let isLetterMissing = dot >= 3 && bytes[dot - 2] == UInt8(ascii: "@") && factors.contains(bytes[dot - 1])
        if isLetterMissing { return typo(dot - 2..<dot, factor: bytes[dot - 1], needsBase: true) }
        guard dot >= 4, bytes[dot - 1] | 0x20 == UInt8(ascii: "x"), factors.contains(bytes[dot - 2]),
            [UInt8(ascii: "_"), UInt8(ascii: "-")].contains(bytes[dot - 3])
        else { return nil }
        return typo(dot - 3..<dot, factor: bytes[dot - 2], needsBase: true)
    }
}
