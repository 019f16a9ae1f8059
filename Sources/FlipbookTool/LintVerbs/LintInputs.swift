package import ArgumentParser
public import FlipbookCommandLine
import FlipbookCore
import FlipbookFiles
import FlipbookImaging
public import FlipbookLint
import FlipbookScene
import Glibc

package struct LintInputs: ParsableArguments {
    package init() {}

    @Argument(
        help: ArgumentHelp("Folders, patterns, files, manifests or asset catalogs.", valueName: "input"),
        completion: .custom(InputCompletion.candidates)
    )
    package var inputs: [String] = []

    @Flag(name: .shortAndLong, help: "Also check subfolders and their manifests.") var recursive = false

    @Option("<format[=file]> Report format, such as sarif or sarif=lint.sarif. Repeatable. (default: text)")
    var format: [ReportRequest] = []

    @Option("<file> Output file for a single report, such as lint.html; - is standard output.", name: .shortAndLong)
    var output: String?

    @Flag(help: "Replace existing reports and baselines.") var overwrite = false
    @Flag(help: "Print the result as one JSON document.") var json = false

    @Flag(help: ArgumentHelp("Also decode each frame to find damaged, blank and repeated frames."))
    var deep = false

    @Option("<when> Color in reports; auto uses color on a terminal unless NO_COLOR is set.")
    var color: Terminal.Coloring = .auto

    @Flag(name: .shortAndLong, help: "Print only findings, without the summary and notes.") var quiet = false
    @OptionGroup var policies: SequencePolicies
    @Option(words: \.$mismatch) var mismatch: MismatchWord?

    @Option(
        "<range> Frames to check; frames without a file are reported as missing.",
        transform: { try FrameSelection(parsing: $0) }
    )
    var frames: FrameSelection?

    @Option(\.frameRate) var fps: FrameRate?
    @Option("<scale> Scale of the variants to check: 1, 2 or 3.") var scale: Int?

    @Option("<url> Base URL of the documentation, for links in reports.") var documentation: String?

    @OptionGroup var sheet: SheetCutOptions
    @Option(\.layerName) var layer: String?
    @Option(\.channels) var channels: ChannelNames?
    @OptionGroup var device: IdiomOption
    @OptionGroup var outside: OutsideOption
    @OptionGroup(title: "Rules") var options: LintOptions

    package func validate() throws {
        if let scale, !(1...3).contains(scale) { throw ValidationError("--scale: use 1, 2 or 3.") }
        _ = try frames?.numbers(in: policies.dialect)
        if let documentation,
            !["https://", "http://", "file://"].contains(where: { documentation.hasPrefix($0) })
                || documentation.contains(where: \.isWhitespace)
        {
            let way = "Use one such as https://example.org/flipbook."
            throw ValidationError("--documentation \"\(FilePath(documentation))\": not an address. \(way)")
        }
    }

    func session() throws -> LintSession {
        var session = LintSession()
        if let config = options.config { session.configuration = .file(FilePath(config)) }
        if options.noConfig { session.configuration = .value(LintConfiguration()) }
        session.changes = try options.changes()
        var conditions = LintConditions()
        (conditions.missing, conditions.maximumGap) = (policies.missing, policies.maximumGap)
        (conditions.dialect, conditions.mismatch) = (policies.dialect, mismatch?.policy)
        (conditions.idiom, conditions.scale, conditions.frameRate) = (device.idiom, scale, fps)
        conditions.frames = try frames?.numbers(in: policies.dialect)
        conditions.allowedFolders = outside.allowedFolders
        conditions.channels = ChannelChoice(layer: layer, channels: channels)
        session.conditions = conditions
        (session.isRecursive, session.isDeep) = (recursive, deep)
        session.codecs = .ofCommand
        session.memory = options.memory.map { MemoryBudget(byteCount: $0.value) }
        if let name = sheet.name {
            guard scale == nil else {
                let reason = "a sheet that is split has no scale variants"
                throw Failure.usage("--scale and \(name): \(reason). Use only one of the two.")
            }
            session.sheet = try SheetInput(inputs, sheet).map { ($0.frames, $0.cut) }
            if layer != nil || channels != nil, sheet.grid != nil, let picture = inputs.first,
                try ImageHeader.read(contentsOf: FilePath(picture)).format != .exr
            {
                let option = layer == nil ? "--channels" : "--layer"
                note("\(option): the sheet is not an OpenEXR file, so the option has no effect")
            }
        }
        session.baseline = try options.baseline.map { try LintBaseline(reading: FilePath($0)) }
        session.day = .today
        return session
    }

    func destinations() throws(Failure) -> [ReportDestination] {
        try ReportDestination.all(requests: format + (json ? [ReportRequest(.json)] : []), output: output)
    }

    func note(_ text: String) { if !quiet { Terminal.report("note: \(text.closingSentence)") } }
}

extension CalendarDate {
    fileprivate static var today: CalendarDate? {
        var now = time(nil)
        var parts = tm()
        guard localtime_r(&now, &parts) != nil else { return nil }
        return CalendarDate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }
}

extension LintSessionError: EndingError {
    package var ending: ExitStatus {
        switch self {
        case .mistakes, .noRules, .severalFolders: .usage
        case .manifest(let error): error.ending
        case .unreadable, .shortage: .environment
        case .fix(let error): error.ending
        case .cancelled: .interrupted
        }
    }
}

extension FixError: EndingError {
    package var ending: ExitStatus {
        switch self {
        case .outputExists, .namedTwice, .insideItself: .usage
        default: .environment
        }
    }
}

extension FixSettings.Sizing: ArgumentWord {}
extension FailLevel: ArgumentWord {}
extension ReportFormat: ArgumentWord {}

extension RuleSelectorError: EndingError { package var ending: ExitStatus { .usage } }

extension LintWording { static let flipbook = LintWording(commands: .flipbook, explanation: \.sentence) }

extension LintWording.Commands {
    static let flipbook = changing(
        Self(
            lint: "flipbook lint",
            printConfiguration: "flipbook lint --print-config .",
            rule: "flipbook rule",
            fix: "flipbook fix",
            unsafe: "--unsafe"
        )
    ) { $0.deep = "--deep" }
}
