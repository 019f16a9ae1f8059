public import FlipbookCore
public import FlipbookFiles
package import FlipbookImaging
import FlipbookScene
import FlipbookSequences

/// Runs rules over sequences.
///
/// Evidence is gathered once, as deep as the deepest rule asks for; then every
/// rule judges it. A file that cannot be read is a finding, never an error.
public struct Linter: Sendable {
    /// The rules that can run.
    public let rules: [LintRule]
    /// The configuration, which says which of them run where.
    public let configuration: LintConfiguration
    /// Today, for suppressions that expire, or `nil` if none does.
    public let day: CalendarDate?
    /// The rules that were given and do not run, since they look deeper than this linter may.
    public let leftOut: [RuleID]
    /// The memory of all pictures that are decoded at the same time.
    package let memory: MemoryBudget
    /// The rules that run only where the configuration selects them.
    package var optional: Set<RuleID> = []
    package var codecs = ImageCodecs.standard
    /// The layer of files with several that is read, before the manifest's choice.
    package var channels = ChannelChoice()

    /// A linter.
    /// - Parameters:
    ///   - rules: the rules that can run. They do unless the configuration says otherwise.
    ///   - configuration: the settings, which say which of them run where, and how.
    ///   - deepest: the deepest evidence that it may read; rules that need more are ``leftOut``.
    ///   - day: today, for suppressions that expire, or `nil` if none does.
    ///   - memory: the memory of all pictures that are decoded at the same time, or `nil` for 1 GiB, or a quarter of
    ///     the machine's memory if that is less.
    public init(
        rules: [LintRule],
        configuration: LintConfiguration = LintConfiguration(),
        deepest: EvidenceLevel = .pixels,
        day: CalendarDate? = nil,
        memory: MemoryBudget? = nil
    ) {
        self.rules = rules.filter { $0.description.evidence <= deepest }
        leftOut = rules.filter { $0.description.evidence > deepest }.map(\.id)
        self.configuration = configuration
        self.day = day
        self.memory = memory ?? MemoryBudget(byteCount: MemoryBudget.forPictures)
    }

    /// Lints what was found by name: see ``LintInput``.
    ///
    /// Reads the headers of all files on all cores, if a rule asks for headers.
    /// - Parameter covered: see ``report(on:covered:)``.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func lint(
        _ folders: [FolderEvidence],
        covered: [FilePath] = []
    ) async throws(CancellationError) -> LintReport {
        var folders = folders
        if depth < .headers { try await folders.readDoubtfulSizes(for: self) }
        if depth >= .headers {
            try await folders.read(as: \.reading, self) { (paths, codecs) async throws(CancellationError) in
                try await ImageDetails.readAll(paths, codecs: codecs)
            }
            var archives: [FolderEvidence] = []
            for index in folders.indices { archives += try await folders[index].openAnimations(codecs) }
            folders += archives
        }
        if depth >= .pixels {
            try await folders.read(as: \.decoding, self) { [memory] (paths, codecs) async throws(CancellationError) in
                try await PictureFacts.readAll(paths, within: memory, codecs: codecs)
            }
        }
        folders.noteInventedFrames()
        var report = report(on: folders, covered: covered)
        if depth >= .headers { report.shortage = folders.firstShortage }
        return report
    }

    /// Lints the frames of a list that was put together elsewhere.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func lint(_ list: FrameList) async throws(CancellationError) -> LintReport {
        try await lint([FolderEvidence(name: list.name, sequences: [SequenceEvidence(list)])])
    }

    /// The findings of the rules in evidence that is complete. Reads nothing.
    /// - Parameter covered: folders of which everything was linted, also below, as the configuration sees them. What
    ///   accepts findings in other folders is not called useless.
    public func report(on folders: [FolderEvidence], covered: [FilePath] = []) -> LintReport {
        var run = LintRun(self)
        for folder in folders.withNeighbors { run.lint(folder) }
        return run.report(covered: covered)
    }

    /// The deepest evidence that a rule asks for which runs somewhere.
    package var depth: EvidenceLevel {
        rules.lazy.map(\.description).filter { runsSomewhere($0.id) }.map(\.evidence).max() ?? .manifest
    }

    /// Returns `true` if a rule of the linter runs for some path.
    fileprivate func runsSomewhere(_ rule: RuleID) -> Bool {
        let byDefault = !optional.contains(rule)
        return configuration.runs(rule, byDefault: byDefault)
            || configuration.mayRun(rule, in: Array(configuration.overrides.indices), byDefault: byDefault)
    }
}

extension [FolderEvidence] {
    /// The folders, each with the sequences of those that lie in the same one.
    fileprivate var withNeighbors: [FolderEvidence] {
        guard count > 1 else { return self }
        let parents = map { $0.extent == .folder ? FilePath($0.givenPath.directory) : nil }
        var sequences: [FilePath: [SequenceEvidence]] = [:]
        for (folder, parent) in zip(self, parents) {
            if let parent { sequences[parent, default: []] += folder.sequences }
        }
        return zip(self, parents).map { folder, parent in
            changing(folder) { $0.neighbors = parent.flatMap { sequences[$0] } ?? [] }
        }
    }

    /// Reads the headers of sequences with gaps whose sizes may say that they are no animation, for the rule on gaps,
    /// which else reads names alone: so a hundred thousand names are judged without a look at the files.
    fileprivate mutating func readDoubtfulSizes(for linter: Linter) async throws(CancellationError) {
        guard linter.rules.contains(where: { $0.id == .gap }), linter.runsSomewhere(.gap) else { return }
        let doubtful = flatMap { $0.sequences.filter(\.hasDoubtfulNumbers).flatMap(\.frames) }.map(\.path)
        guard !doubtful.isEmpty else { return }
        let details = Dictionary(zip(doubtful, try await ImageDetails.readAll(doubtful))) { first, _ in first }
        for index in indices { self[index].updateSubjects { $0.reading = details[$0.path] ?? $0.reading } }
    }

    /// The lack of memory, files or threads that kept a file of them from being read, or `nil` if none did.
    fileprivate var firstShortage: MachineShortage? {
        // No lazy chain: its first element costs a copy of the sequence for each frame.
        for folder in self {
            for subject in folder.subjects {
                for index in subject.frames.indices {
                    if let shortage = subject.frames[index].shortage { return shortage }
                }
            }
        }
        return nil
    }

    /// Reads something of the files of all folders, all that are read in the same way at once, so that many small
    /// folders keep the cores as busy as one large one.
    fileprivate mutating func read<Value>(
        as property: WritableKeyPath<FrameEvidence, Value?>,
        _ linter: Linter,
        _ read: ([FilePath], ImageCodecs) async throws(CancellationError) -> [Value]
    ) async throws(CancellationError) {
        for (way, places) in Dictionary(grouping: indices, by: { self[$0].reading(by: linter.channels) }) {
            var rest = try await read(places.flatMap { self[$0].sources }, way.codecs(linter.codecs))[...]
            for place in places {
                let count = self[place].sources.count
                self[place].add(rest.prefix(count), as: property)
                rest = rest.dropFirst(count)
            }
        }
    }
}

/// The way in which the files of a folder are read: the parts of a sprite sheet, and one layer of several.
private struct Reading: Hashable {
    let cut: SheetCut?
    let channels: ChannelChoice

    /// The formats, read so.
    func codecs(_ codecs: ImageCodecs) -> ImageCodecs {
        let codecs = cut.map(codecs.cutting) ?? codecs
        return channels == ChannelChoice() ? codecs : codecs.reading(codecs.colors.choosing(channels))
    }
}

extension FolderEvidence {
    /// - Parameter choice: counts before what a manifest says.
    fileprivate func reading(by choice: ChannelChoice) -> Reading {
        var choice = choice
        choice.layer = choice.layer ?? manifest?.manifest.layerName
        choice.channels = choice.channels ?? manifest?.manifest.channels
        return Reading(cut: cut, channels: choice)
    }
}
