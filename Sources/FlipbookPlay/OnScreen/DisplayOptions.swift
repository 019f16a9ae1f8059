package import FlipbookCore
package import FlipbookRender

package struct DisplayOptions: Hashable, Sendable {
    /// A message shown for a while.
    package struct Notice: Hashable, Sendable {
        package let text: Explanation
        /// The notice's serial number, so that the timer of an older notice does not end this one.
        package let number: Int

        package func lines(_ wording: (Explanation) -> String) -> [String] {
            wording(text).split(separator: "\n").map(String.init)
        }
    }

    package var channel: ColorChannel?
    package var tone = ToneAdjustment()
    package var colorsClipping = false
    package var guides = PictureGuides.none
    /// A Boolean value that indicates whether pixels enlarged eight times or more are separated by a grid.
    package var hasGrid = true
    package var showsLayers = false
    package var background: Background?
    package var comparison: ComparisonLook?
    /// A Boolean value that indicates whether pictures are shown at actual size.
    package var isOneToOne = false
    /// The visible part of the pictures in the player's own window, or `nil` if there is none.
    package var view: WindowView?
    /// A Boolean value that indicates whether there are controls. Live trees and views that receive touches have none.
    package var hasControls = true
    package var isFullScreen = false
    /// A Boolean value that indicates whether the bar is always shown, or `nil` to hide it in full screen.
    package var barStays: Bool?
    /// A Boolean value that indicates whether the pointer moved recently, which shows the bar in full screen.
    package var isAwake = false
    package var hoveredControl: Control?
    package var menu: CommandMenu.State?
    /// A Boolean value that indicates whether nothing is open yet.
    package var isEmpty = false

    package var showsBar: Bool {
        hasControls && view != nil && !isEmpty && ((barStays ?? !isFullScreen) || isFullScreen && isAwake)
    }

    /// The height below the picture for the bar and the strip, in points.
    package var footer: Double {
        (hasControls && !isEmpty && (barStays ?? !isFullScreen) ? ControlBar.height : 0)
            + (list == nil ? 0 : SequenceStrip.height)
    }

    package mutating func divideWindow() {
        guard let view else { return }
        let footer = min(Int((footer * view.density).rounded()), view.window.height / 2)
        self.view?.footer = footer
    }

    /// The frame under the pointer on the timeline, or `nil` if there is none.
    package var hovered: Int?
    /// The pointer's location in window pixels, or `nil` if the pointer is outside.
    package var pointer: Point?
    package var list: SequenceListLook?
    package var hasHUD = false
    package var hasDetails = false
    /// The zero-based page of the list of keys, or `nil` if the list is closed.
    package var helpPage: Int?
    package var prompt: PlayerPrompt?
    /// The text to find in the list of keys.
    package var query: String { prompt.flatMap { $0.purpose == .search ? $0.text : nil } ?? "" }
    package var notice: Notice?

    package struct SequenceListLook: Hashable, Sendable {
        package var scrolled = 0
        package var hovered: Int?

        package init() {}
    }

    /// Returns the size of the shown picture, which is wider if two pictures are shown side by side.
    package func pictureSize(of picture: PixelSize) -> PixelSize { comparison?.layout.size(of: picture) ?? picture }

    /// Returns whether other options result in the same pictures.
    package func drawsAlike(_ other: DisplayOptions) -> Bool {
        // Compositing onto a background removes alpha.
        background == other.background && showsLayers == other.showsLayers
            && (channel == .alpha) == (other.channel == .alpha)
    }
}
