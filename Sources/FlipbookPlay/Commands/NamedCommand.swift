internal import FlipbookCore
internal import FlipbookRender

/// A command with its name in a key file: `togglePause`, `step 10`.
package struct NamedCommand: Hashable, Sendable {
    package let command: PlayerCommand
    package let meaning: String

    /// The meaning for a menu. For a command with a prompt, only the part before the colon is used, because the prompt explains
    /// itself.
    package var label: String {
        if case .showPrompt = command { "\(meaning.prefix { $0 != ":" })…" } else { meaning }
    }

    private init(_ command: PlayerCommand, _ meaning: String) { (self.command, self.meaning) = (command, meaning) }

    package init?(_ text: String) {
        let words = text.split(separator: " ")
        guard let name = words.first, let row = Self.table.first(where: { $0.name == name }) else { return nil }
        guard words.count == (row.isCounted ? 2 : 1) else { return nil }
        // `playMarked 0` plays the range between the marks around the current frame.
        let takesZero = !row.isCounted || name == "playMarked"
        let number = row.isCounted ? Int(words[1]) : 0
        guard let number, number.magnitude <= 1_000_000, number != 0 || takesZero else { return nil }
        self.init(row.command(number), row.meaning(of: number))
    }

    /// All command names. Names of commands with a number end with `N`.
    package static var names: [String] { table.map { $0.isCounted ? "\($0.name) N" : $0.name } }

    /// The menu commands. A command with a number is listed with the most useful numbers.
    package static let menu: [NamedCommand] = table.flatMap { row in
        row.numbers.map { NamedCommand(row.command($0), row.meaning(of: $0)) }
    }

    /// Returns the meaning of a menu command, or `nil` for any other command.
    package static func meaning(of command: PlayerCommand) -> String? { menu.first { $0.command == command }?.meaning }

    private struct Row: Sendable {
        let name: String
        private let meaning: String
        /// The meaning if the number is negative, or `nil` for a command without a number.
        private let backwards: String?
        let numbers: [Int]
        let command: Maker

        var isCounted: Bool { backwards != nil }

        init(_ name: String, _ meaning: String, _ command: PlayerCommand) {
            (self.name, self.meaning, backwards, numbers, self.command) = (name, meaning, nil, [0], { _ in command })
        }

        typealias Maker = @Sendable (Int) -> PlayerCommand

        init(_ name: String, _ meaning: String, _ back: String, menu: [Int] = [1, -1], _ command: @escaping Maker) {
            (self.name, self.meaning, backwards, numbers, self.command) = (name, meaning, back, menu, command)
        }

        /// Returns the meaning, including a number: `next frame ×10`.
        func meaning(of number: Int) -> String {
            let word = number < 0 ? backwards ?? meaning : meaning
            return number.magnitude > 1 ? "\(word) ×\(number.magnitude)" : word
        }
    }

    private static let table = [
        Row("togglePause", "play, pause", .togglePause), Row("play", "play", .play), Row("pause", "pause", .pause),
        Row("step", "next frame", "previous frame", { .step(by: $0) }),
        Row("skip", "a second later", "a second earlier", { .skip(by: RationalTime(Int64($0))) }),
        Row("goToBeginning", "first frame", .goToBeginning), Row("goToEnd", "last frame", .goToEnd),
        Row("typeFrame", "go to a frame: enter its number", .showPrompt(PlayerPrompt(.frame))),
        Row("typeTime", "go to a time: enter seconds and frames", .showPrompt(PlayerPrompt(.time))),
        Row("typePath", "open a folder or file: enter its path", .showPrompt(PlayerPrompt(.path))),
        Row("playBackwards", "backward, faster each time", .shuttle(isReverse: true)),
        Row("playForwards", "forward, faster each time", .shuttle(isReverse: false)),
        Row("stop", "stop", .stopShuttle), Row("goFaster", "faster", .goFaster), Row("goSlower", "slower", .goSlower),
        Row("resetSpeed", "normal speed", .setRate(.normal)), Row("reverse", "reverse direction", .reverse),
        Row("setInPoint", "in point", .setInPoint), Row("setOutPoint", "out point", .setOutPoint),
        Row("clearPoints", "clear both points", .clearPoints), Row("cyclePoints", "in, out, clear", .cyclePoints),
        Row("togglePingPong", "ping-pong", .togglePingPong), Row("toggleLoop", "loop, or stop at the end", .toggleLoop),
        Row("cycleLoopMode", "loop, ping-pong, once", .cycleLoopMode),
        Row("togglePacing", "every frame, or on time", .togglePacing),
        Row("showRed", "red as gray", .toggleChannel(.red)), Row("showGreen", "green as gray", .toggleChannel(.green)),
        Row("showBlue", "blue as gray", .toggleChannel(.blue)),
        Row("showAlpha", "alpha as gray", .toggleChannel(.alpha)),
        Row("showLuminance", "luminance as gray", .toggleChannel(.luminance)),
        Row("showAllChannels", "all channels", .showAllChannels),
        Row("cycleChannel", "next channel", "previous channel", { .cycleChannel(by: $0) }),
        Row("changeExposure", "half a stop brighter", "half a stop darker", { .changeExposure(by: $0) }),
        Row("changeGamma", "more gamma", "less gamma", { .changeGamma(by: $0) }),
        Row("resetTone", "reset exposure and gamma", .resetTone),
        Row("toggleClipping", "mark clipped values in color", .toggleClipping),
        Row("cycleGuides", "guides: thirds, safe areas, center", .cycleGuides),
        Row("toggleGrid", "grid between enlarged pixels", .toggleGrid),
        Row("toggleLayers", "outlines and names of views", .toggleLayers),
        Row("cycleBackground", "background: black, white, checkerboard", .cycleBackground),
        Row("toggleHighlighted", "highlighted", .toggleHighlighted),
        Row("showOneToOne", "actual size (100 %)", .showOneToOne),
        Row("showFitted", "fit to window", .showFitted), Row("showFilled", "fill the window", .showFilled),
        Row("toggleFitted", "fit to window, or actual size", .toggleFitted),
        Row("zoom", "zoom in", "zoom out", { .zoom(by: $0) }),
        Row("showEnlarged", "enlarged", "enlarged", menu: [2, 4, 8], { .showEnlarged($0) }),
        Row("panRight", "move the picture right", "move the picture left", { .pan(x: $0, y: 0) }),
        Row("panDown", "move the picture down", "move the picture up", { .pan(x: 0, y: $0) }),
        Row("showCenter", "center the picture", .showCenter),
        Row("toggleWholeSteps", "zoom: whole numbers, or smooth", .toggleWholeSteps),
        Row("fitWindow", "window: the sequence's size", .fitWindow),
        Row("toggleFullScreen", "full screen", .toggleFullScreen),
        Row("leaveFullScreen", "leave full screen", .leaveFullScreen),
        Row("toggleHUD", "display: one line, details and pixel values, off", .toggleHUD),
        Row("toggleTimeline", "bar: shown, hidden", .toggleTimeline), Row("toggleHelp", "keys", .toggleHelp),
        Row("toggleSound", "sound on, off", .toggleSound),
        Row("changeVolume", "louder", "quieter", { .changeVolume(by: $0) }),
        Row("goToSequence", "next sequence", "previous sequence", { .goToSequence(by: $0) }),
        Row("toggleList", "strip of sequences", .toggleList), Row("reload", "reload from disk", .reload),
        Row("goToChapter", "next chapter", "previous chapter", { .goToChapter(by: $0) }),
        Row("typeNote", "note on this frame: type, or draw", .showPrompt(PlayerPrompt(.note))),
        Row("goToNote", "next note", "previous note", { .goToNote(by: $0) }),
        Row("goToMark", "next mark", "previous mark", menu: [], { .goToMark(by: $0) }),
        Row("toggleMark", "mark this frame, or unmark it", .toggleMark),
        Row("playMarked", "play between marks", "play between the previous marks", menu: [0], { .playMarked(by: $0) }),
        Row("saveFrame", "save the frame as PNG", .saveFrame),
        Row("saveFrameWithAlpha", "save the frame with alpha", .saveFrameWithAlpha),
        Row("saveFrameWithStrokes", "save the frame with its strokes", .saveFrameWithStrokes),
        Row("copyFrame", "copy the frame", .copyFrame),
        Row("copyFrameWithStrokes", "copy the frame with its strokes", .copyFrameWithStrokes),
        Row("typeCompared", "compare: type the path of a second sequence", .showPrompt(PlayerPrompt(.compared))),
        Row("cycleComparison", "compare: next mode", "compare: previous mode", { .cycleComparison(by: $0) }),
        Row("compareSideBySide", "compare: side by side", .compareSideBySide),
        Row("compareByWipe", "compare: wipe", .compareByWipe), Row("toggleCompared", "swap A and B", .toggleCompared),
        Row("amplify", "difference: stronger", "difference: weaker", { .amplify(by: $0) }),
        Row("shiftCompared", "compare: one frame later", "compare: one frame earlier", { .shiftCompared(by: $0) }),
        Row("quit", "quit", .quit),
    ]
}
