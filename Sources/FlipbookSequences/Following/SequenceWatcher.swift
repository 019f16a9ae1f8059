public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging

/// Watches a sequence that grows or changes while others write it.
///
/// An asynchronous sequence of changes, made when they are asked for: what happens while one is dealt with is in the next, so a
/// burst of a thousand files is a few changes. Files that are renamed into place count at once; those that are written
/// where they stand count when they parse to their end, and are looked at again whenever something is
/// written and, ever more slowly, of its own accord. A file that is rewritten keeps its place in the frames meanwhile.
///
/// One at a time may ask.
public actor SequenceWatcher: AsyncSequence {
    /// The differences from the last change on.
    public struct Change: Sendable {
        /// The frames that there are now, of files that are complete, or `nil` if there are none, or no folder.
        public internal(set) var frames: FrameList?
        /// Files that were not among the frames before.
        public internal(set) var added: Set<FilePath> = []
        /// Files that were and have another content.
        public internal(set) var changed: Set<FilePath> = []
        /// Files that were and are no longer there.
        public internal(set) var removed: Set<FilePath> = []
        /// Files that were and are being rewritten, without having become a complete image for some seconds: each is
        /// reported once, and its frame is still the one from before.
        public internal(set) var stalled: Set<FilePath> = []
        /// A Boolean value that indicates whether the folder is not there.
        public internal(set) var isFolderGone = false
        /// Why the files make no sequence at this moment, a sentence; the frames are then `nil`.
        public internal(set) var fault: String?
        /// The shortage that keeps the folder from being watched; the change says nothing else then, and is the last
        /// one.
        public internal(set) var shortage: MachineShortage?

        /// A Boolean value that indicates whether nothing is different but that some files have ``stalled``.
        public var isAboutStalledOnly: Bool { !stalled.isEmpty && added.isEmpty && changed.isEmpty && removed.isEmpty }
    }

    private let locator: SequenceLocator
    private let codecs: ImageCodecs
    private let place: SequenceLocator.Place
    private var watch: FolderWatch?
    private var arrivals: AsyncStream<Void>.AsyncIterator?
    /// The files that are complete, or were and are being rewritten.
    private var files: [String: FileStamp] = [:]
    /// The files that are not complete: since when nothing was written into each, and whether it was reported as stalled.
    private var unfinished: [String: (since: ContinuousClock.Instant, isTold: Bool)] = [:]
    private var shown: Set<FilePath> = []
    private var hasReported = false
    /// A Boolean value that indicates a folder that was watched at some time; from then on too little of the machine is
    /// waited for, as a folder is.
    private var hasWatched = false
    /// A Boolean value that indicates whether the last change was that the folder cannot be watched.
    private var hasFailed = false
    private var wasGone = false
    private var lastFault: String?
    private var delay = shortestDelay

    /// From one look at unfinished files to the next, doubled each time that nothing has happened.
    private static let shortestDelay = Duration.milliseconds(100)
    private static let longestDelay = Duration.seconds(4)
    /// The time in which nothing is written into an incomplete file until that is reported.
    private static let patience = Duration.seconds(3)

    /// A watcher of what `argument` means, a folder or a pattern; neither files nor folder need to be there yet.
    /// - Parameter codecs: The formats that are read.
    /// - Throws: ``SequenceLocatorError`` for what cannot grow.
    public init(
        _ argument: String,
        locator: SequenceLocator = SequenceLocator(),
        codecs: ImageCodecs = .standard
    ) throws(SequenceLocatorError) {
        self.locator = locator
        self.codecs = codecs
        place = try locator.place(of: argument)
    }

    /// The folder that is watched.
    public nonisolated var folder: FilePath { place.folder }

    /// Asks for one change after the other.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        let watcher: SequenceWatcher

        /// The next change, or `nil` if the task was cancelled.
        public func next() async -> Change? { await watcher.next() }
    }

    /// Iterates over the changes.
    public nonisolated func makeAsyncIterator() -> AsyncIterator { AsyncIterator(watcher: self) }

    /// The next change, the first time what there is, or `nil` if the task was cancelled.
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
        // Every change from here on is reported, so nothing falls between the two.
        _ = await scan(isFirst: true)
    }

    private func end() { (watch, arrivals, files, unfinished) = (nil, nil, [:], [:]) }

    /// Waits until something happens, or until unfinished files are to be looked at again.
    private func wait() async {
        let isWaitingForFiles = !unfinished.isEmpty || watch == nil
        guard isWaitingForFiles || watch != nil else { return }
        let timer = isWaitingForFiles ? delay : nil
        delay = Swift.min(delay * 2, watch == nil ? .milliseconds(400) : Self.longestDelay)
        guard let watch, var arrivals else {
            // Without a folder there are no events.
            try? await Task.sleep(for: timer ?? Self.shortestDelay)
            return
        }
        let alarm = timer.map { timer in Task { if (try? await Task.sleep(for: timer)) != nil { watch.wake() } } }
        _ = await arrivals.next(isolation: self)
        self.arrivals = arrivals
        alarm?.cancel()
    }

    /// Looks at files that were touched, and at those that were not complete. Returns those with another content.
    private func look(at touched: [String: Bool]) async -> Set<String> {
        if !touched.isEmpty { delay = Self.shortestDelay }
        for name in touched.keys { unfinished[name]?.since = .now }
        let names = (touched.isEmpty ? Array(unfinished.keys) : Array(touched.keys)).filter { name in
            // Closing a file in which nothing was written is no news.
            let isClosed = touched[name] == false && unfinished[name] == nil && files[name] != nil
            return isImage(name) && !(isClosed && files[name] == stamp(name))
        }
        return await read(names, toTheirEnds: true)
    }

    /// Looks at the whole folder: at the start at both ends of each file, later at those that look different.
    private func scan(isFirst: Bool) async -> Set<String> {
        guard let listing = try? FolderListing(place.folder) else { return [] }
        let there = Set(listing.names)
        for name in Array(files.keys) where !there.contains(name) { files[name] = nil }
        unfinished = unfinished.filter { there.contains($0.key) }
        let names = listing.names.filter { isImage($0) && (files[$0] == nil || files[$0] != stamp($0)) }
        return await read(names, toTheirEnds: !isFirst)
    }

    /// Reads files, and returns those that are complete.
    private func read(_ names: [String], toTheirEnds: Bool) async -> Set<String> {
        let states = try? await WorkExecutor.mapInChunks(names.map(place.path)) { [codecs] path in
            WrittenImage(contentsOf: path, codecs: codecs, toItsEnd: toTheirEnds)
        }
        var changed: Set<String> = []
        for (name, state) in zip(names, states ?? []) {
            switch state {
            case .complete:
                unfinished[name] = nil
                files[name] = stamp(name)
                if files[name] != nil { changed.insert(name) }
            case .incomplete: unfinished[name] = unfinished[name] ?? (.now, false)
            case .absent: (unfinished[name], files[name]) = (nil, nil)
            }
        }
        return changed
    }

    /// The change to report, or `nil` if nothing is different.
    private func change(_ names: Set<String>) -> Change? {
        let isGone = watch == nil
        var (frames, fault): (FrameList?, String?) = (nil, nil)
        do {
            frames = try locator.frames(at: place, among: Array(files.keys))
        } catch {
            fault = error.description
        }
        let paths = Set(frames?.frames.compactMap(\.path) ?? [])
        let touched = Set(names.map(place.path))
        let stalled = Set(stalled().map(place.path)).intersection(paths)
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
            || !stalled.isEmpty || isGone != wasGone || fault != lastFault || !hasReported
        guard isNews else { return nil }
        (shown, wasGone, lastFault, hasReported) = (paths, isGone, fault, true)
        return change
    }

    /// The files that have stalled since they were last asked for.
    private func stalled() -> [String] {
        let names = unfinished.filter { name, state in
            files[name] != nil && !state.isTold && state.since.duration(to: .now) >= Self.patience
        }.map(\.key)
        for name in names { unfinished[name]?.isTold = true }
        return names
    }

    private func isImage(_ name: String) -> Bool {
        name.utf8.first != UInt8(ascii: ".") && locator.options.extensions.contains(name.lowercasedExtension)
    }

    private func stamp(_ name: String) -> FileStamp? { FileStamp(of: place.path(of: name)) }
}
