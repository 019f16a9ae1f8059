public import FlipbookCore
public import FlipbookRender

/// A command to a player, from a viewer or a program.
public enum PlayerCommand: Hashable, Sendable {
    /// Start playback.
    case play
    /// Pause at the current frame.
    case pause
    /// Pause or continue.
    case togglePause
    /// Step by a number of frames, and pause.
    case step(by: Int)
    /// Show the frame at a position without pausing.
    case seek(toFrame: Int)
    /// Go to a frame number, and pause.
    case goTo(number: Int)
    /// Show the frame at a time, and pause: `1:12` is frame 12 of second 1, as in time codes.
    case goToTime(code: String)
    /// Pause at a fraction of the sequence, such as the pointer's position on the timeline.
    case scrub(fraction: Double)
    /// Skip a number of seconds at the sequence's own rate without pausing.
    case skip(by: RationalTime)
    /// Go to the first frame of the played range.
    case goToBeginning
    /// Go to the last frame of the played range.
    case goToEnd
    /// Play forward or backward, faster with each repetition.
    case shuttle(isReverse: Bool)
    /// Pause, and return to normal speed.
    case stopShuttle
    /// Play at the next higher speed.
    case goFaster
    /// Play at the next lower speed.
    case goSlower
    /// Play at a rate.
    case setRate(PlaybackRate)
    /// Reverse the direction.
    case reverse
    /// Set the in point to the current frame.
    case setInPoint
    /// Set the out point to the current frame.
    case setOutPoint
    /// Clear the in and out points.
    case clearPoints
    /// Set the in point, then the out point, then clear both.
    case cyclePoints
    /// Play between two positions.
    case setRange(ClosedRange<Int>?)
    /// Turn ping-pong on or off.
    case togglePingPong
    /// Set the behavior at the ends.
    case setLoopMode(LoopMode)
    /// Turn looping on or off.
    case toggleLoop
    /// Cycle through loop, ping-pong, and once.
    case cycleLoopMode
    /// Turn the dropping of late frames on or off.
    case togglePacing
    /// Show one channel or the luminance as gray, or all channels again.
    case toggleChannel(ColorChannel)
    /// Change the exposure by half stops.
    case changeExposure(by: Int)
    /// Change the gamma by tenths.
    case changeGamma(by: Int)
    /// Reset exposure and gamma.
    case resetTone
    /// Turn the coloring of clipped values on or off.
    case toggleClipping
    /// Cycle through the guides: none, thirds, safe areas, center.
    case cycleGuides
    /// Turn the grid between enlarged pixels on or off.
    case toggleGrid
    /// Turn the outlines and names of views on or off.
    case toggleLayers
    /// Show all channels.
    case showAllChannels
    /// Cycle through red, green, blue, alpha, luminance, and all channels.
    case cycleChannel(by: Int)
    /// Cycle through the backgrounds: black, white, checkerboard, the sequence's own.
    case cycleBackground
    /// Show one pixel of the picture as one pixel of the screen.
    case showOneToOne
    /// Enlarge the picture by a whole factor, in the player's own window.
    case showEnlarged(Int)
    /// Fit the picture to the window.
    case showFitted
    /// Fill the window with the picture.
    case showFilled
    /// Switch between fit and actual size.
    case toggleFitted
    /// Zoom in or out by steps.
    case zoom(by: Int)
    /// Move the picture to the right and down by tenths of the window.
    case pan(x: Int, y: Int)
    /// Center the picture.
    case showCenter
    /// Switch between whole-number and arbitrary zoom factors.
    case toggleWholeSteps
    /// Turn full screen on or off.
    case toggleFullScreen
    /// Leave full screen.
    case leaveFullScreen
    /// Resize the window to fit the pictures.
    case fitWindow
    /// Cycle the heads-up display: one line, details, off.
    case toggleHUD
    /// Show or hide the bar of controls. In full screen, switch between always showing the bar and showing it only while the
    /// pointer moves.
    case toggleTimeline
    /// Show the list of keys or its next page, or close the list.
    case toggleHelp
    /// Turn the sound on or off.
    case toggleSound
    /// Change the volume by tenths.
    case changeVolume(by: Int)
    /// Turn the highlighted state on or off.
    case toggleHighlighted
    /// Save the picture as PNG.
    case saveFrame
    /// Save the frame as PNG with its alpha, without the background.
    case saveFrameWithAlpha
    /// Save the picture as PNG with the strokes of its note.
    case saveFrameWithStrokes
    /// Copy the picture to the clipboard as PNG.
    case copyFrame
    /// Copy the picture with the strokes of its note.
    case copyFrameWithStrokes
    /// Play the sequence at a path instead, as if it were dropped onto the window.
    case open(path: String)
    /// Compare with the sequence at a path.
    case compare(path: String)
    /// Reload everything from disk.
    case reload
    /// Go to another sequence in the list.
    case goToSequence(by: Int)
    /// Show or hide the strip of sequences.
    case toggleList
    /// Show the text being typed. `nil` ends typing.
    case showPrompt(PlayerPrompt?)
    /// Set the note of the current frame, with the strokes drawn. Empty text without strokes removes the note.
    case writeNote(String)
    /// Remove the last stroke on the current frame.
    case removeStroke
    /// Go to another note, and pause. The first note follows the last.
    case goToNote(by: Int)
    /// Go to another note or, if there are no notes, to another chapter.
    case goToMark(by: Int)
    /// Mark the current frame with the note "mark", or remove the mark.
    case toggleMark
    /// Play the range between two notes: the range around the current frame, or a later or earlier one. If there are no notes,
    /// play a chapter.
    case playMarked(by: Int)
    /// Go to the beginning of another chapter without pausing. The first step backward goes to the beginning of the current
    /// chapter.
    case goToChapter(by: Int)
    /// Cycle through the comparison modes: side by side, wipe, difference, alternating, only A, only B.
    case cycleComparison(by: Int)
    /// Compare side by side.
    case compareSideBySide
    /// Compare with a wipe.
    case compareByWipe
    /// Switch between A and B.
    case toggleCompared
    /// Double or halve the amplification of the difference.
    case amplify(by: Int)
    /// Shift the compared sequence by a number of frames.
    case shiftCompared(by: Int)
    /// End playback.
    case quit

    /// A Boolean value that indicates whether a held key repeats the command.
    var goesOn: Bool {
        switch self {
        case .step, .skip, .goToNote, .goToMark, .goToChapter, .zoom, .pan, .changeExposure, .changeGamma,
            .changeVolume, .amplify, .shiftCompared:
            true
        default: false
        }
    }

    /// A Boolean value that indicates whether the command selects a frame.
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
