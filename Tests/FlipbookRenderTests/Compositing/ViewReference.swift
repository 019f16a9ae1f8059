import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport

/// What an image view is defined to show, pixel by pixel and in floating point: slow, and as plain as possible.
///
/// Nothing here calls what it checks: where a picture lies and what a pixel is made of is worked out again from the
/// definition.
struct ViewReference {
    /// Red, green, blue and alpha, from 0 to 255 and premultiplied.
    typealias RGBA = SIMD4<Double>

    /// The picture in its own pixels, straight, as stored.
    var picture: Picture
    /// Pixels of the picture per point.
    var imageScale = 1.0
    var orientation = ImageOrientation.up
    var mode = ContentMode.scaleToFill
    /// The pixels of each cap: top, left, bottom, right.
    var caps: [Int]?
    var resizingMode = ResizingMode.tile
    var filter = ScalingFilter.automatic
    var policy = PixelPolicy.snap
    var tint: Color?
    var alpha = 1.0
    var isOpaque = false
    var isHidden = false
    var clips = true
    var background = Background.clear
    /// The pixels of the canvas that the view has.
    var columns: Range<Int>
    var rows: Range<Int>
    /// Pixels of the canvas per point.
    var scale = 1.0

    /// The view over what is `behind` it, both premultiplied rows of pixels from the canvas's upper left on.
    func drawn(over behind: [[RGBA]]) -> [[RGBA]] {
        guard !isHidden, !columns.isEmpty, !rows.isEmpty else { return behind }
        let shown = shownPixels()
        let across = behind[0].indices.map { weights($0, shown[0].count, isHorizontal: true) }
        let down = behind.indices.map { weights($0, shown.count, isHorizontal: false) }
        return behind.indices.map { y in
            behind[y].indices.map { x in pixel(x, y, shown, across[x], down[y], over: behind[y][x]) }
        }
    }

    /// The picture over the view's background, faded, over what is behind.
    private func pixel(
        _ x: Int,
        _ y: Int,
        _ shown: [[RGBA]],
        _ across: [(Int, Double)],
        _ down: [(Int, Double)],
        over behind: RGBA
    ) -> RGBA {
        let isInside = columns.contains(x) && rows.contains(y)
        var own = isInside ? ground(x, y) : RGBA()
        if isInside || !clips {
            var image = RGBA()
            for (row, part) in down {
                for (column, weight) in across { image += shown[row][column] * weight * part }
            }
            // A filter that overshoots stops at black, at white, and at what the alpha allows.
            image.w = min(max(image.w, 0), 255)
            for channel in 0..<3 { image[channel] = min(max(image[channel], 0), image.w) }
            if let tint {
                image.w *= Double(tint.alpha) / 255
                image = RGBA(Double(tint.red), Double(tint.green), Double(tint.blue), 255) * image.w / 255
            }
            own = image + own * (1 - image.w / 255)
        }
        if !isOpaque {
            own *= alpha
        } else if isInside {
            own.w = 255
        }
        return own + behind * (1 - own.w / 255)
    }

    /// The view's background there, premultiplied; in an opaque view a translucent one counts as opaque.
    private func ground(_ x: Int, _ y: Int) -> RGBA {
        switch background {
        case .color(var color):
            if isOpaque, color.alpha > 0 { color.alpha = 255 }
            return Self.premultiplied(color)
        case .checkerboard:
            let side = Int((8 * scale).rounded())
            let gray = ((x - columns.lowerBound) / side + (y - rows.lowerBound) / side) % 2 == 0 ? 153.0 : 102
            return RGBA(gray, gray, gray, 255)
        }
    }

    /// A color premultiplied once and for all: in bytes, as pictures are when they have been decoded.
    private static func premultiplied(_ color: Color) -> RGBA {
        let straight = RGBA(Double(color.red), Double(color.green), Double(color.blue), 255)
        return (straight * Double(color.alpha) / 255).rounded(.toNearestOrAwayFromZero)
    }

    // MARK: - The picture

    /// The picture's rows as they are shown, premultiplied.
    private func shownPixels() -> [[RGBA]] {
        let (width, height) = (picture.size.width, picture.size.height)
        var rows = [[RGBA]](
            repeating: [RGBA](repeating: RGBA(), count: shownSize.width),
            count: shownSize.height
        )
        for y in 0..<height {
            for x in 0..<width {
                let (column, row) =
                    switch orientation {
                    case .up: (x, y)
                    case .down: (width - 1 - x, height - 1 - y)
                    case .left: (y, width - 1 - x)
                    case .right: (height - 1 - y, x)
                    case .upMirrored: (width - 1 - x, y)
                    case .downMirrored: (x, height - 1 - y)
                    case .leftMirrored: (y, x)
                    case .rightMirrored: (height - 1 - y, width - 1 - x)
                    }
                let bytes = picture.pixel(x, y)
                rows[row][column] = Self.premultiplied(
                    Color(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
                )
            }
        }
        return rows
    }

    /// The picture's columns or rows that make column or row `index` of the canvas.
    private func weights(_ index: Int, _ count: Int, isHorizontal: Bool) -> [(Int, Double)] {
        let (left, top, right, bottom) = edges()
        let (first, last) = isHorizontal ? (left, right) : (top, bottom)
        guard let caps, [.scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw].contains(mode) else {
            guard last > first else { return [] }
            return SamplingReference.weights(of: count, from: first, to: last, at: index, filter)
        }
        // Caps are laid out on whole pixels.
        let target = (width: Int(right - left), height: Int(bottom - top))
        guard index >= Int(first), index < Int(last), target.width > 0, target.height > 0 else { return [] }
        let sliced = ResizingReference(
            size: shownSize,
            caps: (left: caps[1], right: caps[3], top: caps[0], bottom: caps[2]),
            mode: resizingMode,
            image: imageScale,
            output: scale,
            filter: filter,
            target: target
        )
        return isHorizontal ? sliced.column(index - Int(first)) : sliced.row(index - Int(first))
    }

    /// The picture's width and height in pixels as it is shown.
    private var shownSize: (width: Int, height: Int) {
        let (width, height) = (picture.size.width, picture.size.height)
        return isTurned ? (height, width) : (width, height)
    }

    /// Whether the picture's rows are shown as columns.
    var isTurned: Bool { [.left, .right, .leftMirrored, .rightMirrored].contains(orientation) }

    /// Where the whole picture lies, in pixels of the canvas.
    private func edges() -> (left: Double, top: Double, right: Double, bottom: Double) {
        var width = Double(shownSize.width) * scale / imageScale
        var height = Double(shownSize.height) * scale / imageScale
        let (across, down) = (Double(columns.count), Double(rows.count))
        switch mode {
        case .scaleToFill, .redraw: (width, height) = (across, down)
        case .scaleAspectFit, .scaleAspectFill:
            let factors = (across / width, down / height)
            let factor = mode == .scaleAspectFit ? min(factors.0, factors.1) : max(factors.0, factors.1)
            (width, height) = (width * factor, height * factor)
        default: break
        }
        var (left, top) = ((across - width) / 2, (down - height) / 2)
        if [.left, .topLeft, .bottomLeft].contains(mode) { left = 0 }
        if [.right, .topRight, .bottomRight].contains(mode) { left = across - width }
        if [.top, .topLeft, .topRight].contains(mode) { top = 0 }
        if [.bottom, .bottomLeft, .bottomRight].contains(mode) { top = down - height }
        let all = [left, top, left + width, top + height].map { edge in
            policy == .exact ? edge : Double(SamplingReference.floor(edge + 0.5))
        }
        let (x, y) = (Double(columns.lowerBound), Double(rows.lowerBound))
        return (all[0] + x, all[1] + y, all[2] + x, all[3] + y)
    }
}
