import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookLint
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Linting real folders")
struct LinterTests {
    private let folder: TemporaryDirectory
    /// A PNG of 4x4 pixels that is all there.
    private let png = PNGWriter(width: 4, height: 4).file(rows: [UInt8](repeating: 128, count: 64))

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func lint(_ arguments: [String]) async throws -> [String] {
        let report = try await report(on: LintInput.evidence(for: arguments))
        return report.findings.map { "\($0.subject) \($0.rule): \($0.message)" }
    }

    /// The folder goes when it is needed no more, which must not be before the files were read.
    private func report(on evidence: [FolderEvidence], by linter: Linter = Linter()) async throws -> LintReport {
        defer { withExtendedLifetime(folder) {} }
        return try await linter.lint(evidence)
    }

    private func write(_ numbers: some Sequence<Int>) throws {
        for number in numbers { try folder.write(png, to: "a.\(number).png") }
    }

    @Test("every way in which a file is no frame is a finding, and the other frames are still checked")
    func brokenFiles() async throws {
        try write([1, 9])
        try folder.write([], to: "a.2.png")
        try folder.write(Array(png.dropLast(20)), to: "a.3.png")
        try folder.write(Array("not a picture".utf8), to: "a.4.png")
        var damaged = png
        damaged[29] ^= 1
        try folder.write(damaged, to: "a.5.png")
        try FileManager.default.createDirectory(
            atPath: folder.file("a.6.png").string,
            withIntermediateDirectories: true
        )
        try require(mkfifo(folder.file("a.7.png").string, 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("a.8.png").string,
            withDestinationPath: folder.file("gone.png").string
        )
        try await expectEqual(
            lint([folder.path]),
            [
                "a.2.png load.empty: is empty (0 bytes).",
                "a.3.png load.truncated: ends before the picture is complete.",
                "a.4.png load.unsupported: not an image, but text.",
                "a.5.png load.corrupt: cannot be decoded: IHDR: CRC error.",
                "a.6.png load.unsupported: a directory instead of a file; it is skipped.",
                "a.7.png load.unsupported: a named pipe instead of a file; it is skipped.",
                "a.8.png load.unreadable: a link to a file that does not exist.",
            ]
        )
    }

    @Test("a picture that claims more pixels than there is memory for is a finding")
    func bomb() async throws {
        let chunks = [PNGWriter(width: 30_000, height: 30_000).header, .init("IDAT"), .init("IEND")]
        for number in 1...3 { try folder.write(PNGWriter.file(chunks), to: "a.\(number).png") }
        let found = try await lint([folder.path])
        expectEqual(found.count, 1)
        expectEqual(found.first?.hasPrefix("a.@.png load.too-large: frames 1-3 are too large: "), true)
    }

    @Test("a folder, a pattern and a list of files give the same findings")
    func inputs() async throws {
        try write([1, 2, 3, 5])
        let expected = ["a.@.png seq.gap: frame 4 is missing (1 of 5)."]
        try await expectEqual(lint([folder.path]), expected)
        try await expectEqual(lint([folder.file("a.@.png").string]), expected)
        try await expectEqual(lint([5, 1, 3, 2].map { folder.file("a.\($0).png").string }), expected)
    }

    @Test("a pattern with a range is held to its numbers")
    func range() async throws {
        try write([1, 2, 3, 5])
        try await expectEqual(lint([folder.file("a.1-3@.png").string]), [])
        try await expectEqual(
            lint([folder.file("a.2-8x2@.png").string]),
            [
                "a.2-8x2@.png seq.gap: frames 4-8x2 are missing (3 of 4)."
            ]
        )
    }

    @Test("what is named is judged, whatever its extension; a folder's other files are not")
    func namedFiles() async throws {
        try write([1, 2])
        for name in ["notes.txt", ".hidden.png", "plain"] { try folder.write(Array("text".utf8), to: name) }
        try await expectEqual(lint([folder.path]), [])
        let found = try await lint(folder.names().map { folder.file($0).string })
        expectEqual(
            found.map { $0.split(separator: " ", maxSplits: 1).last },
            [
                "load.unsupported: 3 files (.hidden.png, notes.txt, plain) are not images; each is text."
            ]
        )
    }

    @Test("several inputs are one report, an input that comes twice is linted once")
    func severalInputs() async throws {
        try folder.write(png, to: "one/a.1.png")
        try folder.write(png, to: "one/a.2.png")
        try folder.write(png, to: "two/b.1.png")
        try folder.write(png, to: "two/b.3.png")
        try folder.write(png, to: "two/b.4.png")
        try folder.write(png, to: "two/b.5.png")
        let (one, two) = (folder.file("one").string, folder.file("two").string)
        let report = try await report(on: LintInput.evidence(for: [two, one, two]))
        expectEqual(report.findings.map(\.rule), ["seq.gap"])
        expectEqual(report.summary.sequences, 2)
        expectEqual(report.summary.frames, 6)
        expectEqual(report.worst, .error)
    }

    @Test("an empty folder is a finding; what is not there is an error that names it")
    func nothing() async throws {
        try await expectEqual(
            lint([folder.path]).map { $0.split(separator: " ", maxSplits: 1).last },
            [
                "seq.empty: contains no files."
            ]
        )
        let gone = folder.file("gone.png")
        #expect(throws: SequenceLocatorError.missing(gone, siblings: nil)) {
            try LintInput.evidence(for: [gone.string])
        }
        let pattern = try FramePattern(parsing: folder.file("gone.####.png").string)
        #expect(throws: SequenceLocatorError.resolution(.noMatch(pattern, similar: []))) {
            try LintInput.evidence(for: [pattern.description])
        }
        #expect(throws: SequenceLocatorError.system(FileSystemError(folder.file("no"), errno: ENOENT))) {
            try LintInput.evidence(for: [folder.file("no/a.####.png").string])
        }
        #expect(throws: SequenceLocatorError.unusable("", reason: "the name is empty; remove it")) {
            try LintInput.evidence(for: [""])
        }
    }

    @Test("names that are not UTF-8 are counted")
    func undecodableNames() async throws {
        try write([1, 2])
        let path = Array((folder.path + "/a.").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
        try require(descriptor >= 0)
        close(descriptor)
        let found = try await lint([folder.path])
        expectEqual(found.count, 1)
        expectEqual(
            found.first?.hasSuffix("name.not-utf8: 1 name is not UTF-8: a.\\xFF; the file was not checked."),
            true
        )
        unlink(path)
    }

    @Test("folders for a language are compared with each other, and the folder they lie in is not called empty")
    func localizations() async throws {
        for number in 1...3 { try folder.write(png, to: "Base.lproj/a.\(number).png") }
        for number in 1...2 { try folder.write(png, to: "fr.lproj/a.\(number).png") }
        try await expectEqual(
            lint([folder.path]).map { $0.split(separator: " ", maxSplits: 1).last },
            [
                "l10n.partial-sequence: fr.lproj lacks frame 3 of a.@.png, which Base.lproj has."
            ]
        )
    }

    @Test("rules that judge names only open no file")
    func namesOnly() async throws {
        try folder.write([], to: "a.1.png")
        try folder.write([], to: "a.3.png")
        try folder.write([], to: "a.4.png")
        let linter = Linter(rules: [.duplicateNumber, .mixedScale])
        let evidence = try LintInput.evidence(for: [folder.path])
        expectEqual(evidence.flatMap(\.sequences).flatMap(\.frames).count, 3)
        // What is gone cannot be opened; the linter of all rules says so.
        for number in [1, 3, 4] { try FileManager.default.removeItem(atPath: folder.file("a.\(number).png").string) }
        try await expectEqual(report(on: evidence, by: linter).findings, [])
        try await expect(!report(on: evidence).findings.isEmpty)
    }

    @Test("a frame list from Swift code is linted as it is")
    func frameList() async throws {
        try write([1, 2])
        let frames = [1, 2].map { (number: Int) in Frame(number: number, source: .file(folder.file("a.\(number).png")))
        }
        let list = FrameList(name: "mine", numbers: FrameSet(1...3), frames: frames)
        defer { withExtendedLifetime(folder) {} }
        let report = try await Linter().lint(list)
        expectEqual(report.findings.map(\.message), ["frame 3 is missing (1 of 3)."])
        expectEqual(report.subjects.map(\.name), ["mine"])
    }

    @Test("a cancelled task stops linting")
    func cancellation() async throws {
        try write(1...3)
        let evidence = try LintInput.evidence(for: [folder.path])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Linter().lint(evidence)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
