import FlipbookCore
import FlipbookLint

/// The frames of an input that the linter has findings about.
struct FlaggedFrames {
    /// These frames alone, in their order.
    let frames: FrameList
    /// The rules that each was found by, by its file.
    let captions: [FilePath: String]

    /// Lints an input, its pixels too, as the configuration of its folder says.
    /// - Throws: ``Failure`` where the linter has nothing to say about any frame.
    init(of input: SequenceInput) async throws {
        var session = LintSession()
        session.isDeep = true
        session.conditions.dialect = input.options.policies.dialect
        let paths = input.options.input
        let outcome = try await Interruption.session { [session] () async throws(LintSessionError) in
            try await session.run(paths)
        }
        var rules: [FilePath: [String]] = [:]
        for finding in outcome.report.findings {
            for file in finding.files where rules[file]?.contains(finding.rule.rawValue) != true {
                rules[file, default: []].append(finding.rule.rawValue)
            }
        }
        captions = rules.mapValues { $0.joined(separator: ", ") }
        let flagged = input.frames.frames.filter { frame in frame.path.map { rules[$0] != nil } ?? false }
        guard !flagged.isEmpty else {
            throw Failure(
                message:
                    "--flagged: 'flipbook lint --deep' has no findings about a frame of \(input.frames.name). Leave "
                    + "--flagged out for a sheet of all frames.",
                status: .usage
            )
        }
        frames = input.frames.replacing(flagged, expected: nil, missing: FrameSet())
    }
}
