public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging

/// A watcher for a sequence that grows or changes while other programs write it.
///
/// It is an asynchronous sequence of changes that are computed on demand. Events that occur while one change is being handled
/// are part of the next change, so a burst of a thousand files results in a few changes. Files that are renamed into place are
/// included at once. Files that are written in place are included when they are complete. Incomplete files are checked after
/// every write and, if there are no writes, at increasing intervals. A file that is being rewritten stays a frame of the
/// sequence.
///
/// Only one task at a time may iterate over the changes.
public actor SequenceWatcher: AsyncSequence {
    /// The differences since the previous change.
    public struct Change: Sendable {
        /// The frames of all complete files, or `nil` if there are none or the folder is missing.
        public internal(set) var frames: FrameList?
        /// New files.
        public internal(set) var added: Set<FilePath> = []
        /// Files with new contents.
        public internal(set) var changed: Set<FilePath> = []
        /// Files that no longer exist.
        public internal(set) var removed: Set<FilePath> = []
        /// Files that have been incomplete for several seconds while another program rewrites them. Each file stays a frame of
        /// the sequence.
        public internal(set) var stalled: Set<FilePath> = []
        /// A Boolean value that indicates whether the folder is missing.
        public internal(set) var isFolderGone = false
        /// The reason why the files currently do not form a sequence, as a sentence. If there is one, ``frames`` is `nil`.
        public internal(set) var fault: String?
        /// The shortage that prevents watching. A change with a shortage is the last one, and contains nothing else.
        public internal(set) var shortage: MachineShortage?
    }

    private let locator: SequenceLocator
    private let codecs: ImageCodecs
    private let place: SequenceLocator.Place
    private var watch: FolderWatch?
    private var arrivals: AsyncStream<Void>.AsyncIterator?
    private var files: [String: FileStamp] = [:]
    /// The incomplete files. For each file, `since` is the time of its last write, and `isStalled` indicates whether it has
    /// been incomplete for several seconds.
    private var unfinished: [String: (since: ContinuousClock.Instant, isStalled: Bool)] = [:]
    private var shown: Set<FilePath> = []
    private var lastStalled: Set<FilePath> = []
    private var hasReported = false
    /// A Boolean value that indicates whether the folder was watched before. If so, the watcher waits for shortages to end.
    private var hasWatched = false
    private var hasFailed = false
    private var wasGone = false
    private var lastFault: String?
    private var delay = shortestDelay

    private static let shortestDelay = Duration.milliseconds(100)
    private static let longestDelay = Duration.seconds(4)
    private static let patience = Duration.seconds(3)

    /// Creates a watcher for a folder or pattern. The files and the folder need not exist yet.
    /// - Throws: ``SequenceLocatorError`` for an input that cannot be followed.
    public init(_ argument: String, locator: SequenceLocator = SequenceLocator(), codecs: ImageCodecs = .standard)
        throws(SequenceLocatorError)
    {
        (self.locator, self.codecs) = (locator, codecs)
        place = try locator.place(of: argument)
    }

    /// The watched folder.
    public nonisolated var folder: FilePath { place.folder }

    /// An iterator over the changes.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        let watcher: SequenceWatcher

        /// Returns the next change, or `nil` if the task was canceled.
        public func next() async -> Change? { await watcher.next() }
    }

    /// Returns an iterator over the changes.
    public nonisolated func makeAsyncIterator() -> AsyncIterator { AsyncIterator(watcher: self) }

    /// Returns the next change, or `nil` if the task was canceled. The first change contains all existing frames.
    public func next() async -> Change? {
        while !Task.isCancelled, !hasFailed {
            if watch == nil {
                do throws(MachineShortage) {
                    try await begin()
                } catch  where !hasWatched {
                    hasFailed = true
                    return Change(shortage: error)
                } catch {}
            }
            var changed: Set<String> = []
            if let watch {
                let events = await watch.takeSettled()
                for name in events.removed { files[name] = nil }
                if events.isGone {
                    end()
                } else if events.isOverflown {
                    changed = await scan(isFirst: false)
                    changed.formUnion(await look(at: events.touched))
                } else if !events.isEmpty || !unfinished.isEmpty {
                    changed = await look(at: events.touched)
                }
            }
            if Task.isCancelled { return nil }
            if let change = change(changed) { return change }
            await wait()
        }
        return nil
    }

    private func begin() async throws(MachineShortage) {
        guard let watch = try FolderWatch(place.folder) else { return }
        self.watch = watch
        hasWatched = true
        arrivals = watch.arrivals.makeAsyncIterator()
        // The watch begins before the scan, so that no change is lost.
        _ = await scan(isFirst: true)
    }

    private func end() { (watch, arrivals, files, unfinished) = (nil, nil, [:], [:]) }

    private func wait() async {
        let isWaitingForFiles = !unfinished.isEmpty || watch == nil
        guard isWaitingForFiles || watch != nil else { return }
        let timer = isWaitingForFiles ? delay : nil
        delay = Swift.min(delay * 2, watch == nil ? .milliseconds(400) : Self.longestDelay)
        guard let watch, var arrivals else {
            try? await Task.sleep(for: timer ?? Self.shortestDelay)
            return
        }
        let alarm = timer.map { timer in Task { if (try? await Task.sleep(for: timer)) != nil { watch.wake() } } }
        _ = await arrivals.next(isolation: self)
        self.arrivals = arrivals
        alarm?.cancel()
    }

    private func look(at touched: Set<String>) async -> Set<String> {
        if !touched.isEmpty { delay = Self.shortestDelay }
        for name in touched { unfinished[name]?.since = .now }
        return await read(touched.isEmpty ? Array(unfinished.keys) : Array(touched), toTheirEnds: true)
    }

    /// Checks the whole folder. The first scan checks only the beginning and end of each file. Later scans check changed files
    /// completely.
    private func scan(isFirst: Bool) async -> Set<String> {
        guard let listing = try? FolderListing(place.folder) else { return [] }
        let there = Set(listing.names)
        for name in Array(files.keys) where !there.contains(name) { files[name] = nil }
        unfinished = unfinished.filter { there.contains($0.key) }
        return await read(listing.names, toTheirEnds: !isFirst)
    }

    /// Reads the images that differ from their last complete versions, and returns those that are complete.
    private func read(_ names: [String], toTheirEnds: Bool) async -> Set<String> {
        let names = names.filter { isImage($0) && (files[$0] == nil || files[$0] != stamp($0)) }
        // The stamps are taken first, so that later writes change them.
        let stamps = names.map(stamp)
        let states = try? await WorkExecutor.mapInChunks(names.map(place.path)) { [codecs] path in
            WrittenImage(contentsOf: path, codecs: codecs, toItsEnd: toTheirEnds)
        }
        var changed: Set<String> = []
        for (name, (stamp, state)) in zip(names, zip(stamps, states ?? [])) {
            switch state {
            case .complete:
                (unfinished[name], files[name]) = (nil, stamp)
                if stamp != nil { changed.insert(name) }
            case .incomplete: unfinished[name] = unfinished[name] ?? (.now, false)
            case .absent: (unfinished[name], files[name]) = (nil, nil)
            }
        }
        return changed
    }

    private func change(_ names: Set<String>) -> Change? {
        let isGone = watch == nil
        var (frames, fault): (FrameList?, String?) = (nil, nil)
        do {
            frames = try locator.frames(at: place, among: Array(files.keys))
        } catch { fault = error.description }
        let paths = Set(frames?.frames.compactMap(\.path) ?? [])
        let touched = Set(names.map(place.path))
        let stalled = stalled().intersection(paths)
        let change = Change(
            frames: frames,
            added: paths.subtracting(shown),
            changed: paths.intersection(shown).intersection(touched),
            removed: shown.subtracting(paths),
            stalled: stalled,
            isFolderGone: isGone,
            fault: fault
        )
        let isNews =
            !change.added.isEmpty || !change.changed.isEmpty || !change.removed.isEmpty
            || stalled != lastStalled || isGone != wasGone || fault != lastFault || !hasReported
        guard isNews else { return nil }
        (shown, lastStalled, wasGone, lastFault, hasReported) = (paths, stalled, isGone, fault, true)
        return change
    }

    private func stalled() -> Set<FilePath> {
        for (name, state) in unfinished where state.since.duration(to: .now) >= Self.patience {
            unfinished[name]?.isStalled = true
        }
        return Set(unfinished.filter(\.value.isStalled).keys.map(place.path))
    }

    private func isImage(_ name: String) -> Bool {
        name.utf8.first != UInt8(ascii: ".") && locator.options.extensions.contains(name.lowercasedExtension)
    }

    private func stamp(_ name: String) -> FileStamp? { FileStamp(of: place.path(of: name)) }
}
