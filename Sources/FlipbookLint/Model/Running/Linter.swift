public import FlipbookCore
public import FlipbookFiles
package import FlipbookImaging
import FlipbookScene
import FlipbookSequences

/// Runs rules over sequences.
///
/// Evidence is gathered once, at the depth that the rules require; then every rule judges it. An unreadable file is a finding.
public struct Linter: Sendable {
    /// The rules that can run.
    public let rules: [LintRule]
    /// The configuration, which determines the rules that run for each path.
    public let configuration: LintConfiguration
    /// The current date, for suppressions that expire, or `nil` if suppressions do not expire.
    public let day: CalendarDate?
    /// The rules that do not run, because they need deeper evidence than this linter may read.
    public let leftOut: [RuleID]
    package let memory: MemoryBudget
    package var optional: Set<RuleID> = []
    package var codecs = ImageCodecs.standard
    /// The layer to read from files with several layers. It takes precedence over the layer that a manifest specifies.
    package var channels = ChannelChoice()

    /// Creates a linter.
    /// - Parameters:
    ///   - rules: the rules that can run. They run unless the configuration specifies otherwise.
    ///   - configuration: the settings that determine the rules for each path, and their options.
    ///   - deepest: the deepest evidence to read. Rules that need more are ``leftOut``.
    ///   - day: the current date, for suppressions that expire, or `nil` if suppressions do not expire.
    ///   - memory: the memory for all pictures that are decoded at the same time. If `nil`, the limit is 1 GiB, or a quarter of
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
        (self.configuration, self.day) = (configuration, day)
        self.memory = memory ?? MemoryBudget(byteCount: MemoryBudget.forPictures)
    }

    /// Lints files that ``LintInput`` found by name.
    ///
    /// Reads the headers of all files on all cores, if a rule needs headers.
    /// - Parameter covered: see ``report(on:covered:)``.
    public func lint(_ all: [FolderEvidence], covered: [FilePath] = []) async throws(CancellationError) -> LintReport {
        var folders = all
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

    /// Lints the frames of an existing list.
    public func lint(_ list: FrameList) async throws(CancellationError) -> LintReport {
        try await lint([FolderEvidence(name: list.name, sequences: [SequenceEvidence(list)])])
    }

    /// Judges complete evidence. Reads only files that may be missing frames.
    /// - Parameter covered: folders that were linted completely, including subfolders, relative to the configuration.
    ///   Suppressions for other folders are not reported as unused.
    public func report(on folders: [FolderEvidence], covered: [FilePath] = []) -> LintReport {
        var run = LintRun(self)
        for folder in folders.withNeighbors { run.lint(folder) }
        return run.report(covered: covered)
    }

    package var depth: EvidenceLevel {
        rules.lazy.map(\.description).filter { runsSomewhere($0.id) }.map(\.evidence).max() ?? .manifest
    }

    fileprivate func runsSomewhere(_ rule: RuleID) -> Bool {
        let byDefault = !optional.contains(rule)
        return configuration.runs(rule, byDefault: byDefault)
            || configuration.mayRun(rule, in: Array(configuration.overrides.indices), byDefault: byDefault)
    }
}

extension [FolderEvidence] {
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

    /// Reads the headers of sequences with gaps, since the sizes may show that the pictures are not an animation, and of files
    /// that may be missing frames. For other sequences, the gap rule needs only names, so it can judge a hundred thousand files
    /// without opening any of them.
    fileprivate mutating func readDoubtfulSizes(for linter: Linter) async throws(CancellationError) {
        guard linter.rules.contains(where: { $0.id == .gap }), linter.runsSomewhere(.gap) else { return }
        let doubtful = flatMap {
            $0.sequences.filter(\.hasDoubtfulNumbers).flatMap(\.frames) + $0.likelyFrames.map(\.file)
        }
        .map(\.path)
        guard !doubtful.isEmpty else { return }
        let details = Dictionary(zip(doubtful, try await ImageDetails.readAll(doubtful))) { first, _ in first }
        for index in indices { self[index].updateSubjects { $0.reading = details[$0.path] ?? $0.reading } }
    }

    fileprivate var firstShortage: MachineShortage? {
        // A lazy chain would copy the sequence for each frame.
        for folder in self {
            for subject in folder.subjects {
                for index in subject.frames.indices {
                    if let shortage = subject.frames[index].shortage { return shortage }
                }
            }
        }
        return nil
    }

    /// Reads a property of the files in all folders. Files that are read in the same way are read together, so that reading
    /// many small folders uses all cores.
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

private struct Reading: Hashable {
    let cut: SheetCut?
    let channels: ChannelChoice

    func codecs(_ codecs: ImageCodecs) -> ImageCodecs {
        let codecs = cut.map(codecs.cutting) ?? codecs
        return channels == ChannelChoice() ? codecs : codecs.reading(codecs.colors.choosing(channels))
    }
}

extension FolderEvidence {
    fileprivate func reading(by choice: ChannelChoice) -> Reading {
        var choice = choice
        choice.layer = choice.layer ?? manifest?.manifest.layerName
        choice.channels = choice.channels ?? manifest?.manifest.channels
        return Reading(cut: cut, channels: choice)
    }
}
