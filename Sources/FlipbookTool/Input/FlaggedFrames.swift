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
        let missing = try Self.missing(in: input.frames, by: outcome.report.findings)
        var archived: [FilePath: FilePath] = [:]
        var sizes: [FilePath: PixelSize] = [:]
        var absences: [FilePath: String] = [:]
        for frame in outcome.report.subjects.lazy.flatMap(\.frames) {
            (archived[frame.path], sizes[frame.source]) = (frame.archivedPicture, frame.size)
            absences[frame.source] = (frame.fault ?? frame.decodingError)?.kind?.rawValue
        }
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
        let flagged = Self.inOrder(
            input.frames.frames.filter { frame in frame.path.map { remarks[$0] != nil } ?? false },
            missing: remarksOnGaps.keys.sorted()
        )
        guard !flagged.isEmpty else {
            throw Failure.usage(
                "--flagged: 'flipbook lint --deep' found nothing in the frames of \(input.frames.name). For a sheet of "
                    + "all frames, omit --flagged."
            )
        }
        let pattern = try? FramePattern(parsing: input.frames.name)
        var shown: [Frame] = []
        for frame in flagged {
            let absence = frame.path.map { absences[$0] } ?? "missing"
            let own = (frame.path.map { remarks[$0] } ?? frame.number.flatMap { remarksOnGaps[$0] }) ?? []
            let name = frame.path?.name.description ?? frame.number.flatMap { pattern?.name(of: $0) } ?? ""
            let words = own.map(\.name).distinct.joined(separator: ", ")
            captions[shown.count] = changing(SheetSettings.Caption(words, name: name, absence: absence)) {
                ($0.remarks, $0.picture) = (own, absence == nil ? nil : frame.path.flatMap(Thumbnail.picture(at:)))
            }
            shown.append(absence == nil ? frame : Frame(number: frame.number, source: .black))
        }
        (whole, totalCount) = (input.frames, input.frames.frames.count + missing.count)
        frames = input.frames.replacing(shown, expected: nil, missing: FrameSet())
        let size = { (frames: [Frame]) in frames.lazy.compactMap { $0.path.flatMap { sizes[$0] } }.first }
        let (usual, first) = (size(input.frames.frames), size(shown))
        self.size = first == usual && first != nil ? nil : usual ?? PixelSize(width: 160, height: 90)
    }

    func complete(_ settings: inout ExportSettings) {
        settings.sheet.captions = captions
        let length = whole.rateAndLength(settings.sequence).rate.map { rate in
            ", \(rate) frames/s, \((rate.frameDuration.seconds * Double(totalCount)).fixed(3)) s"
        }
        let words = "\(captions.count) of \(totalCount.of("frame"))\(length ?? "")"
        settings.sheet.facts.append(SheetSettings.Fact(Self.fact, words))
        settings.sequence.size = settings.sequence.size ?? size
    }

    /// The name of the fact that tells the number of shown frames, and the rate and length of the whole sequence.
    static let fact = "Shown"

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
}
