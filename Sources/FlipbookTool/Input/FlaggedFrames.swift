import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookFiles
import FlipbookImaging
import FlipbookLint
import FlipbookLintVerbs
import FlipbookMedia
import FlipbookScene

struct FlaggedFrames {
    let frames: FrameList
    private(set) var captions: [Int: SheetSettings.Caption] = [:]
    private let size: PixelSize?
    private let totalCount: Int

    /// Lints an input with `--deep` and the configuration of its folder.
    /// - Throws: ``Failure`` if no frame has a finding.
    init(of input: SequenceInput) async throws {
        var session = LintSession()
        session.isDeep = true
        session.conditions.dialect = input.options.policies.dialect
        let paths = input.options.input
        let outcome = try await Interruption.cancelling { [session] in try await session.run(paths) }
        let missing = try Self.missing(in: input.frames, by: outcome.report.findings)
        var archived: [FilePath: FilePath] = [:]
        for frame in outcome.report.subjects.lazy.flatMap(\.frames) { archived[frame.path] = frame.archivedPicture }
        var rulesOfFiles: [FilePath: [String]] = [:]
        var rulesOfGaps: [Int: [String]] = [:]
        var remarks: [FilePath: [String]] = [:]
        for finding in outcome.report.findings {
            let rule = finding.rule.rawValue
            for file in finding.files { rulesOfFiles[archived[file] ?? file, default: []].append(rule) }
            if finding.files.count == 1 {
                remarks[archived[finding.files[0]] ?? finding.files[0], default: []].append(finding.message)
            }
            for number in missing where finding.frames?.contains(number) == true {
                rulesOfGaps[number, default: []].append(rule)
            }
        }
        let flagged = Self.inOrder(
            input.frames.frames.filter { frame in frame.path.map { rulesOfFiles[$0] != nil } ?? false },
            missing: rulesOfGaps.keys.sorted()
        )
        guard !flagged.isEmpty else {
            throw Failure.usage(
                "--flagged: 'flipbook lint --deep' found nothing in the frames of \(input.frames.name). For a sheet of "
                    + "all frames, omit --flagged."
            )
        }
        let absences = try await Self.absences(of: flagged.compactMap(\.path), input.codecs)
        let pattern = try? FramePattern(parsing: input.frames.name)
        var shown: [Frame] = []
        for frame in flagged {
            let absence = frame.path.map { absences[$0] } ?? "missing"
            let rules = frame.path.map { rulesOfFiles[$0] } ?? frame.number.flatMap { rulesOfGaps[$0] }
            captions[shown.count] = SheetSettings.Caption(
                (rules ?? []).distinct.joined(separator: ", "),
                name: frame.path?.name.description ?? frame.number.flatMap { pattern?.name(of: $0) } ?? "",
                absence: absence
            )
            captions[shown.count]?.remarks = frame.path.flatMap { remarks[$0] } ?? []
            shown.append(absence == nil ? frame : Frame(number: frame.number, source: .black))
        }
        totalCount = input.frames.frames.count + missing.count
        frames = input.frames.replacing(shown, expected: nil, missing: FrameSet())
        let (usual, first) = (
            try await Self.size(of: input.frames.frames.compactMap(\.path)),
            try await Self.size(of: shown.compactMap(\.path))
        )
        size = first == usual && first != nil ? nil : usual ?? PixelSize(width: 160, height: 90)
    }

    func complete(_ settings: inout ExportSettings) {
        settings.sheet.captions = captions
        settings.sheet.facts.append(SheetSettings.Fact("Shown", "\(captions.count) of \(totalCount.of("frame"))"))
        settings.sequence.size = settings.sequence.size ?? size
    }

    private static let mostMissing = 1000

    /// Returns the missing numbers to show, or an empty list if there are too many and the linter does not report them.
    private static func missing(in list: FrameList, by findings: [Finding]) throws(Failure) -> [Int] {
        let missing = list.missing
        guard missing.count > mostMissing else { return Array(missing) }
        guard findings.contains(where: { $0.frames?.contains(missing[0]) == true }) else { return [] }
        throw Failure.usage(
            "--flagged: \(missing.count) frames of \(list.name) are missing, and a sheet shows at most \(mostMissing) "
                + "of them. Select a range with --frames."
        )
    }

    /// Adds black frames for missing numbers. They are sorted by number if the frames are in ascending or descending order;
    /// otherwise, they are added at the end.
    private static func inOrder(_ frames: [Frame], missing: [Int]) -> [Frame] {
        let gaps = missing.map { Frame(number: $0, source: .black) }
        let numbers = frames.compactMap(\.number)
        let pairs = zip(numbers, numbers.dropFirst())
        func number(_ frame: Frame) -> Int { frame.number ?? .max }
        if pairs.allSatisfy({ $0 < $1 }) { return (frames + gaps).sorted { number($0) < number($1) } }
        if pairs.allSatisfy({ $0 > $1 }) { return (frames + gaps).sorted { number($0) > number($1) } }
        return frames + gaps
    }

    private static func absences(of paths: [FilePath], _ codecs: ImageCodecs) async throws -> [FilePath: String] {
        let words = try await WorkExecutor.mapInChunks(paths, chunkLength: 1) { path -> String? in
            do throws(ImageError) {
                _ = try ImageDecoder(codecs: codecs).decode(contentsOf: path)
                return nil
            } catch {
                // After a shortage, the file might be valid; the export reports the problem.
                return error.kind?.rawValue
            }
        }
        return Dictionary(zip(paths, words).compactMap { path, word in word.map { (path, $0) } }) { first, _ in first }
    }

    private static func size(of paths: [FilePath]) async throws -> PixelSize? {
        for case .success(let details) in try await ImageDetails.readAll(paths) { return details.header.size }
        return nil
    }
}
