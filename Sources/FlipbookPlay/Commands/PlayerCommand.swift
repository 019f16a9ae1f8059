public import FlipbookCore
public import FlipbookRender

/// A request of a viewer or a program to a player.
public enum PlayerCommand: Hashable, Sendable {
    /// Run.
    case play
    /// Stop on the frame that is shown.
    case pause
    /// Stop, or go on.
    case togglePause
    /// Show the frame so many places further, and stop there.
    case step(by: Int)
    /// Show the frame at a position, and run on if it ran.
    case seek(toFrame: Int)
    /// Show the frame with a number, and stop there.
    case goTo(number: Int)
    /// Show the frame at a time, and stop there: `1:12` is frame 12 of second 1, as time codes count them.
    case goToTime(code: String)
    /// Stop at the frame under the pointer, a fraction of the way across the picture.
    case scrub(fraction: Double)
    /// Show what is exactly so many seconds further, at the sequence's own rate, and run on if it ran.
    case skip(by: RationalTime)
    /// To the first frame that is played.
    case goToBeginning
    /// To the last frame that is played.
    case goToEnd
    /// Run forwards or backwards, faster each time.
    case shuttle(isReverse: Bool)
    /// Stop, and forget the speed.
    case stopShuttle
    /// Play at the next higher speed.
    case goFaster
    /// Play at the next lower speed.
    case goSlower
    /// Play at a rate.
    case setRate(PlaybackRate)
    /// Turn round.
    case reverse
    /// Begin at the frame that is shown.
    case setInPoint
    /// End at the frame that is shown.
    case setOutPoint
    /// Play the whole sequence again.
    case clearPoints
    /// Set the in point, at the next time the out point, and then clear both.
    case cyclePoints
    /// Play between two positions.
    case setRange(ClosedRange<Int>?)
    /// Turn round at the ends, or no longer.
    case togglePingPong
    /// Do something else at the ends.
    case setLoopMode(LoopMode)
    /// Stop at the end, or no longer.
    case toggleLoop
    /// The next behavior at the ends: loop, ping-pong, stop.
    case cycleLoopMode
    /// Leave late frames out, or no longer.
    case togglePacing
    /// Show one channel, or the luminance, as gray, or, where that is shown already, all of them.
    case toggleChannel(ColorChannel)
    /// Show pictures brighter by so many half stops, or darker.
    case changeExposure(by: Int)
    /// Show pictures with so many tenths more gamma, or less.
    case changeGamma(by: Int)
    /// Show pictures as bright as they are.
    case resetTone
    /// Color pixels whose values are clipped, or no longer.
    case toggleClipping
    /// The next lines over the picture: none, thirds, safe areas, a cross in the middle.
    case cycleGuides
    /// Show a grid between pixels that are enlarged eight times or more, or no longer.
    case toggleGrid
    /// Show the edges and the names of all views, or no longer.
    case toggleLayers
    /// Show all channels.
    case showAllChannels
    /// The channel so many further of red, green, blue, alpha, luminance and all of them.
    case cycleChannel(by: Int)
    /// The next background of black, white, checkerboard and the sequence's own.
    case cycleBackground
    /// One pixel of the screen for each of the picture.
    case showOneToOne
    /// So many pixels of the window across for each of the picture; it needs a window of the player's own.
    case showEnlarged(Int)
    /// The whole picture, as large as the window has room for.
    case showFitted
    /// As much of the picture as fills the window.
    case showFilled
    /// The whole picture, or where that is shown, one pixel for each of it.
    case toggleFitted
    /// Enlarge the picture by so many steps, or make it smaller.
    case zoom(by: Int)
    /// Move the picture so many tenths of the window to the right and down.
    case pan(x: Int, y: Int)
    /// Show the middle of the picture in the middle of the window, as large as it is.
    case showCenter
    /// Enlarge pictures by whole steps, each pixel a square, or smoothly.
    case toggleWholeSteps
    /// Fill the screen, or no longer.
    case toggleFullScreen
    /// Fill the screen no longer.
    case leaveFullScreen
    /// Give the window the size that suits the pictures.
    case fitWindow
    /// Show one line of the heads-up display, then its details, too, then nothing of it.
    case toggleHUD
    /// Show the bar of controls or hide it; in full screen keep it, or show it only while the pointer moves.
    case toggleTimeline
    /// Show the list of keys, its next page, or no longer.
    case toggleHelp
    /// Silence the sound, or no longer.
    case toggleSound
    /// Play the sound louder by so many tenths of its volume, or quieter.
    case changeVolume(by: Int)
    /// Show the highlighted state, or no longer.
    case toggleHighlighted
    /// Write the shown picture to a PNG file.
    case saveFrame
    /// Write the shown frame to a PNG file as it is without what lies behind it, with its alpha.
    case saveFrameWithAlpha
    /// Write the shown picture to a PNG file, with the strokes of its note.
    case saveFrameWithStrokes
    /// Put the shown picture onto the clipboard of the window system, as PNG.
    case copyFrame
    /// Put the shown picture onto the clipboard, with the strokes of its note.
    case copyFrameWithStrokes
    /// Play what a path names in the place of what is played, as if it were dropped onto the window.
    case open(path: String)
    /// Compare with the sequence that a path names.
    case compare(path: String)
    /// Read everything from the disk again.
    case reload
    /// Go to the sequence so many further, of several that are played one after the other.
    case goToSequence(by: Int)
    /// List the sequences that are played one after the other, or no longer.
    case toggleList
    /// Show what is being typed; `nil` for no longer.
    case showPrompt(PlayerPrompt?)
    /// Put a note on the frame that is shown, in the place of the one that it has, with the strokes that were drawn; an empty
    /// text without strokes removes the note.
    case writeNote(String)
    /// Take back the stroke that was drawn last on the frame that is shown.
    case removeStroke
    /// Go to the note so many further, and stop there; after the last one comes the first.
    case goToNote(by: Int)
    /// Go to the note so many further, and where there are none, to the chapter.
    case goToMark(by: Int)
    /// Put a mark on the frame that is shown, a note of that one word, or take it away.
    case toggleMark
    /// Play from a frame with a note to the one before the next: those around the frame that is shown, or so many further. Where
    /// there are no notes, these are the chapters.
    case playMarked(by: Int)
    /// Go to the beginning of the chapter so many further, and run on if it ran; backwards, that of the present one comes first.
    case goToChapter(by: Int)
    /// The next way to see two sequences: side by side, a wipe, their difference, by turns, the first, the second.
    case cycleComparison(by: Int)
    /// See two sequences side by side.
    case compareSideBySide
    /// See one of two sequences to the left of a line, and the other to its right.
    case compareByWipe
    /// The other of two sequences alone.
    case toggleCompared
    /// Show the difference of two sequences twice as strong for each step, or half as strong.
    case amplify(by: Int)
    /// Compare each frame with the one so many further.
    case shiftCompared(by: Int)
    /// End the playback.
    case quit
}

extension PlayerCommand {
    /// A Boolean value that indicates whether a key that is held down does it again and again.
    var goesOn: Bool {
        switch self {
        case .step, .skip, .goToNote, .goToMark, .goToChapter, .zoom, .pan, .changeExposure, .changeGamma,
            .changeVolume, .amplify, .shiftCompared:
            true
        default: false
        }
    }

    /// A Boolean value that indicates whether it names a frame of the animation, directly or from the one that is shown.
    var choosesFrame: Bool {
        switch self {
        case .step, .seek, .goTo, .goToTime, .scrub, .skip, .goToBeginning, .goToEnd: true
        default: false
        }
    }

    var topic: KeyMap.Topic {
        switch self {
        case .showPrompt(let prompt):
            switch prompt?.purpose {
            case .frame, .time, .path: .frames
            case .search: .window
            case .compared: .comparing
            case .note, nil: .keeping
            }
        case .play, .pause, .togglePause, .shuttle, .stopShuttle, .goFaster, .goSlower, .setRate, .reverse, .setInPoint,
            .setOutPoint, .clearPoints, .cyclePoints, .setRange, .playMarked, .togglePingPong, .setLoopMode,
            .toggleLoop, .cycleLoopMode, .togglePacing:
            .playing
        case .step, .seek, .goTo, .goToTime, .scrub, .skip, .goToBeginning, .goToEnd, .goToMark,
            .goToChapter, .goToSequence, .toggleList, .reload, .open:
            .frames
        case .showOneToOne, .showEnlarged, .showFitted, .showFilled, .toggleFitted, .zoom, .pan, .showCenter,
            .toggleWholeSteps, .fitWindow:
            .view
        case .toggleChannel, .showAllChannels, .cycleChannel, .cycleBackground, .changeExposure, .changeGamma,
            .resetTone, .toggleClipping, .cycleGuides, .toggleGrid, .toggleLayers, .toggleHighlighted:
            .looking
        case .compare, .cycleComparison, .compareSideBySide, .compareByWipe, .toggleCompared, .amplify, .shiftCompared:
            .comparing
        case .writeNote, .removeStroke, .goToNote, .toggleMark, .saveFrame, .saveFrameWithAlpha,
            .saveFrameWithStrokes, .copyFrame, .copyFrameWithStrokes:
            .keeping
        case .toggleSound, .changeVolume: .sound
        case .toggleFullScreen, .leaveFullScreen, .toggleHUD, .toggleTimeline, .toggleHelp, .quit: .window
        }
    }
}
