import FlipbookCore

extension ExportPlan {
    /// The plan of an export that has been checked.
    /// - Throws: ``ExportError/drawingInMemory(position:)`` for a drawing that no file has.
    init(_ checked: CheckedExport, settings: ExportSettings, target: FilePath) throws(ExportError) {
        let (sequence, job) = (checked.sequence, checked.job)
        let (drawings, runs) = try Self.table(of: sequence)
        self.init(
            input: sequence.frames.name,
            target: target.string,
            drawings: drawings,
            runs: runs,
            cycles: job.frameCount / job.timing.frameCount,
            timing: Timing(job.timing),
            view: try Self.view(of: settings.sequence),
            canvas: Canvas(
                width: sequence.canvas.width,
                height: sequence.canvas.height,
                scale: sequence.scale.description
            ),
            profile: job.profile,
            pictures: Pictures(
                width: job.size.width,
                height: job.size.height,
                count: job.frameCount,
                rate: job.rate?.description ?? ExportReport.variableRate,
                hasAlpha: job.keepsAlpha
            ),
            launchLine: job.launchLine(into: target),
            notes: sequence.frames.hints + checked.notes
        )
    }

    /// Every file once, and when it is shown.
    private static func table(of sequence: CheckedSequence) throws(ExportError) -> ([Drawing], [Run]) {
        var places: [Drawing: Int] = [:]
        var drawings: [Drawing] = []
        var runs: [Run] = []
        for run in 0..<sequence.runs.countPerCycle {
            let frames = sequence.runs.frames(ofRun: run)
            let frame = sequence.frames.frames[frames.lowerBound]
            if case .data = frame.source { throw .drawingInMemory(position: frames.lowerBound + 1) }
            let drawing = Drawing(file: frame.path?.string, scale: frame.scale)
            let place = places[drawing] ?? drawings.count
            if place == drawings.count {
                places[drawing] = place
                drawings.append(drawing)
            }
            runs.append(Run(first: frames.lowerBound, count: frames.count, drawing: place))
        }
        return (drawings, runs)
    }

    /// How the drawings are shown, in a manifest's words.
    private static func view(of settings: SequenceSettings) throws(ExportError) -> ManifestDocument {
        do {
            return try ManifestDocument(json: settings.manifest.json)
        } catch {
            throw .unforeseen(reason: "the view cannot be written down: \(error)")
        }
    }
}

extension ExportPlan.Timing {
    /// The times of a cycle.
    fileprivate init(_ timing: FrameTiming) {
        guard let slots = timing.frameSlots else {
            let slot = timing.cycleDuration.denominator.multipliedReportingOverflow(by: Int64(timing.frameCount))
            // A cycle's fraction is small; frames that are too many for it have no rate, and were refused.
            self.init(
                ticksPerSecond: slot.partialValue,
                lengths: [ExportPlan.Length(frames: timing.frameCount, ticks: timing.cycleDuration.numerator)]
            )
            return
        }
        var lengths: [ExportPlan.Length] = []
        for (beginning, end) in zip(slots.beginnings, slots.beginnings.dropFirst()) {
            let ticks = end - beginning
            if let last = lengths.last, last.ticks == ticks {
                lengths[lengths.count - 1] = ExportPlan.Length(frames: last.frames + 1, ticks: ticks)
            } else {
                lengths.append(ExportPlan.Length(frames: 1, ticks: ticks))
            }
        }
        self.init(ticksPerSecond: slots.ticksPerSecond, lengths: lengths)
    }
}

extension SequenceSettings {
    /// A manifest that says how the sequence is shown, and not which frames.
    fileprivate var manifest: SequenceManifest {
        var manifest = SequenceManifest()
        var layer = Layer()
        properties.set(&layer)
        manifest.properties.take(layer)
        manifest.orientation = self.orientation
        if self.isMirrored {
            manifest.flipsForRightToLeftLayoutDirection = true
            manifest.semanticContentAttribute = .forceRightToLeft
        }
        manifest.tintColor = self.tintColor
        if !overlays.isEmpty { manifest.overlays = overlays }
        switch resizing {
        case .capInsets(let insets, let mode): (manifest.capInsets, manifest.resizingMode) = (insets, mode)
        case .stretchable(let left, let top): (manifest.leftCapWidth, manifest.topCapHeight) = (left, top)
        case .contentStretch(let rect): manifest.contentStretch = rect
        // A manifest has no words for the slices of an asset catalog.
        case .catalog, nil: break
        }
        return manifest
    }
}
