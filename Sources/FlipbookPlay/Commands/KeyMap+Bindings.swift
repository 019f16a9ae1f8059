extension KeyMap {
    /// Flipbook's own keys, which are common to most players.
    public static let flipbook = KeyMap(
        name: "flipbook",
        rows: """
            Space: togglePause # play, pause
            Left Right , . Shift+Left Shift+Right < >: \
            step -1, step 1, step -1, step 1, step -10, step 10, step -10, step 10 \
            # Left Right , . | step; with Shift ten frames
            Home End: goToBeginning, goToEnd # first frame, last frame
            J K L: playBackwards, stop, playForwards # backward, stop, forward; repeat to speed up
            I O [ ] \\: setInPoint, setOutPoint, setInPoint, setOutPoint, clearPoints # in point, out point, clear both
            P: togglePingPong # ping-pong
            Up Down: goFaster, goSlower # faster, slower
            """
    )

    /// The keys of RV.
    public static let rv = KeyMap(
        name: "rv",
        rows: """
            Space Down: togglePause # play, pause
            Up: reverse # reverse direction
            Left Right: step -1, step 1 # step
            Alt+Left Alt+Right: goToMark -1, goToMark 1 # previous, next mark; without marks, chapter
            Shift+Left Shift+Right: goToSequence -1, goToSequence 1 # previous, next sequence
            Shift+G Return: typeFrame # go to a frame: type its number, Return
            < > ( ): toggleCompared # swap A and B
            F6: cycleComparison 1 # compare: next mode
            Shift+N: typeNote # note on this frame: type, draw with the mouse, Return
            N: toggleWholeSteps # zoom: whole numbers, or smooth
            V Shift+V: changeGamma 1, changeGamma -1 # gamma: more, less
            F2 ~ Tab T: toggleTimeline # bar: shown, hidden; in full screen: with the pointer
            !: showOneToOne # actual size (100 %)
            Control+Q Control+W: quit # quit
            , .: playBackwards, playForwards # play backward, forward
            Home End: goToBeginning, goToEnd # first frame, last frame
            [ ] \\: setInPoint, setOutPoint, clearPoints # in point, out point, clear both
            P Shift+P: togglePingPong # ping-pong
            Shift+A: togglePacing # every frame, or on time
            2 3 4 5 6 7 8: showEnlarged 2, showEnlarged 3, showEnlarged 4, showEnlarged 5, showEnlarged 6, \
            showEnlarged 7, showEnlarged 8 # 2 to 8 | zoom to 200 % … 800 %
            C: showAllChannels # all channels
            L: showLuminance # luminance as gray
            M: toggleMark # mark this frame, or unmark it
            | PageUp PageDown Control+Right Control+Left: \
            playMarked 0, playMarked 1, playMarked -1, playMarked 1, playMarked -1 \
            # play between marks: around this frame, next, previous
            Control+Shift+V Control+V: changeVolume -1, changeVolume 1 # sound: quieter, louder
            `: toggleFullScreen # full screen
            Shift+Home: resetTone # reset exposure and gamma
            I F4 F5 F7: toggleHUD # display: one line, details and pixel values, off
            """
    )

    /// The keys of mpv.
    public static let mpv = KeyMap(
        name: "mpv",
        rows: """
            Space P Play Pause: togglePause # play, pause
            , .: step -1, step 1 # step
            Left Right Shift+Left Shift+Right: skip -5, skip 5, skip -1, skip 1 # Left Right | 5 seconds; with Shift 1
            Up Down Forward Rewind: skip 60, skip -60 # a minute
            Shift+Up Shift+Down: skip 5, skip -5 # 5 seconds
            Shift+PageUp Shift+PageDown: skip 600, skip -600 # ten minutes
            PageDown PageUp ! @: goToChapter -1, goToChapter 1 # previous, next chapter
            9 0 / * Quieter Louder: changeVolume -1, changeVolume 1 # sound: quieter, louder
            O Shift+P Delete: toggleTimeline # bar: shown, hidden; in full screen: with the pointer
            Alt++ Alt+= Alt+-: zoom 1, zoom 1, zoom -1 # Alt++ Alt+- | zoom
            Alt+Left Alt+Right Alt+Up Alt+Down: panRight 1, panRight -1, panDown 1, panDown -1 # move the picture
            Alt+Backspace: showFitted # fit to window
            Control+S: saveFrame # save the frame as PNG
            Home End: goToBeginning, goToEnd # first frame, last frame
            [ ] { } Backspace: goSlower, goFaster, goSlower, goFaster, resetSpeed # slower, faster, normal speed
            F: toggleFullScreen # full screen
            Esc: leaveFullScreen # leave full screen
            < > Return Previous Next: goToSequence -1, goToSequence 1, goToSequence 1, goToSequence -1, goToSequence 1 \
            # previous, next sequence
            3 4: changeExposure -1, changeExposure 1 # exposure: half a stop less, more
            5 6: changeGamma -1, changeGamma 1 # gamma: less, more
            W E Shift+W: showFitted, showFilled, showFilled # fit to window, or fill it
            Shift+Q Control+C Control+W Stop: quit # quit
            L: cyclePoints # in point, out point, clear both, in turn
            M Mute: toggleSound # sound on, off
            Shift+L: toggleLoop # loop, or stop at the end
            I Shift+I Shift+O: toggleHUD # display: one line, details and pixel values, off
            """
    )

    /// The keys of DJV.
    public static let djv = KeyMap(
        name: "djv",
        rows: """
            Space: togglePause # play, pause
            Left Right Shift+Left Shift+Right Control+Left Control+Right: \
            step -1, step 1, step -10, step 10, step -100, step 100 \
            # Left Right | step; with Shift ten frames, with Control a hundred
            Home End: goToBeginning, goToEnd # first frame, last frame
            J K L: playBackwards, stop, playForwards # backward, stop, forward; repeat to speed up
            Shift+J Shift+L Control+J Control+L: skip -1, skip 1, skip -10, skip 10 # a second; with Control ten
            [ ]: goToChapter -1, goToChapter 1 # previous, next chapter
            Alt+Left Alt+Right: goToMark -1, goToMark 1 # previous, next mark; without marks, chapter
            Control+F: typeFrame # go to a frame: type its number, Return
            F1: toggleList # strip of sequences
            , .: changeVolume -1, changeVolume 1 # sound: quieter, louder
            M: toggleSound # sound on, off
            Control+W: compareByWipe # compare: wipe
            Control+T: compareSideBySide # compare: side by side
            Control+B: toggleCompared # swap A and B
            Control+G: toggleGrid # grid between enlarged pixels
            Control+H F5 F7: toggleHUD # display: one line, details and pixel values, off
            Control+P U: toggleFullScreen # full screen
            I O Shift+I Shift+O: setInPoint, setOutPoint, clearPoints, clearPoints \
            # I O | in point, out point; with Shift clear both
            P: togglePingPong # ping-pong
            Control+PageUp Control+PageDown: goToSequence -1, goToSequence 1 # previous, next sequence
            Backspace: showFitted # fit to window
            \\: showCenter # center the picture
            0: showOneToOne # actual size (100 %)
            Control+R Control+Shift+R: reload # reload from disk
            Control+Q: quit # quit
            """
    )

    /// The keys that all maps share, unless a map uses them differently.
    private static let shared = """
        Shift+G: typeFrame # go to a frame: type its number, Return
        Shift+T: typeTime # go to a time: type seconds and frames, Return
        N: typeNote # note on this frame: type, draw with the mouse, Return
        Shift+N: goToNote 1 # next note
        Control+Left Control+Right: goToChapter -1, goToChapter 1 # previous, next chapter
        Shift+R: reload # reload from disk
        Shift+B: cycleBackground # background: black, white, checkerboard
        R G B A: showRed, showGreen, showBlue, showAlpha # one channel as gray
        Shift+L: showLuminance # luminance as gray
        E Shift+E: changeExposure 1, changeExposure -1 # exposure: half a stop more, less
        Y Shift+Y: changeGamma 1, changeGamma -1 # gamma: more, less
        0: resetTone # reset exposure and gamma
        X: toggleClipping # mark clipping: full in red, black in blue
        U: cycleGuides # guides: thirds, safe areas, center
        Shift+U: toggleGrid # grid between enlarged pixels
        V: toggleLayers # outlines and names of views
        1: showOneToOne # actual size (100 %)
        F: showFitted # fit to window
        W: showFilled # fill the window
        + = -: zoom 1, zoom 1, zoom -1 # + - | zoom
        Shift+W: toggleWholeSteps # zoom: whole numbers, or smooth
        F11 Shift+F: toggleFullScreen # full screen
        Z: fitWindow # window: the sequence's size
        Control+O: typePath # open a folder or file: type its path, Return
        H: toggleHUD # display: one line, details and pixel values, off
        T: toggleTimeline # bar: shown, hidden; in full screen: with the pointer
        PageUp PageDown: goToSequence -1, goToSequence 1 # previous, next sequence
        F8 Shift+P: toggleList # strip of sequences
        C Tab: cycleComparison 1, toggleCompared # compare: next mode; swap A and B
        { }: amplify -1, amplify 1 # difference: weaker, stronger
        ; ': shiftCompared -1, shiftCompared 1 # compare with a frame earlier, later
        Shift+M: toggleSound # sound on, off
        ( ): changeVolume -1, changeVolume 1 # sound: quieter, louder
        M: toggleHighlighted # highlighted
        S: saveFrame # save the frame as PNG
        Shift+S: saveFrameWithAlpha # save the frame with alpha
        Control+Shift+S: saveFrameWithStrokes # save the frame with its strokes
        Control+C: copyFrame # copy the frame
        Control+Shift+C: copyFrameWithStrokes # copy the frame with its strokes
        ? /: toggleHelp # ? | this help
        Q Esc: quit # quit
        """

    /// All maps, Flipbook's own first.
    package static let all = [flipbook, rv, mpv, djv]

    package init?(named name: String) {
        guard let map = Self.all.first(where: { $0.name == name }) else { return nil }
        self = map
    }

    private init(name: String, rows: String) {
        self.init(name: name, rows: "\(rows)\n\(Self.shared)".split(separator: "\n").map { Row($0) })
    }
}
