internal import FlipbookCore
internal import FlipbookRender

/// A command as a file of keys names it: `togglePause`, `step 10`.
package struct NamedCommand: Hashable, Sendable {
    package let command: PlayerCommand
    package let meaning: String

    package init?(_ text: String) {
        let words = text.split(separator: " ")
        guard let name = words.first, let row = Self.table.first(where: { $0.name == name }) else { return nil }
        guard words.count == (row.isCounted ? 2 : 1) else { return nil }
        guard row.isCounted else {
            (command, meaning) = (row.command(0), row.meaning)
            return
        }
        // The marks around the frame that is shown are none further.
        guard let number = Int(words[1]), number.magnitude <= 1_000_000, number != 0 || name == "playMarked" else {
            return nil
        }
        (command, meaning) = (row.command(number), "\(row.meaning) \(number)")
    }

    /// All names, those that take a number with `N`.
    package static var names: [String] {
        table.map { $0.isCounted ? "\($0.name) N" : $0.name }
    }

    private struct Row: Sendable {
        let name: String
        let meaning: String
        let isCounted: Bool
        let command: @Sendable (Int) -> PlayerCommand

        init(_ name: String, _ meaning: String, _ command: PlayerCommand) {
            (self.name, self.meaning, isCounted, self.command) = (name, meaning, false, { _ in command })
        }

        init(_ name: String, _ meaning: String, counted: @escaping @Sendable (Int) -> PlayerCommand) {
            (self.name, self.meaning, isCounted, command) = (name, meaning, true, counted)
        }
    }

    private static let table = [
        Row("togglePause", "play, pause", .togglePause), Row("play", "play", .play), Row("pause", "pause", .pause),
        Row("step", "step by", counted: { .step(by: $0) }),
        Row("skip", "seconds:", counted: { .skip(by: RationalTime(Int64($0))) }),
        Row("goToBeginning", "first frame", .goToBeginning), Row("goToEnd", "last frame", .goToEnd),
        Row("playBackwards", "backwards, faster each time", .shuttle(isReverse: true)),
        Row("playForwards", "forwards, faster each time", .shuttle(isReverse: false)),
        Row("stop", "stop", .stopShuttle), Row("goFaster", "faster", .goFaster), Row("goSlower", "slower", .goSlower),
        Row("resetSpeed", "the own speed", .setRate(.normal)), Row("reverse", "turn round", .reverse),
        Row("setInPoint", "in point", .setInPoint), Row("setOutPoint", "out point", .setOutPoint),
        Row("clearPoints", "clear both points", .clearPoints), Row("cyclePoints", "in, out, clear", .cyclePoints),
        Row("togglePingPong", "ping-pong", .togglePingPong), Row("toggleLoop", "loop, or stop at the end", .toggleLoop),
        Row("togglePacing", "every frame, or on time", .togglePacing),
        Row("showRed", "red as grey", .toggleChannel(.red)), Row("showGreen", "green as grey", .toggleChannel(.green)),
        Row("showBlue", "blue as grey", .toggleChannel(.blue)),
        Row("showAlpha", "alpha as grey", .toggleChannel(.alpha)),
        Row("showLuminance", "luminance as grey", .toggleChannel(.luminance)),
        Row("changeExposure", "half stops more exposure:", counted: { .changeExposure(by: $0) }),
        Row("changeGamma", "tenths more gamma:", counted: { .changeGamma(by: $0) }),
        Row("resetTone", "exposure and gamma as they were", .resetTone),
        Row("toggleClipping", "clipped values in colours", .toggleClipping),
        Row("cycleGuides", "guides", .cycleGuides),
        Row("toggleGrid", "a grid between enlarged pixels", .toggleGrid),
        Row("toggleLayers", "edges and names of views", .toggleLayers),
        Row("cycleBackground", "background", .cycleBackground),
        Row("showOneToOne", "one pixel for each of the picture", .showOneToOne),
        Row("showFitted", "all of the picture", .showFitted), Row("showFilled", "fill the window", .showFilled),
        Row("zoom", "zoom by", counted: { .zoom(by: $0) }),
        Row("panRight", "tenths of the window to the right:", counted: { .pan(x: $0, y: 0) }),
        Row("panDown", "tenths of the window down:", counted: { .pan(x: 0, y: $0) }),
        Row("showCenter", "the middle of the picture", .showCenter),
        Row("toggleWholeSteps", "enlarge by whole steps, or smoothly", .toggleWholeSteps),
        Row("showEnlarged", "enlarged so many times:", counted: { .showEnlarged($0) }),
        Row("showAllChannels", "all channels", .showAllChannels),
        Row("toggleFullScreen", "full screen", .toggleFullScreen),
        Row("leaveFullScreen", "leave the full screen", .leaveFullScreen),
        Row("toggleHUD", "heads-up display", .toggleHUD), Row("toggleHelp", "this help", .toggleHelp),
        Row("toggleSound", "sound on, off", .toggleSound),
        Row("changeVolume", "tenths louder:", counted: { .changeVolume(by: $0) }),
        Row("toggleTimeline", "the timeline stays, or goes with the pointer", .toggleTimeline),
        Row("toggleHighlighted", "highlighted", .toggleHighlighted),
        Row("goToSequence", "sequences further:", counted: { .goToSequence(by: $0) }),
        Row("toggleList", "the list of sequences", .toggleList),
        Row("saveFrame", "save the frame as PNG", .saveFrame),
        Row("saveFrameWithAlpha", "save it with its alpha", .saveFrameWithAlpha),
        Row("goToChapter", "chapters further:", counted: { .goToChapter(by: $0) }),
        Row("goToNote", "notes further:", counted: { .goToNote(by: $0) }),
        Row("goToMark", "notes or chapters further:", counted: { .goToMark(by: $0) }),
        Row("toggleMark", "a mark on the frame, or none", .toggleMark),
        Row("playMarked", "between notes, further by", counted: { .playMarked(by: $0) }),
        Row("cycleComparison", "ways to compare further:", counted: { .cycleComparison(by: $0) }),
        Row("compareSideBySide", "compare: side by side", .compareSideBySide),
        Row("compareByWipe", "compare: a wipe", .compareByWipe),
        Row("toggleCompared", "the other sequence alone", .toggleCompared),
        Row("amplify", "the difference, stronger by", counted: { .amplify(by: $0) }),
        Row("shiftCompared", "compare frames further:", counted: { .shiftCompared(by: $0) }),
        Row("copyFrame", "copy the picture", .copyFrame), Row("reload", "reload from disk", .reload),
        Row("quit", "quit", .quit),
    ]
}
