public import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import GStreamer
import Glibc
import Logging

extension Exporter {
    /// Checks everything that an export to `target` checks before its first picture, hashes its files, and cuts it into
    /// segments.
    ///
    /// - Parameters:
    ///   - target: The file to be made; for an image sequence a pattern.
    ///   - segments: How the export is cut.
    ///   - progress: Is called when the files are checked.
    /// - Throws: ``ExportError``, as ``plan(for:)`` does; ``SegmentError/indivisible(_:)`` where the file is made in one piece;
    ///   cancelling the task throws ``ExportError/cancelled``.
    public func segmentPlan(
        for target: FilePath,
        _ segments: SegmentSettings,
        progress: (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> SegmentPlan {
        progress(ExportProgress(stage: .checking, frame: 0, frameCount: frames.frames.count))
        try Self.checkName(ExportOutput(target, settings: settings), frames)
        return try await plan(for: target, segments, isDivided: true)
    }

    /// What decides the result of an export.
    /// - Parameter isDivided: Whether it is made by segments.
    func plan(
        for target: FilePath,
        _ segments: SegmentSettings,
        isDivided: Bool
    ) async throws(ExportError) -> SegmentPlan {
        // A segment is made without the others, which may hold its stand-ins.
        var damage = DecodedDamage(of: frames, settings.sequence)
        try await damage.search()
        let checked = try await CheckedExport(frames: frames, settings: settings, known: damage.known)
        if isDivided {
            let writer = settings.encoding.format.writer(of: checked.job)
            do throws(ExportError) {
                try writer.check(checked.job, target: target, overwrites: settings.overwrites)
            } catch .outputExists(_) {
                // What is there may be some of the files of an export that was killed while they got their names.
                let recovered = UnfinishedOutput.recover(in: FilePath(target.directory))
                do throws(ExportError) {
                    try writer.check(checked.job, target: target, overwrites: settings.overwrites)
                } catch {
                    throw ExportError(error, after: recovered)
                }
                for note in recovered { logger.notice("\(note)") }
            }
            try checked.checkDivisibility(settings)
        }
        let export = try ExportPlan(checked, settings: settings, target: target)
        defer { segments.hashes?.save() }
        var plan = try SegmentPlan(
            export,
            checked,
            settings,
            segments,
            inputs: try await checked.inputs(of: export, segments.hashes),
            overlays: try await SegmentPlan.Input.reading(
                settings.sequence.overlays.map(\.image) + settings.sequence.colorFiles
                    + (settings.sequence.scene?.filesOfViews ?? []),
                segments.hashes,
                damaged: checked.sequence.damagedFilesOfViews
            ),
            sound: try await SegmentPlan.Sound(settings.audio, segments.hashes)
        )
        if isDivided { plan.keys = try SegmentPlan.keys(of: plan) }
        return plan
    }
}

extension SegmentPlan.Sound {
    /// The file of a sound, hashed; `nil` where there is none.
    fileprivate init?(_ track: AudioTrack?, _ store: HashStore?) async throws(ExportError) {
        guard let track else { return nil }
        self.init(
            file: track.file.string,
            offset: [track.offset.numerator, track.offset.denominator],
            input: try await SegmentPlan.Input.reading([track.file], store)[0]
        )
    }
}

extension SegmentPlan {
    fileprivate init(
        _ export: ExportPlan,
        _ checked: CheckedExport,
        _ settings: ExportSettings,
        _ segments: SegmentSettings,
        inputs: [Input?],
        overlays: [Input],
        sound: Sound?
    ) throws(ExportError) {
        let sequence = checked.sequence
        let target = FilePath(export.target)
        let name = ".\(target.lastComponent).flipbook"
        let beside = target.directory == "." ? name : FilePath(target.directory).appending(name).string
        self.init(
            export: export,
            folder: FilePath.currentFolder.string,
            work: segments.work?.string ?? beside,
            segmentLength: segments.length ?? Self.usualLength(at: checked.job.rate),
            keys: [],
            threads: segments.threads ?? ProcessorCount.usable,
            versions: try Self.versions(of: checked.job, program: segments.programVersion),
            inputs: inputs,
            overlays: overlays,
            sound: sound,
            verification: settings.pixelVerification,
            traits: Traits(
                textLengths: settings.sequence.burnIns.map { burnIn in
                    let frames = sequence.survey.entries.map(\.frame)
                    return burnIn.lines(over: frames, at: sequence.timing).map(\.count).max() ?? 0
                },
                depth: sequence.depth,
                haveGaps: sequence.hasGaps,
                alphaOutput: settings.alphaOutput.rawValue,
                areGray: sequence.isGray ? true : nil,
                staging: try sequence.staging()
            ),
            treatment: Treatment(
                missing: settings.sequence.missing.rawValue,
                mismatch: "\(settings.sequence.mismatch)",
                substitutions: ExportReport.Substitution.all(in: sequence.frames.frames),
                skipped: sequence.skipped.description,
                fitted: sequence.fitted
            ),
            texts: Dictionary(
                uniqueKeysWithValues: settings.metadata.fields.map { ($0.field.rawValue, $0.text) }
            ),
            timeCode: settings.timeCode?.description,
            startNumber: settings.startNumber
        )
    }

    /// The versions of what makes the segments.
    static func versions(of job: EncodingJob, program: String) throws(ExportError) -> [String: String] {
        var versions = ["flipbook": program]
        guard let graph = job.graph(into: ElementGraph.Node("fdsink"))?.graph else { return versions }
        versions["gstreamer"] = Runtime.version
        if job.suitsLibrary { versions["libaom"] = LibAOM.version }
        do throws(GStreamerError) {
            for node in graph.nodes { versions[node.factory] = try Element.version(of: node.factory) }
        } catch {
            throw ExportError(error)
        }
        return versions
    }
}

extension CheckedExport {
    /// Refuses what is written in one piece.
    fileprivate func checkDivisibility(_ settings: ExportSettings) throws(ExportError) {
        let format = job.format
        func refuse(_ reason: Explanation) -> ExportError { .segments(.indivisible(reason)) }
        guard format.muxing != nil || format.isNumbered else {
            throw refuse(
                "\(format.noun) is made in one piece, without segments. Write \(remedy: .choose(format: "mp4")), "
                    + "\(remedy: .choose(format: "mkv")) or numbered images: \(remedy: .set(.output, to: "frame.####.png"))."
            )
        }
        guard !job.storesAlphaApart else {
            let usual = format.defaultCodec
            let offer: Explanation =
                usual.carriesAlpha && usual.encoder?.compressesAlphaApart != true
                ? "Leave \(remedy: .omit(.codec)) out"
                : "Write \(remedy: .choose(format: "mov")) or \(remedy: .choose(format: "mkv"))"
            throw refuse(
                "\(job.codec.id) with transparency is made in one piece, without segments. " + offer + "."
            )
        }
        guard settings.sequence.codecs.cut == nil else {
            throw refuse("A sprite sheet is exported in one piece, without segments.")
        }
        let whole: [(Setting, Bool)] = [
            (.bitRate, job.request.bitRate != nil), (.mostBytes, job.request.mostBytes != nil),
        ]
        if let setting = whole.first(where: \.1)?.0 {
            throw refuse(
                "\(setting: setting): segments are encoded apart, each at one quality, so a size of all of them cannot be "
                    + "kept to. Give \(remedy: .set(.quality)) instead, or export without segments."
            )
        }
        let spoiling = ["pass", "bitrate", "target-bitrate", "multipass-mode", "multipass-cache-file", "end-usage"]
        if let option = job.request.options.first(where: { spoiling.contains($0.name) }) {
            throw refuse(
                "\(setting: .encoderOption) \(option.name.escapingControlCharacters): segments are encoded apart, each at one "
                    + "quality, and a rate over all of them cannot be kept. Leave it out."
            )
        }
    }

    /// The files of the plan's drawings.
    func inputs(
        of plan: ExportPlan,
        _ store: HashStore?
    ) async throws(ExportError) -> [SegmentPlan.Input?] {
        let headers = sequence.knownEntries
        var names: [String] = []
        var places: [String: Int] = [:]
        for file in plan.drawings.compactMap(\.file) where places[file] == nil {
            places[file] = names.count
            names.append(file)
        }
        let inputs = try await SegmentPlan.Input.reading(names.map { FilePath($0) }, store)
        return plan.drawings.map { drawing in
            guard let file = drawing.file, let place = places[file] else { return nil }
            let path = drawing.picture.map { FilePath(file, picture: $0) } ?? FilePath(file)
            guard case .success(let header)? = headers[path]?.header else { return inputs[place] }
            return inputs[place].showing(header.size)
        }
    }
}

extension SegmentPlan.Input {
    /// The same file with a picture of this size.
    fileprivate func showing(_ size: PixelSize) -> Self {
        Self(byteCount: byteCount, modified: modified, hash: hash, width: size.width, height: size.height)
    }

    /// A file of a view that is missing or damaged: another one stands in for it.
    static let damaged = Self(byteCount: -1, modified: 0, hash: ContentHash(of: []), width: 0, height: 0)

    /// The files of these paths, read on all cores.
    static func reading(
        _ files: [FilePath],
        _ store: HashStore?,
        damaged: Set<FilePath> = []
    ) async throws(ExportError) -> [SegmentPlan.Input] {
        let inputs: [Result<SegmentPlan.Input, SegmentError>]
        do throws(CancellationError) {
            inputs = try await WorkExecutor.mapInChunks(files, chunkLength: 8) { file in
                Result { () throws(SegmentError) in
                    damaged.contains(file) ? .damaged : try SegmentPlan.Input(reading: file, store)
                }
            }
        } catch {
            throw .cancelled
        }
        do throws(SegmentError) {
            return try inputs.map { (input) throws(SegmentError) in try input.get() }
        } catch {
            throw .segments(error)
        }
    }
}
