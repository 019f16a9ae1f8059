package import FlipbookCore

/// The part of the pictures that is shown in a window. Distances are in picture pixels or window pixels.
package struct WindowView: Hashable, Sendable {
    package enum Zoom: Hashable, Sendable {
        /// The whole picture, at the largest size that fits.
        case fit
        case fill
        /// Window pixels per picture pixel.
        case factor(Double)
    }

    package let picture: PixelSize
    package var window: PixelSize
    /// The rows reserved for the bar and the strip.
    package var footer = 0
    package var density = 1.0
    package var zoom = Zoom.fit
    /// A Boolean value that indicates whether pictures enlarged twice or more use whole factors, so that pixels become squares.
    package var hasWholeSteps = true
    /// The point in the picture that is at the center of the window, within limits.
    private var center: Point

    package init(of picture: PixelSize, in window: PixelSize) {
        (self.picture, self.window) = (picture, window)
        center = Point(x: Double(picture.width) / 2, y: Double(picture.height) / 2)
    }

    /// The part of the window that shows the picture, starting at the upper left corner.
    package var room: PixelSize { PixelSize(width: window.width, height: max(1, window.height - footer)) }

    /// Window pixels per picture pixel.
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

    /// A Boolean value that indicates whether pixels are shown as squares instead of being blended.
    package var isNearest: Bool { hasWholeSteps && factor >= 2 }

    /// The zoom factors that ``zoomed(by:at:)`` uses.
    private static let factors: [Double] = [
        1 / 16, 1 / 12, 1 / 8, 1 / 6, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64,
    ]

    /// Returns a factor within the limits. The limits do not apply if the current factor is outside them.
    package static func bounded(_ factor: Double, from start: Double) -> Double {
        min(max(factor, min(start, factors.first ?? start)), max(start, factors.last ?? start))
    }

    /// Returns the view zoomed by steps about a fixed point in the window.
    package func zoomed(by steps: Int, at place: Point? = nil) -> WindowView {
        let former = factor
        let next =
            steps > 0
            ? Self.factors.filter { $0 > former * 1.001 }.prefix(steps).last
            : Self.factors.filter { $0 < former * 0.999 }.suffix(-steps).first
        return zoomed(to: .factor(next ?? former), at: place)
    }

    /// Returns the view with a different zoom about a fixed point in the window.
    package func zoomed(to zoom: Zoom, at place: Point? = nil) -> WindowView {
        var copy = self
        let middle = Point(x: Double(room.width) / 2, y: Double(room.height) / 2)
        let place = place ?? middle
        let (center, former) = (boundedCenter, factor)
        let fixed = Point(x: center.x + (place.x - middle.x) / former, y: center.y + (place.y - middle.y) / former)
        copy.zoom = zoom
        let (x, y) = (fixed.x + (middle.x - place.x) / copy.factor, fixed.y + (middle.y - place.y) / copy.factor)
        return copy.centered(at: Point(x: x, y: y))
    }

    /// Returns the view moved by a distance in window pixels.
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

    /// Returns the view for pictures of a different size, with the same zoom and position.
    package func showing(_ picture: PixelSize, in window: PixelSize) -> WindowView {
        var other = WindowView(of: picture, in: window)
        (other.zoom, other.hasWholeSteps, other.density, other.footer) = (zoom, hasWholeSteps, density, footer)
        let (x, y) = (center.x / Double(self.picture.width), center.y / Double(self.picture.height))
        return other.centered(at: Point(x: x * Double(picture.width), y: y * Double(picture.height)))
    }

    /// The center of the visible part. If the picture fits along an axis, it is centered.
    private var boundedCenter: Point {
        func bounded(_ center: Double, _ length: Int, _ span: Int) -> Double {
            let half = Double(span) / factor / 2
            return Double(length) <= 2 * half ? Double(length) / 2 : min(max(center, half), Double(length) - half)
        }
        return Point(x: bounded(center.x, picture.width, room.width), y: bounded(center.y, picture.height, room.height))
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

    /// The size of the scaled part. Anything that exceeds the window is cropped on both sides.
    package var scaled: PixelSize {
        func scaled(_ length: Int) -> Int { max(1, Int((Double(length) * factor).rounded())) }
        return PixelSize(width: scaled(crop.size.width), height: scaled(crop.size.height))
    }

    /// Converts a point in the window to a point in the picture. The result may be outside the picture.
    package func picturePlace(of place: Point) -> Point {
        let (crop, left, top) = (crop, Double(room.width - scaled.width) / 2, Double(room.height - scaled.height) / 2)
        return Point(x: Double(crop.x) + (place.x - left) / factor, y: Double(crop.y) + (place.y - top) / factor)
    }

    /// Converts a point in the picture to a point in the window. The result may be outside the window.
    package func windowPlace(of place: Point) -> Point {
        let (crop, left, top) = (crop, Double(room.width - scaled.width) / 2, Double(room.height - scaled.height) / 2)
        return Point(x: (place.x - Double(crop.x)) * factor + left, y: (place.y - Double(crop.y)) * factor + top)
    }

    /// A description of the zoom: `fit`, `fill`, `200 %`.
    package var name: String {
        switch zoom {
        case .fit: "fit"
        case .fill: "fill"
        case .factor: "\(Int((factor * 100).rounded())) %"
        }
    }
}
