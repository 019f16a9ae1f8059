import FlipbookCore
import FlipbookMedia
import FlipbookScene
import FlipbookSequences

extension ExportPlan {
    init(_ checked: CheckedExport, settings: ExportSettings, target: FilePath) throws {
        let (sequence, job, canvas) = (checked.sequence, checked.job, checked.sequence.canvas)
        let (table, runs, timelines) = try Self.table(of: sequence, settings.sequence)
        self.init(
            version: .current,
            input: sequence.frames.name,
            target: target.string,
            drawings: table.drawings,
            looks: table.looks,
            runs: runs,
            timelines: timelines.isEmpty ? nil : timelines,
            cycles: job.frameCount / job.timing.frameCount,
            timing: Timing(job.timing),
            view: try document(of: settings.sequence.manifest(sequence.happening, levels: sequence.settings.levels)),
            burnIns: sequence.settings.burnIns.isEmpty ? nil : sequence.settings.burnIns,
            canvas: Canvas(width: canvas.width, height: canvas.height, scale: sequence.scale.description),
            profile: settings.encoding.complete,
            pictures: Pictures(
                width: job.size.width,
                height: job.size.height,
                count: job.frameCount,
                rate: job.rate?.description ?? ExportReport.variableRate,
                hasAlpha: job.keepsAlpha
            ),
            launchLine: job.launchLine(into: target),
            notes: job.frames.hints.map { Explanation($0) } + checked.notes
        )
    }

    private typealias Table = (DrawingList, [Run], [ViewTimeline])

    /// Returns the files, the looks, and the times of all drawings, including drawings in views. A file is listed once for each
    /// of its looks.
    private static func table(of sequence: CheckedSequence, _ settings: SequenceSettings) throws -> Table {
        guard settings.scene?.layers.isEmpty ?? true else { throw ExportError.drawingInMemory(position: 1) }
        let layer = settings.layer(on: .zero, showing: .nothing)
        let tint = layer.properties.templateColor()
        let showsNumbers =
            settings.burnIns.contains { $0.content == .frame } || settings.texts.contains { $0.has(.frame) }
        var table = DrawingList()
        let runs = try sequence.runs.framesOfCycle.map { frames in
            // A frame's look is complete only after its header is read.
            let frame = sequence.survey.entries[frames.lowerBound].frame
            let drawing = try table.place(of: frame.image, in: layer, tint, position: frames.lowerBound)
            let number = showsNumbers ? frame.number : nil
            return Run(first: frames.lowerBound, count: frames.count, drawing: drawing, number: number)
        }
        var timelines: [ViewTimeline] = []
        for view in settings.scene?.views ?? [] { try table.add(view, to: &timelines, tint) }
        return (table, runs, timelines)
    }
}

private struct DrawingList {
    private(set) var drawings: [ExportPlan.Drawing] = []
    private(set) var looks: [ManifestDocument] = []
    private var places: [ExportPlan.Drawing: Int] = [:]
    private var placesOfLooks: [PaintedPicture: Int] = [:]

    /// Returns the index of a frame's picture. The pictures of the frame's overlays and of its transition's target have smaller
    /// indices.
    mutating func place(of image: Image, in layer: Layer, _ tint: Color, position: Int) throws -> Int {
        switch image.source {
        case .data, .drawn: throw ExportError.drawingInMemory(position: position + 1)
        case .file, .black, .nothing: break
        }
        let above = try image.above.map { try self.place(of: $0, in: layer, tint, position: position) }
        var next: ExportPlan.Next?
        if let transition = image.transition {
            let drawing = try place(of: transition.image, in: layer, tint, position: position)
            next = ExportPlan.Next(drawing: drawing, transition.transition, progress: transition.progress)
        }
        var drawing = ExportPlan.Drawing(image, above: above, next)
        let contents = PaintedLayer.Contents(image.alone, drawing: 0, in: layer, templates: tint)
        if case .picture(let picture) = contents, !picture.isPlain {
            if placesOfLooks[picture] == nil {
                placesOfLooks[picture] = looks.count
                looks.append(try document(of: picture))
            }
            drawing.look = placesOfLooks[picture]
        }
        let place = places[drawing] ?? drawings.count
        if place == drawings.count {
            places[drawing] = place
            drawings.append(drawing)
        }
        return place
    }

    mutating func add(_ view: ManifestView, to timelines: inout [ExportPlan.ViewTimeline], _ tint: Color) throws {
        let tint = view.properties.templateColor(in: tint)
        if let frames = view.frames, let rate = view.frameRate {
            // The header is read when the plan is used.
            let drawings = try frames.enumerated().map { slot, frame in
                try place(of: frame.image, in: Layer(), tint, position: slot)
            }
            let runs =
                drawings.isEmpty
                ? []
                : HeldRuns(drawings).framesOfCycle.map { slots in
                    ExportPlan.Run(first: slots.lowerBound, count: slots.count, drawing: drawings[slots.lowerBound])
                }
            timelines.append(ExportPlan.ViewTimeline(rate: rate.description, runs: runs))
        }
        for inner in view.content { try add(inner, to: &timelines, tint) }
    }
}

private func document(of manifest: SequenceManifest) throws -> ManifestDocument {
    try ManifestDocument(json: manifest.json)
}

extension ExportPlan.Timing {
    fileprivate init(_ timing: FrameTiming) {
        guard let slots = timing.frameSlots else {
            let slot = timing.cycleDuration.denominator.multipliedReportingOverflow(by: Int64(timing.frameCount))
            // The fraction cannot overflow: a cycle that long has no frame rate, and was rejected earlier.
            let length = ExportPlan.Length(frames: timing.frameCount, ticks: timing.cycleDuration.numerator)
            self.init(ticksPerSecond: slot.partialValue, lengths: [length])
            return
        }
        let ticks = zip(slots.beginnings, slots.beginnings.dropFirst()).map { $1 - $0 }
        let lengths = HeldRuns(ticks.map { Int($0) }).framesOfCycle.map { frames in
            ExportPlan.Length(frames: frames.count, ticks: ticks[frames.lowerBound])
        }
        self.init(ticksPerSecond: slots.ticksPerSecond, lengths: lengths)
    }
}

extension SequenceSettings {
    /// Returns a manifest with the layer's position on the canvas and with the layers above it, but without frames and looks.
    fileprivate func manifest(_ happening: [ManifestAnimation], levels: Levels?) -> SequenceManifest {
        var manifest = SequenceManifest()
        (manifest.properties.view, manifest.tintColor) = (properties.view.settled, nil)
        (manifest.inputProfile, manifest.lookupTable) = (properties.inputProfile, properties.lookupTable)
        manifest.levels = levels
        (manifest.layerName, manifest.channels) = (properties.layerName, properties.channels)
        (manifest.$canvasSpace, manifest.$blend) = (properties.$canvasSpace, properties.$blend)
        manifest.$exposure = properties.exposure == 0 ? nil : properties.exposure
        if !overlays.isEmpty { manifest.overlays = overlays }
        if !texts.isEmpty { manifest.texts = texts.map(\.dated) }
        // The plan lists the frame of each moment, so the manifest needs no duration.
        if let scene { (manifest.views, manifest.animations, manifest.duration) = (scene.views, happening, nil) }
        return manifest
    }
}

extension PaintedPicture {
    /// A Boolean value that indicates whether the picture is drawn as stored, except for its scale.
    fileprivate var isPlain: Bool { orientation == .up && resizing == nil && stencilColor == nil }

    fileprivate var manifest: SequenceManifest {
        var manifest = SequenceManifest()
        manifest.orientation = orientation == .up ? nil : orientation
        manifest.tintColor = stencilColor
        switch resizing {
        case .capInsets(let insets, let mode): (manifest.capInsets, manifest.resizingMode) = (insets, mode)
        case .stretchable(let left, let top): (manifest.leftCapWidth, manifest.topCapHeight) = (left, top)
        case .contentStretch(let rect): manifest.contentStretch = rect
        case .catalog, nil: break
        }
        return manifest
    }
}

/// Returns the look of a picture as manifest keys. Slices of an asset catalog are written as in the catalog.
private func document(of picture: PaintedPicture) throws -> ManifestDocument {
    let document = try document(of: picture.manifest)
    guard case .catalog(let slices) = picture.resizing else { return document }
    return document.adding("resizing", contents(slices))
}

/// Returns the value of `resizing` in an asset catalog's `Contents.json`.
private func contents(_ slices: ImageSet.Resizing) -> ManifestDocument.Value {
    let caps = slices.capInsets
    let insets = [("top", caps.top), ("left", caps.left), ("bottom", caps.bottom), ("right", caps.right)]
    var center: [String: ManifestDocument.Value] = ["mode": .text(slices.mode == .tile ? "tile" : "stretch")]
    if let width = slices.centerWidth { center["width"] = .whole(Int64(width)) }
    if let height = slices.centerHeight { center["height"] = .whole(Int64(height)) }
    let edges = Dictionary(uniqueKeysWithValues: insets.map { ($0, ManifestDocument.Value.number($1)) })
    return .object(["mode": .text(slices.parts.rawValue), "center": .object(center), "cap-insets": .object(edges)])
}
