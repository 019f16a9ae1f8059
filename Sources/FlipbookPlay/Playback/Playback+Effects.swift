import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookWindow
import Glibc

extension Playback {
    func carryOut(_ effects: [PlayerEffect]) async {
        for effect in effects {
            switch effect {
            case .send(let event): events.send(event)
            case .show(let notice): time(notice)
            case .draw(let options, let text):
                await redraw(options)
                show(Explanation(text))
            case .resize(let isOneToOne): pipeline.showOneToOne(isOneToOne)
            case .frame(let view): pipeline.show(view)
            case .setVolume(let volume): sound?.volume = volume
            case .blink(let isOn): blink(isOn)
            case .keepNotes: keepNotes()
            case .obey(let command): await carryOut(command)
            }
        }
    }

    /// Carries out a command that concerns the window, files, or the run.
    private func carryOut(_ command: PlayerCommand) async {
        switch command {
        case .toggleFullScreen:
            if let ownWindow { ownWindow.toggleFullScreen() } else { show("this window cannot enter full screen") }
        case .leaveFullScreen: ownWindow?.leaveFullScreen()
        case .toggleHighlighted: await toggleHighlighted()
        case .saveFrame: say(await saveFrame(.plain))
        case .saveFrameWithAlpha: say(await saveFrame(.withAlpha))
        case .saveFrameWithStrokes: say(await saveFrame(.withStrokes))
        case .copyFrame: say(await copyFrame(.plain))
        case .copyFrameWithStrokes: say(await copyFrame(.withStrokes))
        case .reload: say(await reload())
        case .goToSequence(let distance):
            guard settings.sequenceCount > 1 else { return show("there is no other sequence") }
            (sequencesFurther, isOver) = (distance, true)
        case .toggleList: await toggleList()
        case .fitWindow: fitWindow()
        case .open(let path): await open(path)
        case .compare(let path): await compare(with: Self.file(path))
        case .cycleComparison, .compareSideBySide, .compareByWipe, .toggleCompared, .amplify, .shiftCompared:
            await compare(with: nil)
        default: isOver = true
        }
    }

    private func fitWindow() {
        guard let ownWindow else { return show(.ownWindowIsNeeded(for: "its size")) }
        let picture = state.options.pictureSize(of: pictures.sequence.outputSize)
        ownWindow.fitSize(to: WindowContent(picture, footer: state.options.footer))
    }

    private func open(_ path: String) async {
        await play([Self.file(path)])
        controls.refusedPath = isOver ? "" : path
    }

    /// Expands a typed path, which may begin with `~/`.
    private static func file(_ path: String) -> FilePath {
        FilePath(path.hasPrefix("~/") ? (Environment.text("HOME") ?? "") + path.dropFirst() : path)
    }

    /// Restarts the sequence, and compares it with a file or, if there is none, with the next sequence. If there is only one
    /// sequence, asks for a path.
    private func compare(with file: FilePath?) async {
        if let file, let refusal = await settings.refuseDropped?([file]) { return refuse("not compared: \(refusal)") }
        guard file != nil || settings.sequenceCount > 1 else {
            let prompt = PlayerCommand.showPrompt(PlayerPrompt(.compared))
            for command in controls.commands(choosing: prompt) { await perform(command) }
            return
        }
        (chosenComparison, sequencesFurther, isOver) = (file.map { .file($0) } ?? .next, 0, true)
    }

    /// Ends playback and plays the given files instead, if they can be played.
    func play(_ files: [FilePath]) async {
        if let refusal = await settings.refuseDropped?(files) { return refuse("not opened: \(refusal)") }
        (opened, isOver) = (files, true)
    }

    /// Shows a refusal, which Escape dismisses.
    private func refuse(_ text: Explanation) {
        announce(text)
        refusedNotice = state.options.notice
    }

    func update(_ change: @Sendable (inout ImageView) -> Void) async throws {
        arrive()
        let old = state.imageView(of: pictures.sets)
        var new = old
        change(&new)
        guard new != old else { return }
        var next = pictures
        let changesPictures = try await next.change(to: new, from: old, state.options)
        let isDrawnAnew = next.source !== pictures.source
        await replacePictures(with: next)
        if isDrawnAnew { state.showAnew() }
        let count = next.sequence.timing.frameCount
        await self.change { $0.change(to: new, from: old, frameCount: count, changesPictures: changesPictures) }
    }

    /// Shows a notice for three seconds, and sends it as an event.
    func say(_ text: Explanation) {
        show(text)
        events.send(.note(text))
    }

    /// Shows a notice for three seconds. Notices about the effect of a key are useful only on the picture.
    func show(_ text: Explanation) { time(state.notice(text)) }

    /// Shows a note, even while paused.
    func announce(_ text: Explanation) {
        say(text)
        state.refresh()
    }

    /// Continues with cached pictures because all files were deleted. The pictures are marked.
    func showFromMemory(_ text: Explanation) {
        undecodable.areDeleted = true
        announce(text)
    }

    /// Shows the reason for a replaced frame, which was also sent as an event.
    func show(substitution reason: String) {
        // Replacements chosen by a policy are not marked.
        guard settings.marksSubstitutes || settings.sequence.missing == .error else { return }
        let count = undecodable.count
        show(count > 3 ? "\(count) frames cannot be decoded" : naming(Explanation(reason)))
        state.refresh()
    }

    /// Shows notes on the frames and adds them to the report.
    func show(_ notes: [Explanation]) {
        self.notes += notes
        if !notes.isEmpty { show(notes.map(naming).joined(separator: "\n")) }
    }

    /// Returns a note that begins with a file's name instead of its path, because a path would cover the picture.
    private func naming(_ note: Explanation) -> Explanation {
        note.withoutPrefix("\(FilePath(FilePath(pictures.sets.normal.name).directory))/")
    }

    func tell(_ note: Explanation) {
        notes.append(note)
        say(note)
    }

    /// Shows the most important keys in the user's first window.
    func hintOnce() {
        guard let folder = WindowMemory.folder else { return }
        FilePath(folder).makeFolders(mode: 0o700)
        let file = Glibc.open(folder + "/hinted", O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        close(file)
        let notice = state.notice("?  keys    H  details    right button  menu")
        noticeTimer = mailbox.post(after: .seconds(10)) { $0.state.endNotice(notice.number) }
    }

    private func time(_ notice: DisplayOptions.Notice) {
        noticeTimer?.cancel()
        noticeTimer = mailbox.post(after: settings.noticeDuration) { $0.state.endNotice(notice.number) }
    }

    private func redraw(_ options: DisplayOptions) async {
        var next = pictures
        next.redraw(state.view, options)
        await replacePictures(with: next)
        state.options = options
        state.showAnew()
    }

    /// The time for which each sequence is shown when alternating.
    private static let turn = Duration.milliseconds(500)

    private func blink(_ isOn: Bool) {
        blinking?.cancel()
        blinking = nil
        guard isOn else { return }
        blinking = Task { [mailbox] in
            while true {
                try await Task.sleep(for: Self.turn)
                mailbox.post { $0.state.blink() }
            }
        }
    }

    /// Returns the combined picture of a comparison, or `nil` if there is none.
    private func compared(at position: Int) async throws -> Picture? {
        guard let layout = state.options.comparison?.layout else { return nil }
        let drawn = try await paired.picture(at: position)
        return try layout.drawn(drawn.picture, drawn.compared)
    }

    private func keepNotes() {
        do throws(NotesFile.Failure) { try writeNotes() } catch { say("notes not saved yet: \(error.description)") }
    }

    private func writeNotes() throws(NotesFile.Failure) {
        guard let notesFile else { return }
        state.notes = try notesFile.write(state.notes, changedFrom: keptNotes)
        keptNotes = state.notes
    }

    /// Saves unsaved notes, including a note that is being typed.
    func keepLastNotes() async {
        if state.options.prompt?.purpose == .note, let typed = state.options.prompt?.text {
            arrive()
            let effects = state.perform(.writeNote(typed), on: pictures.played, helpPageCount: 0)
            await carryOut(effects + state.perform(.showPrompt(nil), on: pictures.played, helpPageCount: 0))
        }
        if state.notes == keptNotes { return }
        do throws(NotesFile.Failure) {
            try writeNotes()
        } catch {
            let unsaved = state.notes.notes.filter { keptNotes[$0.frame] != $0 }
            misplacedNotes = .init(reason: error.description, notes: unsaved, file: saveElsewhere())
        }
    }

    private func saveElsewhere() -> FilePath? {
        for folder in [WindowMemory.folder, "/tmp"].compactMap({ $0 }) {
            let file = NotesFile.find(notesOn: pictures.sets.normal.name, in: FilePath(folder)).file
            // Even if this succeeds, the error from the notes' own folder is reported.
            if (try? file.write(state.notes)) != nil { return file.path }
        }
        return nil
    }

    private func toggleHighlighted() async {
        let isPlain = state.view.highlightedImage == nil && pictures.sets.highlighted == nil
        if isPlain, !state.view.isHighlighted { return show("no highlighted pictures here") }
        do {
            try await update { $0.isHighlighted.toggle() }
            show(state.view.isHighlighted ? "highlighted" : "not highlighted")
        } catch { say("not highlighted: \(PlaybackError(error).explanation)") }
    }

    /// Reloads everything from disk, and keeps the frame number. If the files cannot be read, continues with cached frames.
    /// Returns a note on the result.
    private func reload() async -> Explanation {
        var next = pictures
        do {
            try await next.reload(sources, state.view, state.options)
        } catch { return "not reloaded: \(PlaybackError(error).explanation)" }
        let former = pictures.played
        await replacePictures(with: next)
        state.replaceFrames(former.frames, with: next.played.frames, timing: next.played.timing)
        if state.hasPictures {
            state.view.animationImages = next.sets.normal.frames.map(\.image)
            if sources.reloadHighlighted != nil {
                state.view.highlightedAnimationImages = next.sets.highlighted?.frames.map(\.image)
            }
        }
        return "reloaded: \(next.played.frames.count) frames"
    }

    /// Saves the current frame without overlays. Returns a note on the result.
    private func saveFrame(_ kind: KeptPicture) async -> Explanation {
        let frame = shownFrame
        do {
            let drawn = try await shownPicture(kind)
            if drawn.isSubstitute { return "not saved: the frame cannot be decoded" }
            let name = frame?.path?.lastComponent ?? "frame"
            return "saved \(try SavedFrame.write(drawn.picture, named: name, in: settings.savedFramesFolder))"
        } catch { return "not saved: \(Explanation(of: error))" }
    }

    /// Copies the current frame without overlays to the clipboard. Returns a note on the result.
    private func copyFrame(_ kind: KeptPicture) async -> Explanation {
        guard let ownWindow else { return .ownWindowIsNeeded(for: "copying") }
        do {
            return ownWindow.copy(try await shownPicture(kind).picture.pngData())
                ? "copied" : "not copied: the picture is too large for the clipboard; S saves it"
        } catch { return "not copied: \(Explanation(of: error))" }
    }

    private var shownFrame: Frame? {
        state.restPicture == .image
            ? state.view.stillImage.map { Frame($0) } : pictures.played.frames[state.transport.position]
    }

    private enum KeptPicture { case plain, withAlpha, withStrokes }

    private func shownPicture(_ kind: KeptPicture) async throws -> PictureSource.Drawn {
        let source = kind == .withAlpha ? pictures.source.withAlpha() : pictures.source
        if state.restPicture == .image { return try await source.picture(still: shownFrame) }
        let position = state.transport.position
        var drawn = try await source.picture(at: position)
        if kind != .withAlpha, let compared = try await compared(at: position) { drawn.picture = compared }
        if kind == .withStrokes {
            let strokes = state.strokes(at: position, in: pictures.played.frames)
            drawn.picture = try drawn.picture.under(strokes: strokes.map(\.points))
        }
        return drawn
    }
}

/// Saves single frames as PNG without overwriting files.
enum SavedFrame {
    /// Saves a picture as `NAME.saved.png` or, if that file exists, as `NAME.saved-2.png` and so on.
    static func write(_ picture: Picture, named name: String, in folder: FilePath) throws -> FilePath {
        let file = try picture.pngData()
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        for attempt in 1...9999 {
            let path = FilePath("\(folder.string)/\(stem).saved\(attempt == 1 ? "" : "-\(attempt)").png")
            if path.isTaken { continue }
            if attempt == 1 { folder.makeFolders() }
            do throws(FileSystemError) {
                let output = try AtomicFile(target: path, overwrites: false)
                try output.write(file)
                try output.commit()
                return path
            } catch {
                if error.errno == EEXIST { continue }
                throw NotesFile.failure(path, error.errno)
            }
        }
        throw NotesFile.Failure(description: "\(stem).saved.png and 9998 more already exist")
    }
}
