extension KeyMap {
    /// Keys that belong together, under a title.
    package struct Section: Hashable, Sendable {
        /// What they are about.
        package let title: String
        /// The keys and what they mean.
        package let entries: [Entry]
    }

    /// The keys in sections, as people read them.
    package var sections: [Section] {
        Topic.allCases.compactMap { topic in
            let entries = entries.filter { $0.topic == topic }
            return entries.isEmpty ? nil : Section(title: topic.rawValue, entries: entries)
        }
    }

    /// What the mouse and fingers do in a window of the player's own, with all maps.
    package static let pointer = Section(
        title: "Mouse",
        entries: [
            ("Click", "play, pause"), ("Drag", "scrub; along the timeline, too"),
            ("Double click", "one pixel for each of the picture, or all of it"), ("Wheel", "zoom about the pointer"),
            ("Middle button, Space and drag", "move the picture"), ("Two fingers", "zoom, and move the picture"),
            ("Files dropped", "play them"),
        ].map { Entry(keys: $0.0, meaning: $0.1, topic: .window) }
    )

    /// What a command is about.
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

extension KeyMap.Action {
    /// The action that a row names: a command of `keys.yaml`, `type frame` or `type note`.
    init?(_ text: String) {
        switch text {
        case "type frame": self = .type(.frame)
        case "type note": self = .type(.note)
        default:
            guard let named = NamedCommand(text) else { return nil }
            self = .command(named.command)
        }
    }

    /// What it is about.
    var topic: KeyMap.Topic {
        switch self {
        case .type(.frame): .frames
        case .type(.note): .keeping
        case .command(let command): command.topic
        }
    }
}

extension PlayerCommand {
    /// What it is about.
    var topic: KeyMap.Topic {
        switch self {
        case .play, .pause, .togglePause, .shuttle, .stopShuttle, .goFaster, .goSlower, .setRate, .reverse, .setInPoint,
            .setOutPoint, .clearPoints, .cyclePoints, .setRange, .playMarked, .togglePingPong, .setLoopMode,
            .toggleLoop,
            .togglePacing:
            .playing
        case .step, .seek, .goTo, .scrub, .skip, .goToBeginning, .goToEnd, .goToMark, .goToChapter, .goToSequence,
            .toggleList, .reload:
            .frames
        case .showOneToOne, .showEnlarged, .showFitted, .showFilled, .zoom, .pan, .showCenter, .toggleWholeSteps: .view
        case .toggleChannel, .showAllChannels, .cycleBackground, .changeExposure, .changeGamma, .resetTone,
            .toggleClipping, .cycleGuides, .toggleGrid, .toggleLayers, .toggleHighlighted:
            .looking
        case .cycleComparison, .compareSideBySide, .compareByWipe, .toggleCompared, .amplify, .shiftCompared: .comparing
        case .writeNote, .removeStroke, .goToNote, .toggleMark, .saveFrame, .saveFrameWithAlpha, .copyFrame,
            .showPrompt:
            .keeping
        case .toggleSound, .changeVolume: .sound
        case .toggleFullScreen, .leaveFullScreen, .toggleHUD, .toggleTimeline, .toggleHelp, .quit: .window
        }
    }
}
