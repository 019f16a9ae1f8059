internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging
internal import FlipbookScene

extension DrawnLayer {
    /// Composites layers in order, clipped to a mask, or returns `nil` if no part of them is visible in `limits`.
    init?(compositing layers: [DrawnLayer], in limits: PixelRect, on canvas: PixelSize, cutBy mask: DrawnLayer? = nil)
        throws(MachineShortage)
    {
        let all = layers.reduce(Rect.zero) { $0.union(Rect($1.seen)) }.snapped().intersection(limits)
        let place = mask.map { all.intersection($0.seen) } ?? all
        guard !place.isEmpty else { return nil }
        let width = place.size.width
        let picture = try Depth.picture(place.size) { (target) throws(MachineShortage) in
            try Depth.withScratch(pixels: canvas.width) { row in
                for y in place.rows {
                    row.update(repeating: 0, count: canvas.width * 4)
                    for layer in layers { layer.cover(row: y, of: row) }
                    let part = row + place.x * 4
                    mask?.withRow(y) { pixels in
                        guard let mask else { return }
                        for x in 0..<width {
                            let alpha = pixels[(x + place.x - mask.seen.x) * 4 + 3]
                            if alpha != .max { Depth.fade(part + x * 4, part + x * 4, 1, alpha) }
                        }
                    }
                    (target + (y - place.y) * width * 4).update(from: part, count: width * 4)
                }
            }
        }
        self.init(picture, at: place, on: canvas)
    }

    /// Composites the parts of layers that lie inside a window, or returns `nil` if nothing is visible there.
    init?(stacking layers: [DrawnLayer], in window: PixelRect) throws(MachineShortage) {
        let moved = layers.compactMap { $0.moved(x: -window.x, y: -window.y, on: window.size) }
        guard let one = try DrawnLayer(compositing: moved, in: PixelRect(window.size), on: window.size)
        else { return nil }
        let place = one.area.moved(x: window.x, y: window.y)
        self.init(one.picture, at: place, seen: place)
        isWhole = false
    }

    func shadow(_ shadow: Shadow, for target: RenderTarget) throws(MachineShortage) -> DrawnLayer? {
        let scale = target.scale
        let boxes = Self.boxes(of: min(max(shadow.radius * scale, 0), 500))
        let reach = boxes.reduce(0, +)
        let (x, y) = (Int((shadow.offset.x * scale).rounded()), Int((shadow.offset.y * scale).rounded()))
        let size = PixelSize(width: area.size.width + 2 * reach, height: area.size.height + 2 * reach)
        guard size.area <= RenderTarget.largestArea else { return nil }
        var alphas = [Float](repeating: 0, count: size.area)
        picture.withPixels { (base: Depth.ReadPixels) in
            for row in 0..<area.size.height {
                for column in 0..<area.size.width {
                    alphas[(row + reach) * size.width + column + reach] =
                        Float(base[(row * area.size.width + column) * 4 + 3])
                }
            }
        }
        for box in boxes where box > 0 {
            Self.blur(&alphas, box, lines: size.height, length: size.width, step: 1, between: size.width)
            Self.blur(&alphas, box, lines: size.width, length: size.height, step: size.width, between: 1)
        }
        let color = Depth.pixel(shadow.color, on: target.canvas)
        let strength = Float(min(max(shadow.opacity, 0), 1)) * Float(color[3]) / Float(Depth.Channel.max)
        let picture = try Depth.picture(size) { pixels in
            for (place, alpha) in alphas.enumerated() {
                let alpha = alpha * strength
                for channel in 0..<3 {
                    let part = alpha * Float(color[channel]) / Float(Depth.Channel.max)
                    pixels[place * 4 + channel] = Depth.Channel(part + 0.5)
                }
                pixels[place * 4 + 3] = Depth.Channel(min(alpha + 0.5, Float(Depth.Channel.max)))
            }
        }
        let place = PixelRect(x: area.x + x - reach, y: area.y + y - reach, width: size.width, height: size.height)
        return DrawnLayer(picture, at: place, on: target.size)
    }

    /// Returns the radii of three box blurs that together approximate a Gaussian of this standard deviation.
    private static func boxes(of deviation: Double) -> [Int] {
        guard deviation > 0 else { return [] }
        let ideal = (4 * deviation * deviation + 1).squareRoot()
        let low = max(Int((ideal - 1) / 2), 0)
        let width = Double(2 * low + 1)
        let small = (12 * deviation * deviation - 3 * width * width - 12 * width - 9) / (-4 * width - 4)
        let count = Int(small.rounded())
        return (0..<3).map { $0 < count ? low : low + 1 }
    }

    /// Replaces each number with the mean of its neighborhood along lines. Beyond the ends, numbers are 0.
    private static func blur(_ numbers: inout [Float], _ reach: Int, lines: Int, length: Int, step: Int, between: Int) {
        var line = [Float](repeating: 0, count: length)
        let part = 1 / Double(2 * reach + 1)
        for index in 0..<lines {
            let start = index * between
            for place in 0..<length { line[place] = numbers[start + place * step] }
            var sum = 0.0
            for place in 0..<min(reach, length) { sum += Double(line[place]) }
            for place in 0..<length {
                if place + reach < length { sum += Double(line[place + reach]) }
                numbers[start + place * step] = Float(max(sum * part, 0))
                if place - reach >= 0 { sum -= Double(line[place - reach]) }
            }
        }
    }
}
