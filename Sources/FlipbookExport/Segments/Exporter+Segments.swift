public import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FlipbookScene
import FlipbookSequences
import GStreamer
import Logging

extension Exporter {
    /// Checks an export to `target`, hashes its files, and divides it into segments.
    ///
    /// - Parameters:
    ///   - target: The output file, or a pattern for an image sequence.
    ///   - segments: The settings for dividing the export.
    ///   - progress: Called before the files are checked.
    /// - Throws: ``ExportError``, as ``plan(for:)`` does, including ``SegmentError/indivisible(_:)``, or
    ///   ``ExportError/cancelled`` if the task is canceled.
    public func segmentPlan(
        for target: FilePath,
        _ segments: SegmentSettings,
        progress: (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> SegmentPlan {
        progress(ExportProgress(stage: .checking, frame: 0, frameCount: frames.frames.count))
        return try await ExportError.awaiting {
            try Self.checkName(ExportOutput(target, settings: settings), frames)
            return try await plan(for: target, segments, isDivided: true)
        }
    }

    /// Returns the plan with everything that determines the result.
    func plan(for target: FilePath, _ segments: SegmentSettings, isDivided: Bool) async throws -> SegmentPlan {
        // Damaged frames are found first, since the substitutes for one segment's frames might be in another segment.
        var damage = DecodedDamage(of: frames, settings.sequence)
        try await damage.search()
        let checked = try await CheckedExport(frames: frames, settings: settings, known: damage.known)
        if isDivided {
            let output = ExportOutput(target, settings: settings)
            do {
                try checked.checkTarget(of: output)
            } catch ExportError.outputExists(_) {
                // Files might be left from an export that was killed while it renamed them.
                let recovered = UnfinishedOutput.recover(in: FilePath(target.directory))
                do {
                    try checked.checkTarget(of: output)
                } catch { throw ExportError(error, after: recovered) }
                for note in recovered { logger.notice("\(note)") }
            }
            try checked.checkDivisibility()
        }
        let (sequence, job) = (checked.sequence, checked.job)
        let export = try ExportPlan(checked, settings: settings, target: target)
        defer { segments.hashes?.save() }
        var sound: SegmentPlan.Sound?
        if let track = settings.audio {
            let (offset, input) = (track.offset, try await SegmentPlan.Input.reading([track.file], segments.hashes)[0])
            sound = .init(file: track.file.string, offset: [offset.numerator, offset.denominator], input: input)
        }
        let name = ".\(target.lastComponent).flipbook"
        let beside = target.directory == "." ? name : FilePath(target.directory).appending(name).string
        let division = SegmentPlan.Division(
            folder: FilePath.currentFolder.string,
            work: segments.work?.string ?? beside,
            segmentLength: segments.length ?? SegmentPlan.usualLength(at: job.rate),
            keys: [],
            threads: segments.threads ?? ProcessorCount.usable,
            versions: try SegmentPlan.versions(of: job, program: segments.programVersion),
            inputs: try await checked.inputs(of: export, segments.hashes),
            overlayInputs: try await SegmentPlan.Input.reading(
                settings.sequence.overlays.map(\.image) + settings.sequence.colorFiles
                    + (settings.sequence.scene?.filesOfViews ?? []),
                segments.hashes,
                damaged: sequence.damagedFilesOfViews
            ),
            sound: sound,
            verification: settings.pixelVerification,
            traits: SegmentPlan.Traits(
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
            treatment: SegmentPlan.Treatment(of: sequence),
            texts: Dictionary(uniqueKeysWithValues: settings.metadata.fields.map { ($0.field.rawValue, $0.text) }),
            timeCode: job.settings.timeCode?.description,
            startNumber: job.firstNumber == 1 ? settings.startNumber : job.firstNumber
        )
        var plan = SegmentPlan(export: export, division: division)
        if isDivided { plan.division.keys = try SegmentPlan.keys(of: plan) }
        return plan
    }
}

extension SegmentPlan {
    static func versions(of job: EncodingJob, program: String) throws -> [String: String] {
        var versions = ["flipbook": program]
        guard let graph = job.graph(into: ElementGraph.Node("fdsink")) else { return versions }
        versions["gstreamer"] = Runtime.version
        if job.suitsLibrary { versions["libaom"] = LibAOM.version }
        for node in graph.nodes { versions[node.factory] = try Element.version(of: node.factory) }
        return versions
    }
}

extension CheckedExport {
    fileprivate func checkDivisibility() throws {
        let format = job.format
        guard format.muxing != nil || format.isNumbered else {
            throw SegmentError.indivisible(
                "\(format.noun) cannot be divided into segments. Use \(remedy: .choose(format: "mp4")), "
                    + "\(remedy: .choose(format: "mkv")), or numbered images: "
                    + "\(remedy: .set(.output, to: "frame.####.png"))."
            )
        }
        guard !job.storesAlphaApart else {
            let usual = format.defaultCodec
            let offer: Explanation =
                usual.carriesAlpha && !usual.compressesAlphaApart
                ? "Omit \(remedy: .omit(.codec))"
                : "Use \(remedy: .choose(format: "mov")) or \(remedy: .choose(format: "mkv"))"
            throw SegmentError.indivisible(
                "\(job.codec.id) with transparency cannot be divided into segments. " + offer + "."
            )
        }
        guard job.settings.sequence.codecs.cut == nil
        else { throw SegmentError.indivisible("A sprite sheet cannot be divided into segments. Export it as a whole.") }
        let whole: [(Setting, Int?)] = [(.bitRate, job.request.bitRate), (.mostBytes, job.request.mostBytes)]
        if let setting = whole.first(where: { $1 != nil })?.0 {
            throw SegmentError.indivisible(
                "\(setting: setting): segments are encoded separately, each at one quality, so their total size cannot "
                    + "be chosen. Use \(remedy: .set(.quality)) instead, or export without segments."
            )
        }
        let spoiling = ["pass", "bitrate", "target-bitrate", "multipass-mode", "multipass-cache-file", "end-usage"]
        if let option = job.request.options.first(where: { spoiling.contains($0.name) }) {
            throw SegmentError.indivisible(
                "\(setting: .encoderOption) \(option.name.escapingControlCharacters): segments are encoded separately, "
                    + "each at one quality, so they cannot share a bit rate. Omit it."
            )
        }
    }

    func inputs(of plan: ExportPlan, _ store: HashStore?) async throws -> [SegmentPlan.Input?] {
        let headers = sequence.knownEntries
        let names = plan.drawings.compactMap(\.file).distinct
        let read = try await SegmentPlan.Input.reading(names.map { FilePath($0) }, store)
        let inputs = Dictionary(uniqueKeysWithValues: zip(names, read))
        return plan.drawings.map { drawing in
            guard let file = drawing.file, var input = inputs[file] else { return nil }
            let path = drawing.picture.map { FilePath(file, picture: $0) } ?? FilePath(file)
            if case .success(let header)? = headers[path]?.header {
                (input.width, input.height) = (header.size.width, header.size.height)
            }
            return input
        }
    }
}

extension SegmentPlan.Input {
    /// The value for a missing or damaged file of a view, which is replaced by a substitute.
    static let damaged = Self(byteCount: -1, modified: 0, hash: ContentHash(of: []), width: 0, height: 0)

    static func reading(_ files: [FilePath], _ store: HashStore?, damaged: Set<FilePath> = []) async throws -> [Self] {
        let inputs = try await WorkExecutor.mapInChunks(files, chunkLength: 8) { file in
            Result { damaged.contains(file) ? .damaged : try SegmentPlan.Input(reading: file, store) }
        }
        return try inputs.map { try $0.get() }
    }
}
