import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookLintModel
import FlipbookManifest
import FlipbookScene
import FlipbookSequences

extension ManifestFile {
    /// Returns the evidence for the manifest at `path`: its frames, with its policies, and the manifest itself, with its
    /// mistakes and missing files.
    ///
    /// Listed files outside its folder are included, since a rule reports them. If the rule cannot report all of them, they are
    /// mistakes in the manifest instead. Files for another language are separate evidence.
    static func lintEvidence(of path: FilePath, as format: Format, _ conditions: LintConditions)
        throws(ManifestFileError) -> [FolderEvidence]
    {
        do throws(ManifestFileError) {
            if format == .json,
                let sheet = try SpriteSheetFile(reading: path, allowedFolders: conditions.allowedFolders)
            {
                let pictures = FolderEvidence(of: sheet.frames, cut: sheet.cut, conditions)
                let faults = sheet.tagFaults.map(\.fault)
                return [pictures] + (faults.isEmpty ? [] : [FolderEvidence(manifest: path, mistakes: faults)])
            }
            let file = try ManifestFile(reading: path, as: format)
            var folders = try file.confinedEvidence(conditions)
            guard !file.languages.isEmpty else { return folders }
            var known: Set = [file.manifest.names()]
            var read = ReadFrames(folders)
            for language in file.languages {
                let file = try ManifestFile(reading: path, as: format, languages: LanguagePreferences([language]))
                guard known.insert(file.manifest.names()).inserted else { continue }
                folders += try file.confinedEvidence(conditions).compactMap { read.whatIsNew(in: $0) }
            }
            return folders
        } catch {
            guard case .manifest(let error) = error else { throw error }
            return [FolderEvidence(manifest: path, mistakes: error.faults)]
        }
    }

    private func confinedEvidence(_ conditions: LintConditions) throws(ManifestFileError) -> [FolderEvidence] {
        let folders = try lintEvidence(conditions)
        guard let error = refusal(conditions) else { return folders }
        let areOutside = folders.compactMap(\.manifest)
            .contains { !$0.linkedOutside.isEmpty || !$0.namedOutside.isEmpty }
        let keys = [ManifestKey.animationImages, .image, .highlightedImage, .highlightedAnimationImages, .overlays]
        let isNamed = error.faults.allSatisfy { keys.map(\.rawValue).contains(String($0.path.prefix { $0 != "[" })) }
        if areOutside, isNamed, error.file == path { return folders }
        // The error may be about a manifest that this one uses as a clip.
        return [FolderEvidence(manifest: error.file, mistakes: error.faults)]
    }

    private func refusal(_ conditions: LintConditions) -> ManifestError? {
        // For a list, language folders are searched only if any exist, since each entry would require listing a folder.
        let languages = LanguagePreferences([])
        var hasLanguages = LocalizedFolder(FilePath(path.directory), languages) != nil
        if case .pattern = manifest.animationImages { hasLanguages = true }
        var locator = ManifestLocator(
            idiom: conditions.idiom,
            dialect: conditions.dialect,
            languages: hasLanguages ? languages : nil,
            allowedFolders: conditions.allowedFolders
        )
        // Accepts faulty names, which rules report.
        locator.naming = .show
        let file = namedFromFolder
        let looks: [() throws -> Void] = [{ _ = try locator.locate(file) }, { _ = try locator.manifest(of: file) }]
        for look in looks {
            do {
                try look()
            } catch ManifestFileError.files(let error, areOutside: true) {
                return error
            } catch {
            }
        }
        return nil
    }

    /// A copy of the manifest in which absolute paths into the manifest's folder are relative. A rule reports the absolute
    /// paths.
    private var namedFromFolder: ManifestFile {
        guard let folder = FilePath(path.directory).resolved else { return self }
        let slash = UInt8(ascii: "/")
        let named = ManifestEvidence(path: path, manifest: manifest).namedPaths.lazy.map(\.path)
        let judged = Set(named.filter { $0.string.utf8.first == slash })
        guard !judged.isEmpty else { return self }
        let depth = folder.string.utf8.split(separator: slash).count
        let renamed = manifest.renaming { name in
            guard name.utf8.first == slash, judged.contains(FilePath(name)), FilePath(name).staysBelow(folder)
            else { return name }
            let inside = name.utf8.split(separator: slash).dropFirst(depth)
            return inside.isEmpty ? "." : inside.map { String(Substring($0)) }.joined(separator: "/")
        }
        // Positions are known only for the original text.
        return renamed == manifest ? self : ManifestFile(path: path, manifest: renamed)
    }

    private func lintEvidence(_ conditions: LintConditions) throws(ManifestFileError) -> [FolderEvidence] {
        var missing: [ManifestEvidence.MissingFile] = []
        var folders: [FolderEvidence]
        if let pattern = try ManifestLocator(dialect: conditions.dialect, allowedFolders: ["/"]).pattern(of: self) {
            folders = evidence(of: pattern, at: position(of: .animationImages), conditions, &missing)
        } else if let timeline = manifest.timeline {
            folders = try clips(of: timeline, conditions, &missing)
        } else {
            var frames: [FrameEvidence] = []
            if let (key, images) = manifest.images(isHighlighted: manifest.isHighlighted),
                case .list(let entries) = images
            {
                frames = try evidence(of: entries, key, &missing)
            }
            let name = path.description
            let sequence = SequenceEvidence(name: name, kind: .animation, frames: frames)
            let isEmpty = frames.isEmpty && !missing.isEmpty
            let gaps = conditions.gaps(manifest.$missing, manifest.maximumGap)
            let evidence = FolderEvidence(name: name, sequences: isEmpty ? [] : [sequence])
            folders = [evidence.with(gaps: gaps, mismatch: conditions.mismatch ?? manifest.mismatch)]
        }
        // If a folder has several sequences, the intended one is unknown. The pictures are still judged.
        if folders.isEmpty { folders = [FolderEvidence(name: path.description, sequences: [])] }
        let namesAll = folders.count == 1 && (folders[0].sequences.count == 1 || !missing.isEmpty)
        if namesAll || manifest.timeline != nil {
            var seen: Set<FilePath> = []
            let besides = try namedFilesBesideFrames().compactMap { file -> ManifestEvidence.MissingFile? in
                guard let absence = file.absence, seen.insert(file.path).inserted else { return nil }
                return (absence.path, file.position, absence)
            }
            var evidence = try manifestEvidence(missing + besides, conditions)
            evidence.scenePositions = scenePositions
            evidence.allowedFolders = conditions.allowedFolders
            evidence.linkedOutside = try linked(evidence, folders[0].sequences.flatMap { $0.frames.map(\.path) })
            folders[0].manifest = evidence
        }
        try leaveOutside(&folders, conditions.allowedFolders)
        let modified = FileStatus(path)?.modifiedSeconds
        let saysGaps = conditions.missing != nil || conditions.maximumGap != nil
        for folder in folders.indices {
            // A file with several pictures becomes a sequence once its header is read.
            folders[folder].stills?.hasLevels = manifest.levels != nil
            for index in folders[folder].sequences.indices {
                folders[folder].sequences[index].manifest = path
                folders[folder].sequences[index].manifestModified = modified
                folders[folder].sequences[index].policySource = saysGaps ? .manifestWithGapSettings : .manifest
                folders[folder].sequences[index].frameRate =
                    conditions.frameRate ?? manifest.rate(ofFrames: folders[folder].sequences[index].frameCount)
                folders[folder].sequences[index].hasLevels = manifest.levels != nil
                folders[folder].sequences[index].flipsForRightToLeft = manifest.flipsForRightToLeftLayoutDirection
            }
        }
        for index in folders.indices where folders[index].manifest != nil {
            // All files are known if the manifest specifies a folder; otherwise, only the listed files are.
            folders[index].extent = .sequences
            if folders[index].sequences.isEmpty { folders[index].path = FilePath(path.directory) }
        }
        return folders
    }

    /// Returns the frames of a listed input. If the input matches nothing, it is added to `missing`.
    private func evidence(
        of input: FilePath,
        at position: ManifestNode.Position,
        _ conditions: LintConditions,
        _ missing: inout [ManifestEvidence.MissingFile]
    ) -> [FolderEvidence] {
        let found = LintInput.survey(
            [input.string],
            dialect: conditions.dialect ?? manifest.dialect,
            gaps: conditions.gaps(manifest.$missing, manifest.maximumGap),
            mismatch: conditions.mismatch ?? manifest.mismatch,
            idiom: conditions.idiom
        )
        missing += found.faults.map { (input, position, $0.error) }
        return found.folders
    }

    private func clips(
        of timeline: Timeline,
        _ conditions: LintConditions,
        _ missing: inout [ManifestEvidence.MissingFile]
    ) throws(ManifestFileError) -> [FolderEvidence] {
        var folders: [FolderEvidence] = []
        var seen: Set<FilePath> = []
        let located = try ManifestLocator(allowedFolders: ["/"]).manifest(of: self).timeline ?? timeline
        for (place, clip) in located.inputs(at: ManifestKey.timeline.rawValue)
        where seen.insert(FilePath(clip.input)).inserted {
            // A clip that is another manifest is linted with that manifest.
            if Format(extensionOf: FilePath(clip.input)) != nil { continue }
            folders += evidence(of: FilePath(clip.input), at: position(of: place), conditions, &missing)
        }
        guard missing.isEmpty else { return folders }
        var locator = ManifestLocator(allowedFolders: ["/"])
        _ = try locator.located(timeline, of: self)
        locator.naming = .show
        // The missing numbers of the clip's sequence are already reported.
        let isTold = folders.contains { $0.sequences.contains { !$0.missing.isEmpty } }
        let gaps = conditions.gaps(manifest.$missing, manifest.maximumGap)
        if !isTold, gaps.missing == .error, let list = try? locator.locate(self), !list.missing.isEmpty {
            let error = MissingFramesError(list, name: path.description, reason: .refused)
            missing.append((path, position(of: .timeline), error))
        }
        return folders
    }

    /// Removes the files outside the manifest's folder. A rule reports them, and they are never opened.
    private func leaveOutside(_ folders: inout [FolderEvidence], _ allowed: [FilePath]) throws(ManifestFileError) {
        for folder in folders.indices {
            let besides = folders[folder].manifest?.besides.map(\.path) ?? []
            let stills = folders[folder].stills?.frames.map(\.path) ?? []
            let frames = folders[folder].sequences.flatMap { $0.frames.map(\.path) }
            let outside = Set(try outside(frames + stills + besides, and: allowed))
            guard !outside.isEmpty else { continue }
            for index in folders[folder].sequences.indices {
                folders[folder].sequences[index].leaveOut(outside.contains)
            }
            folders[folder].sequences.removeAll { $0.frames.isEmpty }
            folders[folder].stills?.leaveOut(outside.contains)
            if folders[folder].stills?.frames.isEmpty ?? false { folders[folder].stills = nil }
            folders[folder].manifest?.leaveOut(outside.contains)
        }
    }

    private func manifestEvidence(
        _ missing: [ManifestEvidence.MissingFile],
        _ conditions: LintConditions
    ) throws(ManifestFileError) -> ManifestEvidence {
        var (missing, manifest) = (missing, self.manifest)
        if let rate = conditions.frameRate { manifest.frameRate = rate }
        func picture(_ name: FilePath?, _ key: ManifestKey) throws(ManifestFileError) -> FrameEvidence? {
            guard let name else { return nil }
            return try evidence(of: [SequenceManifest.Entry(image: name)], key, &missing).first
        }
        let image = manifest.animationImages == nil ? nil : try picture(manifest.image, .image)
        let highlightedImage = try picture(manifest.highlightedImage, .highlightedImage)
        var highlightedFrames: [FrameEvidence] = []
        switch manifest.highlightedAnimationImages {
        case .list(let entries): highlightedFrames = try evidence(of: entries, .highlightedAnimationImages, &missing)
        case .pattern(let text):
            do throws(ManifestFileError) {
                let (idiom, dialect) = (conditions.idiom, conditions.dialect)
                var locator = ManifestLocator(idiom: idiom, dialect: dialect, allowedFolders: ["/"])
                locator.naming = .show
                highlightedFrames = Self.evidence(of: try locator.locate(self, isHighlighted: true).frames)
            } catch {
                guard case .frames(_, _, let position, let error) = error else { throw error }
                missing.append((FilePath(path.directory).appending(text), position, error))
            }
        case nil: break
        }
        var result = ManifestEvidence(path: path, manifest: manifest)
        (result.positions, result.passedOver, result.missing) = (positions, passedOver, missing)
        result.folder = FilePath(path.directory).resolved
        result.hasLabels = ![.ffconcat, .otio].contains(Format(extensionOf: path))
        (result.image, result.highlightedImage) = (image, highlightedImage)
        result.highlightedFrames = highlightedFrames
        return result
    }

    private func linked(_ evidence: ManifestEvidence, _ frames: [FilePath]) throws(ManifestFileError)
        -> [ManifestEvidence.NamedPath]
    {
        var named: [ManifestEvidence.NamedPath] = frames.map { (.animationImages, $0) }
        if let path = evidence.image?.path { named.append((.image, path)) }
        if let path = evidence.highlightedImage?.path { named.append((.highlightedImage, path)) }
        named += evidence.highlightedFrames.map { (.highlightedAnimationImages, $0.path) }
        let folder = FilePath(path.directory)
        named += (manifest.overlays ?? []).map { (.overlays, folder.appending($0.image.string)) }
        let outside = Set(try outside(named.map(\.path), and: evidence.allowedFolders))
        return named.filter { outside.contains($0.path) }
    }

    private func evidence(
        of entries: [SequenceManifest.Entry],
        _ key: ManifestKey,
        _ missing: inout [ManifestEvidence.MissingFile]
    ) throws(ManifestFileError) -> [FrameEvidence] {
        var frames: [Frame] = []
        var seen: Set<FilePath> = []
        for (entry, file) in zip(entries, try namedFiles(entries, of: key)) {
            if let absence = file.absence {
                guard seen.insert(file.path).inserted else { continue }
                missing.append((absence.path, file.position, absence))
                continue
            }
            let frame = Frame(file: file.path)
            frames.append(Frame(frame.image, number: frame.number, duration: entry.duration))
        }
        return Self.evidence(of: frames)
    }

    /// Returns the evidence for frames. Includes a repeated drawing only once.
    private static func evidence(of frames: [Frame]) -> [FrameEvidence] {
        var seen: Set<FilePath> = []
        let frames = frames.filter { $0.path.map { seen.insert($0).inserted } ?? false }
        // A number that several files share does not identify any of them.
        let isNumbered = Set(frames.lazy.compactMap(\.number)).count == frames.count
        return frames.compactMap { frame in
            frame.path.map {
                let number = isNumbered ? frame.number : nil
                return FrameEvidence(path: $0, number: number, scale: frame.wholeScale, duration: frame.duration)
            }
        }
    }
}

extension FolderEvidence {
    /// Creates the evidence for a sprite sheet. Frames that play back and forth are included once, in sheet order.
    init(of frames: FrameList, cut: SheetCut, _ conditions: LintConditions) {
        let once = Dictionary(frames.frames.map { ($0.number ?? 0, $0) }) { first, _ in first }
        let shown = once.sorted { $0.key < $1.key }.map(\.value)
        let list = frames.replacing(shown, expected: frames.expected, missing: frames.missing)
        self = FolderEvidence(name: list.name, sequences: [SequenceEvidence(list)])
            .with(gaps: conditions.gaps(), mismatch: conditions.mismatch ?? .error)
        (self.cut, extent) = (cut, .files)
    }
}

/// The frames in a manifest's languages that are already part of the evidence.
private struct ReadFrames {
    private var files: Set<FilePath>
    /// The maximum number of frames that may be read again together with their sequences.
    private var repeats = 20_000

    init(_ folders: [FolderEvidence]) { files = Set(folders.lazy.flatMap(\.sequences).flatMap(\.frames).map(\.path)) }

    mutating func whatIsNew(in folder: FolderEvidence) -> FolderEvidence? {
        var folder = folder
        folder.sequences = folder.sequences.compactMap { sequence in
            let known = sequence.frames.count { files.contains($0.path) }
            guard known < sequence.frames.count else { return nil }
            var sequence = sequence
            if known > repeats { sequence.frames.removeAll { files.contains($0.path) } } else { repeats -= known }
            return sequence
        }
        files.formUnion(folder.sequences.lazy.flatMap(\.frames).map(\.path))
        guard folder.sequences.isEmpty else { return folder }
        guard let manifest = folder.manifest?.path ?? folder.invalidManifest?.path else { return nil }
        folder.path = FilePath(manifest.directory)
        return folder
    }
}

extension SequenceManifest {
    fileprivate func rate(ofFrames count: Int) -> FrameRate? {
        self.frameRate ?? self.$animationDuration.flatMap { FrameRate(frameCount: count, cycleDuration: $0) }
    }
}
