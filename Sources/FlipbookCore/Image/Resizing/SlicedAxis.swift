/// One axis of a resizable image in pixels: a cap at each end, and the center between them.
package struct SlicedAxis: Hashable, Sendable {
    package let length: Int
    package let leading: Int
    /// The pixels that are resized. Empty if the caps cover the whole axis. Pixels outside the center and the caps are hidden.
    package let center: Range<Int>
    package let trailing: Int

    package var naturalLength: Int { leading + center.count + trailing }

    /// The pixels that fill the area between the caps: ``center`` or, if that is empty, the pixel at its position. Core
    /// Animation has the same rule for an empty `contentsCenter`.
    package var sampled: Range<Int> {
        guard center.isEmpty else { return center }
        let pixel = min(leading, length - 1)
        return pixel..<(pixel + 1)
    }
}

extension SlicedAxis {
    init(length: Int, leading: Int, trailing: Int) {
        self.init(length: length, leading: leading, center: leading..<(length - trailing), trailing: trailing)
    }

    /// Returns the nonempty segments of the axis, laid out on `target` pixels. `capScale` is the number of target pixels per
    /// cap pixel.
    func segments(on target: Int, capScale: Double, mode: ResizingMode, scale: ResizableSegment.Scale)
        -> [ResizableSegment]
    {
        guard target > 0 else { return [] }
        let edges = capEdges(on: target, capScale: capScale)
        let parts = [
            cap(0..<edges.leading, of: 0..<leading),
            between(edges.leading..<edges.trailing, mode: mode, scale: scale),
            cap(edges.trailing..<target, of: (length - trailing)..<length),
        ]
        return parts.filter { !$0.target.isEmpty }
    }

    private func capEdges(on target: Int, capScale: Double) -> (leading: Int, trailing: Int) {
        let caps = leading + trailing
        guard caps > 0 else { return (0, target) }
        let room = Double(target)
        // Caps that fill the axis share one boundary. Separate rounding could leave a gap of one pixel.
        if Double(caps) * capScale >= room * (1 - 1e-12) {
            let border = Int((room * Double(leading) / Double(caps) + 0.5).rounded(.down))
            return (border, border)
        }
        let first = Int((Double(leading) * capScale + 0.5).rounded(.down))
        let second = Int((room - Double(trailing) * capScale + 0.5).rounded(.down))
        return (min(first, target), min(max(first, second), target))
    }

    private func cap(_ target: Range<Int>, of source: Range<Int>) -> ResizableSegment {
        ResizableSegment(target: target, source: source, fill: target.count == source.count ? .copied : .stretched)
    }

    private func between(_ target: Range<Int>, mode: ResizingMode, scale: ResizableSegment.Scale) -> ResizableSegment {
        let source = sampled
        // A single pixel looks the same whether it is tiled or stretched.
        if mode == .stretch || source.count == 1 { return cap(target, of: source) }
        let isWhole = scale.image == scale.output && source.count == target.count
        return ResizableSegment(target: target, source: source, fill: isWhole ? .copied : .tiled(scale))
    }

    func showing(_ count: Int?, _ extent: String) throws(CapInsetsError) -> SlicedAxis {
        guard let count else { return self }
        guard (0...center.count).contains(count) else {
            let parts = "The caps (\(leading + trailing) pixels) and the center (\(count))"
            throw CapInsetsError("\(parts) are together \(extent) than the image (\(length)).")
        }
        let shown = center.lowerBound..<(center.lowerBound + count)
        return SlicedAxis(length: length, leading: leading, center: shown, trailing: trailing)
    }

    static func caps(_ leading: Double, _ trailing: Double, of length: Int, scale: Double) -> SlicedAxis {
        // Both boundaries are counted from the same end. If they were rounded separately, caps of half a pixel could overlap.
        let first = border(leading * scale, in: length)
        let second = border(Double(length) - trailing * scale, in: length)
        return SlicedAxis(length: length, leading: first, trailing: length - max(first, second))
    }

    static func stretched(from start: Double, to end: Double, of length: Int) -> SlicedAxis {
        let first = border(start * Double(length), in: length)
        let second = border(end * Double(length), in: length)
        guard first >= second else { return SlicedAxis(length: length, leading: first, trailing: length - second) }
        let middle = ((start + end) / 2 * Double(length)).rounded(.down)
        let pixel = min(max(Int(middle), 0), length - 1)
        return SlicedAxis(length: length, leading: pixel, trailing: length - pixel - 1)
    }

    private static func border(_ edge: Double, in length: Int) -> Int {
        Int(min(max((edge + 0.5).rounded(.down), 0), Double(length)))
    }
}
