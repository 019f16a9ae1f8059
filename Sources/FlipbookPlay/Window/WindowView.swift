package import FlipbookCore

/// The part of the pictures that a window shows, and its size: a value, in pixels of both.
package struct WindowView: Hashable, Sendable {
    /// The size of the shown pictures.
    package enum Zoom: Hashable, Sendable {
        /// All of the picture, as large as the window has room for.
        case fit
        case fill
        /// Pixels of the window for each of the picture.
        case factor(Double)
    }

    package let picture: PixelSize
    package var window: PixelSize
    /// The rows at the window's lower edge that the controls have for themselves.
    package var footer = 0
    /// Pixels of the screen for each point: 2 where letters are to be twice as large.
    package var density = 1.0
    package var zoom = Zoom.fit
    /// Whether pictures that are enlarged twice or more keep their pixels: each becomes a square of a whole number of them.
    package var hasWholeSteps = true
    /// The place of the picture that is in the middle of the window, as far as the picture's edges allow.
    private var center: Point

    package init(of picture: PixelSize, in window: PixelSize) {
        (self.picture, self.window) = (picture, window)
        center = Point(x: Double(picture.width) / 2, y: Double(picture.height) / 2)
    }

    /// The part of the window that the picture has, from its upper left corner on.
    package var room: PixelSize { PixelSize(width: window.width, height: max(1, window.height - footer)) }

    /// Pixels of the window for each of the picture.
    package var factor: Double {
        let across = Double(room.width) / Double(picture.width)
        let down = Double(room.height) / Double(picture.height)
        let factor: Double =
            switch zoom {
            case .fit: min(across, down)
            case .fill: max(across, down)
            case .factor(let factor): factor
            }
        return hasWholeSteps && factor >= 2 && zoom != .fill ? factor.rounded(.down) : factor
    }

    /// A Boolean value that indicates whether pixels are shown as squares rather than blended with their neighbors.
    package var isNearest: Bool { hasWholeSteps && factor >= 2 }

    /// The factors that ``zoomed(by:at:)`` goes through.
    private static let factors: [Double] = [
        1 / 16, 1 / 12, 1 / 8, 1 / 6, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64,
    ]

    /// A factor that is neither larger nor smaller than those are, unless one begins there.
    package static func bounded(_ factor: Double, from start: Double) -> Double {
        min(max(factor, min(start, factors.first ?? start)), max(start, factors.last ?? start))
    }

    /// Enlarged by so many steps, or made smaller, about a place of the window that stays where it is.
    package func zoomed(by steps: Int, at place: Point? = nil) -> WindowView {
        let former = factor
        let next =
            steps > 0
            ? Self.factors.filter { $0 > former * 1.001 }.prefix(steps).last
            : Self.factors.filter { $0 < former * 0.999 }.suffix(-steps).first
        return zoomed(to: .factor(next ?? former), at: place)
    }

    /// Shown as large as `zoom` says, about a place of the window.
    package func zoomed(to zoom: Zoom, at place: Point? = nil) -> WindowView {
        var copy = self
        let place = place ?? Point(x: Double(room.width) / 2, y: Double(room.height) / 2)
        let (center, former) = (boundedCenter, factor)
        let fixed = Point(
            x: center.x + (place.x - Double(room.width) / 2) / former,
            y: center.y + (place.y - Double(room.height) / 2) / former
        )
        copy.zoom = zoom
        return copy.centered(
            at: Point(
                x: fixed.x + (Double(room.width) / 2 - place.x) / copy.factor,
                y: fixed.y + (Double(room.height) / 2 - place.y) / copy.factor
            )
        )
    }

    /// Moved with a pointer that drags the picture so many pixels of the window.
    package func dragged(x: Double, y: Double) -> WindowView {
        centered(at: Point(x: boundedCenter.x - x / factor, y: boundedCenter.y - y / factor))
    }

    package var centered: WindowView {
        centered(at: Point(x: Double(picture.width) / 2, y: Double(picture.height) / 2))
    }

    private func centered(at place: Point) -> WindowView {
        var copy = self
        copy.center = place
        copy.center = copy.boundedCenter
        return copy
    }

    /// The same for pictures of another size in a window: as large, and at the same place of them.
    package func showing(_ picture: PixelSize, in window: PixelSize) -> WindowView {
        var other = WindowView(of: picture, in: window)
        (other.zoom, other.hasWholeSteps, other.density, other.footer) = (zoom, hasWholeSteps, density, footer)
        return other.centered(
            at: Point(
                x: center.x / Double(self.picture.width) * Double(picture.width),
                y: center.y / Double(self.picture.height) * Double(picture.height)
            )
        )
    }

    /// The middle of what is shown. Where all of a side has room, it is in the middle.
    private var boundedCenter: Point {
        func bounded(_ center: Double, _ length: Int, _ span: Int) -> Double {
            let half = Double(span) / factor / 2
            return Double(length) <= 2 * half ? Double(length) / 2 : min(max(center, half), Double(length) - half)
        }
        return Point(
            x: bounded(center.x, picture.width, room.width),
            y: bounded(center.y, picture.height, room.height)
        )
    }

    package var crop: PixelRect {
        func part(_ center: Double, _ length: Int, _ span: Int) -> (Int, Int) {
            let half = Double(span) / factor / 2
            let first = max(0, Int((center - half).rounded(.down)))
            return (first, max(1, min(length, Int((center + half).rounded(.up))) - first))
        }
        let (x, width) = part(boundedCenter.x, picture.width, room.width)
        let (y, height) = part(boundedCenter.y, picture.height, room.height)
        return PixelRect(x: x, y: y, width: width, height: height)
    }

    /// The size that this part is shown in; what is larger than the window is cut off on both sides.
    package var scaled: PixelSize {
        PixelSize(
            width: max(1, Int((Double(crop.size.width) * factor).rounded())),
            height: max(1, Int((Double(crop.size.height) * factor).rounded()))
        )
    }

    /// The place of the picture, in its pixels, that is seen at a place of the window; beyond its edges where none is.
    package func picturePlace(of place: Point) -> Point {
        let (crop, scaled) = (crop, scaled)
        return Point(
            x: Double(crop.x) + (place.x - Double(room.width - scaled.width) / 2) / factor,
            y: Double(crop.y) + (place.y - Double(room.height - scaled.height) / 2) / factor
        )
    }

    /// The place of the window, in its pixels, at which a place of the picture is seen; beyond its edges where it is not.
    package func windowPlace(of place: Point) -> Point {
        let (crop, scaled) = (crop, scaled)
        return Point(
            x: (place.x - Double(crop.x)) * factor + Double(room.width - scaled.width) / 2,
            y: (place.y - Double(crop.y)) * factor + Double(room.height - scaled.height) / 2
        )
    }

    /// The zoom in words: `fit`, `fill`, `200 %`.
    package var name: String {
        switch zoom {
        case .fit: "fit"
        case .fill: "fill"
        case .factor: "\(Int((factor * 100).rounded())) %"
        }
    }
}
