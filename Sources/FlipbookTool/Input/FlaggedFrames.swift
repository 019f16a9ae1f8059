import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookImaging
import FlipbookLint
import FlipbookMedia
import FlipbookScene

struct FlaggedFrames {
    let frames: FrameList
    private let whole: FrameList
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
        var archived: [FilePath: FilePath] = [:]
        var sizes: [FilePath: PixelSize] = [:]
        var damaged: [Frame.Source: String] = [:]
        for frame in outcome.report.subjects.lazy.flatMap(\.frames) {
            (archived[frame.path], sizes[frame.source]) = (frame.archivedPicture, frame.size)
            damaged[.file(frame.source)] = (frame.fault ?? frame.decodingError).map { "\($0.reason)" }
        }
        let missing = Self.missing(in: input.frames, by: outcome.report.findings)
        let found = input.frames
        let list = found.replacing(found.frames, expected: found.expected, missing: missing)
        // If no gap is shown, none has to be filled or refused.
        let hasNoGaps = missing.isEmpty || input.gaps.missing == .skip
        let policy = hasNoGaps ? GapPolicy(missing: .hold) : input.gapsOnSheet
        let complete = try list.substituting(policy, damaged: damaged).list.frames
        var remarks: [FilePath: [SheetSettings.Fact]] = [:]
        var remarksOnGaps: [Int: [SheetSettings.Fact]] = [:]
        for finding in outcome.report.findings {
            let (rule, severity) = (finding.rule.rawValue, finding.severity.rawValue)
            let remark = SheetSettings.Fact(rule, finding.message, severity: severity)
            for file in finding.files { remarks[archived[file] ?? file, default: []].append(remark) }
            for number in missing where finding.frames?.contains(number) == true {
                remarksOnGaps[number, default: []].append(remark)
            }
        }
        var shown: [Frame] = []
        for frame in complete {
            let isMissing = frame.substitution != nil && frame.damage == nil
            let file = (frame.damage?.source ?? frame.source).name
            guard let own = isMissing ? frame.number.flatMap({ remarksOnGaps[$0] }) : remarks[file] else { continue }
            captions[shown.count] = changing(SheetSettings.Caption(own.map(\.name).distinct.joined(separator: ", "))) {
                $0.remarks = own
            }
            shown.append(frame)
        }
        guard !shown.isEmpty else {
            throw Failure.usage(
                "--flagged: 'flipbook lint --deep' found nothing in the frames of \(input.frames.name). For a sheet of "
                    + "all frames, omit --flagged."
            )
        }
        (whole, totalCount) = (input.frames, complete.count)
        frames = input.frames.replacing(shown, expected: nil, missing: FrameSet())
        let size = { (frames: [Frame]) in frames.lazy.compactMap { $0.path.flatMap { sizes[$0] } }.first }
        let (usual, first) = (size(input.frames.frames), size(shown))
        self.size = first == usual && first != nil ? nil : usual ?? PixelSize(width: 160, height: 90)
    }

    func complete(_ settings: inout ExportSettings) {
        settings.sheet.captions = captions
        let (rate, words) = whole.rateAndLength(settings.sequence, of: totalCount)
        let facts = ["\(captions.count) of \(totalCount.of("frame"))"] + (rate == nil ? [] : words)
        settings.sheet.facts.append(SheetSettings.Fact(Self.fact, facts.joined(separator: ", ")))
        settings.sequence.size = settings.sequence.size ?? size
    }

    /// The name of the fact that gives the number of shown frames, and the rate and length of the whole sequence.
    static let fact = "Shown"

    /// Returns the missing numbers to show, or an empty set if the linter does not report them.
    private static func missing(in list: FrameList, by findings: [Finding]) -> FrameSet {
        guard let first = list.missing.first, findings.contains(where: { $0.frames?.contains(first) == true })
        else { return FrameSet() }
        return list.missing
    }
}
