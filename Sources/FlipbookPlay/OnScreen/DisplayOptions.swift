package import FlipbookCore
package import FlipbookRender

/// A viewer's choices of what is seen of the pictures, and over them.
package struct DisplayOptions: Hashable, Sendable {
    /// Something to read for a while.
    package struct Notice: Hashable, Sendable {
        package let text: Explanation
        /// The notice's number: it goes with its own time, and not with that of the one before.
        package let number: Int

        package func lines(_ wording: (Explanation) -> String) -> [String] {
            wording(text).split(separator: "\n").map(String.init)
        }
    }

    package var channel: ColorChannel?
    package var tone = ToneAdjustment()
    package var colorsClipping = false
    package var guides = PictureGuides.none
    /// A Boolean value that indicates whether there is a grid between pixels that are enlarged eight times or more.
    package var hasGrid = true
    package var showsLayers = false
    package var background: Background?
    package var comparison: ComparisonLook?
    /// A Boolean value that indicates whether a pixel of the screen is one of the picture.
    package var isOneToOne = false
    /// The part of the pictures that a window of our own shows, or `nil` if there is none.
    package var view: WindowView?
    /// A Boolean value that indicates whether the window has controls: a tree that lives, and views that take touches, have all of
    /// it.
    package var hasControls = true
    package var isFullScreen = false
    /// A Boolean value that indicates whether the bar has rows of its own, or `nil` if it has unless the screen is filled.
    package var barStays: Bool?
    /// A Boolean value that indicates whether the pointer has moved lately, which brings the bar onto a picture that fills the screen.
    package var isAwake = false
    /// The control under the pointer.
    package var hoveredControl: Control?
    package var menu: CommandMenu.State?
    /// A Boolean value that indicates that there is nothing to show yet.
    package var isEmpty = false

    package var showsBar: Bool {
        hasControls && view != nil && !isEmpty && ((barStays ?? !isFullScreen) || isFullScreen && isAwake)
    }

    /// The points at a window's lower edge that the bar and the strip of sequences have for themselves where they stay.
    package var footer: Double {
        (hasControls && !isEmpty && (barStays ?? !isFullScreen) ? ControlBar.height : 0)
            + (list == nil ? 0 : SequenceStrip.height)
    }

    /// Divides the window between the picture, the bar and the strip of sequences.
    package mutating func divideWindow() {
        guard let view else { return }
        let footer = min(Int((footer * view.density).rounded()), view.window.height / 2)
        self.view?.footer = footer
    }

    /// The frame under the pointer on the timeline, or `nil` if it is elsewhere.
    package var hovered: Int?
    /// The pointer's place in that window, in its pixels, or `nil` if it is elsewhere.
    package var pointer: Point?
    package var list: SequenceListLook?
    package var hasHUD = false
    /// A Boolean value that indicates whether the display has more than its first line.
    package var hasDetails = false
    /// The page of the list of keys that is shown, from 0, or `nil` for none.
    package var helpPage: Int?
    package var prompt: PlayerPrompt?
    package var notice: Notice?

    /// The look of the list of sequences.
    package struct SequenceListLook: Hashable, Sendable {
        package var scrolled = 0
        package var hovered: Int?

        package init() {}
    }

    /// The size of what is shown of pictures of a size.
    package func pictureSize(of picture: PixelSize) -> PixelSize {
        comparison?.layout.size(of: picture) ?? picture
    }

    /// Returns `true` for options that draw the pictures in the same way.
    package func drawsAlike(_ other: DisplayOptions) -> Bool {
        // Behind what is composited onto a background, alpha is gone.
        background == other.background && showsLayers == other.showsLayers
            && (channel == .alpha) == (other.channel == .alpha)
    }
}
