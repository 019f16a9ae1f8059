extension KeyMap {
    /// Keys that belong together, under a title.
    package struct Section: Hashable, Sendable {
        package let title: String
        package let entries: [Entry]
    }

    package var sections: [Section] {
        Topic.allCases.compactMap { topic in
            let entries = entries.filter { $0.topic == topic }
            return entries.isEmpty ? nil : Section(title: topic.rawValue, entries: entries)
        }
    }

    /// The meanings of the mouse and fingers in a window of the player's own, with all maps.
    package static let pointer = Section(
        title: "Mouse",
        entries: [
            ("Click", "play, pause"), ("Drag", "scrub; along the timeline, too"),
            ("Double click", "one pixel for each of the picture, or all of it"), ("Wheel", "zoom about the pointer"),
            ("Middle button, Space and drag", "move the picture"), ("Two fingers", "zoom, and move the picture"),
            ("Files dropped", "play them"),
        ].map { Entry(keys: $0.0, meaning: $0.1, topic: .window) }
    )

    package enum Topic: String, CaseIterable, Sendable {
        case playing = "Playing"
        case frames = "Finding a frame"
        case view = "The picture in the window"
        case looking = "Looking harder"
        case comparing = "Comparing"
        case keeping = "Notes and saved frames"
        case sound = "Sound"
        case window = "The window"
    }
}

extension PlayerCommand {
    var topic: KeyMap.Topic {
        switch self {
        case .showPrompt(let prompt): prompt?.purpose == .frame ? .frames : .keeping
        case .play, .pause, .togglePause, .shuttle, .stopShuttle, .goFaster, .goSlower, .setRate, .reverse, .setInPoint,
            .setOutPoint, .clearPoints, .cyclePoints, .setRange, .playMarked, .togglePingPong, .setLoopMode,
            .toggleLoop, .togglePacing:
            .playing
        case .step, .seek, .goTo, .scrub, .skip, .goToBeginning, .goToEnd, .goToMark, .goToChapter, .goToSequence,
            .toggleList, .reload:
            .frames
        case .showOneToOne, .showEnlarged, .showFitted, .showFilled, .zoom, .pan, .showCenter, .toggleWholeSteps: .view
        case .toggleChannel, .showAllChannels, .cycleBackground, .changeExposure, .changeGamma, .resetTone,
            .toggleClipping, .cycleGuides, .toggleGrid, .toggleLayers, .toggleHighlighted:
            .looking
        case .cycleComparison, .compareSideBySide, .compareByWipe, .toggleCompared, .amplify, .shiftCompared: .comparing
        case .writeNote, .removeStroke, .goToNote, .toggleMark, .saveFrame, .saveFrameWithAlpha, .copyFrame: .keeping
        case .toggleSound, .changeVolume: .sound
        case .toggleFullScreen, .leaveFullScreen, .toggleHUD, .toggleTimeline, .toggleHelp, .quit: .window
        }
    }
}
