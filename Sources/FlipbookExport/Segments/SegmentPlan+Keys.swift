import FlipbookCore
import FlipbookFiles
import FoundationEssentials
import GStreamer

extension SegmentPlan {
    /// Returns the keys of segments.
    ///
    /// A key is the SHA-256 of strings, each preceded by its length. The first string is the version of this list. Files are
    /// represented by their contents, not by their names.
    static func keys(of plan: SegmentPlan) throws -> [ContentHash] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ part: some Encodable) throws -> String { String(decoding: try encoder.encode(part), as: UTF8.self) }
        var common = SHA256()
        common.add("flipbook segment 1")
        for name in ["flipbook", "gstreamer"] { common.add("\(name) \(plan.versions[name] ?? "")") }
        common.add(try text(plan.export.profile))
        common.add(try text(plan.export.canvas))
        common.add(try text(plan.traits))
        common.add("\(plan.export.pictures.width)x\(plan.export.pictures.height) \(plan.export.pictures.rate)")
        common.add("\(plan.export.pictures.hasAlpha)")
        common.add(try text(plan.export.view.withoutFiles))
        if plan.export.profile.format.isNumbered { common.add(try text(plan.texts)) }
        for overlay in plan.overlayInputs { common.add(overlay.hash.description) }
        if plan.overlayInputs.contains(.damaged) { common.add("missing \(plan.treatment.missing)") }
        let burnIns = plan.export.burnIns
        let hasTexts = burnIns != nil || plan.export.view.value(ManifestKey.texts.rawValue) != nil
        let isTimed = hasTexts || plan.scene() != nil
        if let burnIns { common.add(try text(burnIns)) }
        let cycleLength = plan.export.frameCountOfCycle
        let drawings = try plan.export.drawings.enumerated().map { place, drawing in
            let look = try drawing.look.map { try text(plan.export.looks[$0]) } ?? ""
            let source = plan.inputs[place]?.hash.description ?? (drawing.isNothing ? "nothing" : "black")
            return "\(source) \(drawing.picture ?? 0) \(drawing.scale) \(look)"
        }
        func add(_ count: Int, _ place: Int, to digest: inout SHA256) {
            digest.add("\(count)")
            digest.add(drawings[place])
            for part in plan.export.drawings[place].above ?? [] { add(0, part, to: &digest) }
            guard let next = plan.export.drawings[place].next else { return }
            digest.add("\(drawings[next.drawing]) \(next.transition) \(next.progress)")
            digest.add("\(next.direction ?? "") \(next.color ?? "")")
            for part in plan.export.drawings[next.drawing].above ?? [] { add(0, part, to: &digest) }
        }
        for timeline in plan.export.timelines ?? [] {
            common.add("a view at \(timeline.rate)")
            for run in timeline.runs { add(run.count, run.drawing, to: &common) }
        }
        let lengths = plan.export.timing.lengths.flatMap { [Int64](repeating: $0.ticks, count: $0.frames) }
        return try ranges(of: plan.export.pictures.count, length: plan.segmentLength).map { frames in
            var digest = common
            // The settings of an encoder depend on the number of pictures.
            let job = try plan.job(of: frames)
            digest.add(job.caps?.description ?? "")
            let graph = job.graph(into: ElementGraph.Node("fakesink"))
            digest.add(graph?.launchLine ?? "threads \(plan.threads)")
            if job.suitsLibrary { digest.add("by libaom \(plan.versions["libaom"] ?? "")") }
            for node in graph?.nodes ?? [] { digest.add(plan.versions[node.factory] ?? "") }
            // The pictures of a scene depend on the time.
            if isTimed { digest.add("frame \(frames.lowerBound % cycleLength) of \(cycleLength)") }
            for run in plan.export.runs(in: frames) {
                add(run.count, run.drawing, to: &digest)
                guard hasTexts else { continue }
                let file = plan.export.drawings[run.drawing].file
                digest.add("\(run.number ?? 0) \(file.map { FilePath($0).lastComponent } ?? "black")")
            }
            if plan.export.timing.isConstant {
                digest.add("\(job.timing.cycleDuration.numerator)/\(job.timing.cycleDuration.denominator)")
            } else {
                let ticks = frames.map { "\(lengths[$0 % lengths.count])" }.joined(separator: " ")
                digest.add("\(plan.export.timing.ticksPerSecond): \(ticks)")
            }
            return ContentHash(digest)
        }
    }
}

extension ManifestDocument {
    var colorFiles: [(key: ManifestKey, name: String)] {
        [ManifestKey.lut, .inputProfile].compactMap { key in
            guard case .text(let name)? = value(key.rawValue) else { return nil }
            let isStandard = key == .inputProfile && InputProfile.Standard(rawValue: name) != nil
            return isStandard ? nil : (key, name)
        }
    }

    /// The keys of a view without the names of files. The contents of the files are hashed instead.
    fileprivate var withoutFiles: ManifestDocument {
        var document = colorFiles.reduce(self) { $0.without($1.key.rawValue) }
        for key in [ManifestKey.views.rawValue, ManifestKey.animations.rawValue] {
            if let value = value(key) { document = document.adding(key, value.withoutNamesOfPictures) }
        }
        guard case .list(let overlays)? = value("overlays") else { return document }
        let others = overlays.map { overlay in
            guard case .object(var values) = overlay else { return overlay }
            values["image"] = nil
            return .object(values)
        }
        return document.adding("overlays", .list(others))
    }
}
