import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences
import FlipbookWindow
import GStreamer

struct PlaybackOpening: Sendable {
    let view: ImageView?
    let tree: PlayedTree?
    let sets: PictureSets
    let settings: PlaybackSettings
    let requests: [PlaybackRequest]

    var initialView: ImageView { view ?? ImageView(sets, settings, size: .zero) }

    func state(of sequence: CheckedSequence, isPreview: Bool) -> PlayerState {
        let size = Size(sequence.canvas, scale: sequence.scene.scene.scale)
        let shown = view ?? ImageView(settings, frameCount: sets.current.frames.count, size: size)
        // With reduced motion, the still picture or, if there is none, the first frame is shown.
        let isStill = settings.reducesMotion && shown.stillImage != nil
        let isAnimating = view?.isAnimating ?? true && !isStill
        let isPlaying = isAnimating && !settings.waits && !isPreview
        var state = PlayerState(
            view: shown,
            hasPictures: view != nil,
            motion: isAnimating ? .animating : .stopped,
            transport: settings.transport(frameCount: sequence.timing.frameCount, isPlaying: isPlaying),
            pacing: settings.pacing,
            endPicture: settings.endPicture,
            chapters: settings.chapters
        )
        state.options.comparison = comparisonLook
        state.options.showsLayers = settings.sequence.showsLayers
        if let carried = settings.carried { state.carryOn(from: carried) }
        state.options.hasControls = !settings.sequence.isLive && !shown.isUserInteractionEnabled
        state.options.isEmpty = settings.isEmpty
        // The strip stays until the viewer closes it.
        if settings.shelf == nil { state.options.list = nil }
        if settings.showsList { state.options.list = .init() }
        return state
    }

    /// Returns a note if the window is GStreamer's plain window.
    func note(on window: PlayerWindow?) -> Explanation? {
        let isOfSink = window == nil && settings.terminal == nil && settings.sink == nil
        let library = RuntimeLibrary.sdl
        guard isOfSink, !library.isInstalled, Display.current.obstacle == nil else { return nil }
        let advice: Remedy = .install(element: library.name, for: .reading)
        return "the window is a plain GStreamer window, since SDL is not installed; \(remedy: advice)"
    }

    /// Opens the player's own window, unless another sink was chosen.
    /// - Parameter footer: The height of the bar in points.
    func window(for picture: PixelSize, footer: Double) -> PlayerWindow? {
        // A missing element is reported when the pipeline is created.
        func isAvailable(_ element: String) -> Bool { (try? Element.isAvailable(element)) ?? false }
        guard settings.terminal == nil, settings.sink == nil, isAvailable("videocrop"), isAvailable("videobox"),
            let window = settings.window ?? PlaybackSettings.makeWindow()
        else { return nil }
        let name = FilePath(sets.current.name).name.description
        let place = settings.sequenceCount > 1 ? " (\(settings.sequenceNumber)/\(settings.sequenceCount))" : ""
        let title = settings.isEmpty ? "flipbook" : "\(name)\(place): flipbook"
        return window.open(for: WindowContent(picture, footer: footer, title: title)) ? window : nil
    }

    /// Longer sequences begin with a preview. The headers of shorter ones are read in milliseconds.
    private static let previewedLength = 500

    /// Returns the first frame as a sequence that is shown while the other headers are read, or `nil` for a short sequence.
    func preview() async -> CheckedSequence? {
        let frames = sets.current
        guard view?.isAnimating ?? true, requests.isEmpty, settings.comparison == nil, settings.place == nil,
            settings.sequence.levels != .automatic,
            frames.frames.count > Self.previewedLength, let first = frames.frames.first, first.path != nil
        else { return nil }
        var settings = settings.sequence
        (settings.frameRate, settings.animationDuration) = (nil, .zero)
        // The check of the whole sequence reports the error.
        return try? await CheckedSequence(
            FrameList(name: frames.name, frames: [first]),
            settings: settings,
            pictures: { target, _, _, _ in (target.format, target.isFlattened) = (.bgra, true) }
        )
    }

    /// Checks the whole sequence, using the size of the preview's window.
    func checked(sizedAs preview: CheckedSequence?) async throws -> CheckedSequence {
        var settings = settings.sequence
        if let preview { (settings.size, settings.scale) = (preview.canvas, preview.scale) }
        return try await .playable(sets.current, settings)
    }

    var comparisonLook: ComparisonLook? {
        settings.comparison.map { comparison in
            let names = [sets.current.name, comparison.frames.name]
            let short = names.map { FilePath($0).lastComponent }
            return ComparisonLook(offset: comparison.offset, names: short[0] == short[1] ? names : short)
        }
    }

    /// The sequence's notes and their file, or `nil` if notes are not saved.
    var keptNotes: (file: NotesFile, notes: FrameNotes, unreadable: [NotesFile.Failure])? {
        settings.notesFolder.map { NotesFile.find(notesOn: sets.current.name, in: $0) }
    }

    /// Returns the sequence to compare with, drawn on the same canvas, or `nil` if there is none.
    func compared(with sequence: CheckedSequence) async throws -> CheckedSequence? {
        guard let comparison = settings.comparison else { return nil }
        var settings = comparison.settings
        (settings.size, settings.scale) = (sequence.canvas, sequence.scale)
        (settings.frameRate, settings.animationDuration) = (nil, .zero)
        return try await .playable(comparison.frames, settings)
    }

    var expectedRate: Double {
        if let rate = settings.sequence.frameRate { return rate.framesPerSecond }
        let duration = settings.sequence.animationDuration.seconds
        return duration > 0 ? Double(sets.current.frames.count) / duration : FrameRate.imageViewDefault.framesPerSecond
    }
}

struct PlaybackSources: Sendable {
    /// Finds the frames again. If `nil`, the same files are read again.
    var reload: Player.Reload?
    var reloadHighlighted: Player.Reload?
    var watcher: SequenceWatcher?
}

extension CheckedSequence {
    /// Checks a sequence for playing: frames that cannot be read are replaced.
    static func playable(
        _ list: FrameList,
        _ settings: SequenceSettings,
        known: [FilePath: FrameSurvey.Entry] = [:],
        following former: CheckedSequence? = nil
    ) async throws -> CheckedSequence {
        try await CheckedSequence(
            list,
            settings: settings,
            known: known,
            unreadable: .played,
            pictures: { target, _, _, _ in (target.format, target.isFlattened) = (.bgra, true) },
            following: former
        )
    }
}

extension PlaybackSettings {
    func showing(_ view: ImageView) -> PlaybackSettings {
        var settings = self
        settings.sequence = sequence.showing(view)
        settings.staysOpen = true
        settings.isUserInteractionEnabled = view.isUserInteractionEnabled
        return settings
    }

    /// Returns the settings for a live tree: a canvas of its size and one empty frame.
    @MainActor
    func showing(_ tree: View) -> PlaybackSettings {
        var settings = self
        let scale = sequence.scale ?? 1
        (settings.sequence.size, settings.sequence.scale) = (tree.scene(scale: scale.value).size, scale)
        settings.sequence.frameRate = sequence.frameRate ?? FrameRate(60)
        settings.sequence.isLive = true
        settings.staysOpen = true
        settings.isUserInteractionEnabled = tree.isUserInteractionEnabled
        return settings
    }
}
