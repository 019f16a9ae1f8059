import FlipbookCore
import FlipbookImaging

/// What resizing means, pixel by pixel and in floating point: slow, and as plain as possible.
struct ResizingReference {
    /// The picture's size, in pixels, and its caps left, right, top and bottom.
    let size: (width: Int, height: Int)
    let caps: (left: Int, right: Int, top: Int, bottom: Int)
    let mode: ResizingMode
    /// Pixels per point of the picture and of the result.
    let image: Double
    let output: Double
    let filter: ScalingFilter
    /// The size of the result.
    let target: (width: Int, height: Int)

    /// The source columns that make column `x`, and their weights.
    func column(_ x: Int) -> [(Int, Double)] {
        axis(x, target.width, size.width, caps.left, caps.right)
    }

    /// The source rows that make row `y`, and their weights.
    func row(_ y: Int) -> [(Int, Double)] {
        axis(y, target.height, size.height, caps.top, caps.bottom)
    }

    /// Pixels of the result for each pixel of a cap.
    private var capScale: Double {
        var factor = output / image
        if caps.left + caps.right > 0 { factor = min(factor, Double(target.width) / Double(caps.left + caps.right)) }
        if caps.top + caps.bottom > 0 { factor = min(factor, Double(target.height) / Double(caps.top + caps.bottom)) }
        return factor
    }

    private func axis(_ index: Int, _ target: Int, _ length: Int, _ first: Int, _ last: Int) -> [(Int, Double)] {
        var leading = Int((Double(first) * capScale + 0.5).rounded(.down))
        var trailing = Int((Double(target) - Double(last) * capScale + 0.5).rounded(.down))
        if first + last > 0, Double(target) / Double(first + last) <= capScale {
            leading = Int((Double(target * first) / Double(first + last) + 0.5).rounded(.down))
            trailing = leading
        }
        if index < leading { return scaled(index, leading, 0, first) }
        if index >= trailing { return scaled(index - trailing, target - trailing, length - last, last) }
        var (start, count) = (first, length - first - last)
        if count == 0 { (start, count) = (min(first, length - 1), 1) }
        if mode == .stretch || count == 1 { return scaled(index - leading, trailing - leading, start, count) }
        return tiled(index - leading, start, count)
    }

    /// `count` pixels from `start` drawn on `target` pixels.
    private func scaled(_ index: Int, _ target: Int, _ start: Int, _ count: Int) -> [(Int, Double)] {
        SamplingReference.weights(of: count, from: 0, to: Double(target), at: index, filter)
            .map { (start + $0.pixel, $0.weight) }
    }

    /// `count` pixels from `start` on, again and again, at the scale of the result.
    private func tiled(_ index: Int, _ start: Int, _ count: Int) -> [(Int, Double)] {
        func pixel(_ place: Int) -> Int { start + ((place % count) + count) % count }
        let step = image / output
        if image == output { return [(pixel(index), 1)] }
        if filter == .nearest {
            return [(pixel(Int(((Double(index) + 0.5) * image / output).rounded(.down))), 1)]
        }
        if filter == .automatic, step > 1 {
            let (left, right) = (Double(index) * image / output, Double(index + 1) * image / output)
            return (Int(left)...Int(right.rounded(.up))).map { place in
                (pixel(place), max(0, min(right, Double(place + 1)) - max(left, Double(place))) / step)
            }
        }
        let place = (Double(index) + 0.5) * step - 0.5
        let first = Int(place.rounded(.down))
        let part = place - Double(first)
        return [(pixel(first), 1 - part), (pixel(first + 1), part)]
    }
}
