package import FlipbookCore
import FlipbookImaging
package import FlipbookMedia
import FlipbookScene
import FlipbookSequences

extension SegmentPlan {
    /// A Boolean value that indicates whether the pictures are composited over black because transparency is not wanted.
    var isFlattened: Bool { [AlphaOutput.flatten, .matte].map(\.rawValue).contains(self.traits.alphaOutput) }

    private var pictureLayout: PictureLayout {
        let hasGaps = self.traits.haveGaps && !isFlattened
        return export.profile.layout(ofDepth: self.traits.depth, hasGaps: hasGaps, isGray: self.traits.areGray == true)
    }

    private var metadata: Metadata {
        var metadata = Metadata()
        for (name, text) in self.texts { if let field = Metadata.Field(rawValue: name) { metadata[field] = text } }
        return metadata
    }

    /// Returns the job of the whole file.
    /// - Throws: ``SegmentError/unusablePlan(_:)`` if the plan's times are invalid.
    func wholeJob() throws -> EncodingJob {
        var job = try job(of: export.pictures.count, at: export.timing.frameTiming)
        job.settings.metadata = metadata
        job.settings.timeCode = self.timeCode.flatMap { TimeCode($0) }
        job.firstNumber = self.startNumber ?? 1
        job.settings.audio = self.sound.map { sound in
            AudioTrack(path(sound.file), offset: RationalTime(sound.offset[0], sound.offset[1]))
        }
        return job
    }

    func job(of frames: Range<Int>) throws -> EncodingJob { try job(of: frames.count, at: timing(of: frames)) }

    private func job(of frameCount: Int, at timing: FrameTiming?) throws -> EncodingJob {
        guard let timing else { throw SegmentError.unusablePlan("its times are invalid") }
        var settings = ExportSettings(export.profile)
        settings.pixelVerification = self.verification
        // A video stores its metadata once; numbered images store it in every file.
        if export.profile.format.isNumbered { settings.metadata = metadata }
        return EncodingJob(
            settings: settings,
            frameCount: frameCount,
            size: PixelSize(width: export.pictures.width, height: export.pictures.height),
            timing: timing,
            rate: export.frameRate,
            pictureLayout: pictureLayout,
            keepsAlpha: export.pictures.hasAlpha,
            loopCount: 1,
            frames: FrameList(name: export.input, frames: []),
            threads: self.threads,
            canvas: canvas
        )
    }

    package func timing(of frames: Range<Int>) -> FrameTiming? { export.timing.timing(of: frames) }

    /// Returns the frames of a segment with the settings for exporting them alone.
    package func sequence(of frames: Range<Int>) throws(ExportError) -> (FrameList, SequenceSettings) {
        var images: [Frame] = []
        let durations = export.timing.isConstant ? [] : export.timing.durations(of: frames)
        do throws(ManifestError) {
            for run in export.runs(in: frames) {
                let image = try image(of: run.drawing) { path($0).string }
                for _ in 0..<run.count {
                    let duration = durations.isEmpty ? nil : durations[images.count]
                    images.append(Frame(image, number: run.number, duration: duration))
                }
            }
            return (FrameList(name: export.input, frames: images), try settings(of: frames))
        } catch { throw .segments(.unusablePlan(error.faults.first?.message ?? "its keys are invalid")) }
    }

    private var canvas: CanvasColors {
        func word(_ key: ManifestKey) -> String {
            if case .text(let word)? = export.view.value(key.rawValue) { word } else { "" }
        }
        let (space, blend) = (CanvasSpace(rawValue: word(.canvasSpace)), BlendSpace(rawValue: word(.blend)))
        return CanvasColors(space: space ?? .sRGB, blend: blend ?? .gamma)
    }

    private func settings(of frames: Range<Int>) throws(ManifestError) -> SequenceSettings {
        let manifest = try export.view.manifest(in: FilePath("plan"))
        var settings = SequenceSettings(animationRepeatCount: 1)
        settings.properties = manifest.properties
        settings.overlays = (manifest.overlays ?? []).map { changing($0) { $0.image = path($0.image.string) } }
        settings.lookupTable = settings.lookupTable.map { path($0.string) }
        settings.inputProfile = settings.inputProfile?.renaming { path($0).string }
        (settings.burnIns, settings.texts) = (export.burnIns ?? [], manifest.texts ?? [])
        settings.scene = scene { path($0).string }
        settings.scene?.gaps = GapPolicy(missing: MissingFramePolicy(rawValue: self.treatment.missing) ?? .error)
        if let staging = self.traits.staging {
            settings.scene?.size = staging.size
            settings.scene?.safeAreaInsets = staging.safeAreaInsets
            settings.semanticContentAttribute = staging.isRightToLeft ? .forceRightToLeft : .forceLeftToRight
        }
        if let timing = export.timing.frameTiming {
            let (length, texts) = (export.frameCountOfCycle, self.traits.textLengths)
            settings.excerpt = .init(first: frames.lowerBound, cycleLength: length, textLengths: texts, timing: timing)
        }
        // Every drawing has its own orientation, slicing, and tint.
        (settings.tintColor, settings.orientation, settings.resizing) = (nil, nil, nil)
        settings.$flipsForRightToLeftLayoutDirection = nil
        settings.codecs = settings.codecs.withVideos
        settings.size = PixelSize(width: export.canvas.width, height: export.canvas.height)
        settings.scale = DisplayScale(export.canvas.scale)
        // The whole sequence was checked when the plan was made.
        (settings.missing, settings.mismatch, settings.frameRate) = (.error, .fit, nil)
        (settings.animationRepeatCount, settings.animationDuration) = (1, .zero)
        if export.timing.isConstant { settings.animationDuration = timing(of: frames)?.cycleDuration ?? .zero }
        return settings
    }

    /// Returns a drawing as an image.
    /// - Parameter isRead: A Boolean value that indicates whether the plan contains the facts in the file's header.
    /// - Parameter rename: Converts the names of the plan's files.
    func image(of place: Int, isRead: Bool = true, _ rename: (String) -> String) throws(ManifestError) -> Image {
        let drawing = export.drawings[place]
        var image = try alone(place, isRead, rename)
        if let above = drawing.above {
            let parts = try above.map { (top) throws(ManifestError) in try self.image(of: top, isRead: isRead, rename) }
            image = .stack([image] + parts)
        }
        guard let next = drawing.next, let transition = next.value else { return image }
        let other = try self.image(of: next.drawing, isRead: isRead, rename)
        return image.settled.transitioning(to: other.settled, by: transition, at: next.progress)
    }

    /// Returns a drawing without the drawings above it, and without its transition.
    private func alone(_ place: Int, _ isRead: Bool, _ rename: (String) -> String) throws(ManifestError) -> Image {
        let drawing = export.drawings[place]
        if drawing.isNothing { return .nothing }
        guard let file = drawing.file, let input = self.inputs[place]
        else { return Image(source: .black, scale: drawing.scale) }
        let look = drawing.look.map { export.looks[$0] }
        let manifest = try look?.manifest(in: FilePath("plan"))
        let name = rename(file)
        var image = Image(
            source: .file(drawing.picture.map { FilePath(name, picture: $0) } ?? FilePath(name)),
            pixelSize: isRead ? PixelSize(width: input.width, height: input.height) : nil,
            scale: drawing.scale,
            orientation: manifest?.orientation ?? .up
        )
        if let resizing = try look?.slices(in: FilePath("plan")).map(ImageResizing.catalog)
            ?? manifest?.properties.resizing
        {
            image = image.resized(resizing)
        }
        return manifest?.tintColor.map { image.withTintColor($0) } ?? image
    }
}

extension CheckedExport {
    init(_ plan: SegmentPlan, frames: Range<Int>) async throws {
        let (list, settings) = try plan.sequence(of: frames)
        let job = try plan.job(of: frames)
        let damaged = zip(plan.overlayFiles, plan.overlayInputs).filter { $1 == .damaged }.map { plan.path($0.0) }
        let entries = damaged.map { ($0, FrameSurvey.Entry(frame: Frame(file: $0), header: .failure(.truncated))) }
        let known = Dictionary(entries) { first, _ in first }
        let (bits, numbers) = (plan.traits.depth, job.request.drawnNumbers(on: job.canvas))
        sequence = try await CheckedSequence(list, settings: settings, known: known) { target, _, _, _ in
            job.pictureLayout.prepare(&target, ofDepth: bits, isFlattened: plan.isFlattened, in: numbers)
        }
        guard try sequence.staging()?.letters == plan.traits.staging?.letters else { throw SegmentError.otherLetters }
        guard sequence.outputSize == job.size
        else { throw SegmentError.unusablePlan("its pictures are \(sequence.outputSize), not \(job.size)") }
        (self.job, runCount, notes) = (job, sequence.runs.countPerCycle, [])
    }
}
