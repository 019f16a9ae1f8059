internal import CImageKernels

/// Finds the colors that best approximate the counted ones, by Wu's quantizer followed by k-means.
struct PaletteSearch {
    private struct Cell {
        let color: SIMD4<Float>
        let weight: Float
    }

    private struct Box {
        let range: Range<Int>
        let mean, errors: SIMD4<Float>
    }

    private let cells: [Cell]

    /// The number of colors that stay exact if there are more than twice as many. The others are merged.
    private static let mostExact = 16_384

    /// Creates a search among counted colors. `counts` is `nil` if there was not enough memory to count the colors.
    init(_ counts: UnsafePointer<UInt32>?) {
        guard let counts else {
            cells = []
            return
        }
        let count = flipbook_list_colors(nil, nil, 0, counts)
        var (colors, weights) = ([UInt32](repeating: 0, count: count), [UInt32](repeating: 0, count: count))
        _ = flipbook_list_colors(&colors, &weights, count, counts)
        var cells = zip(colors, weights).map { color, weight in
            let channels = SIMD4<UInt32>(color >> 16, color >> 8 & 255, color & 255, 0)
            return Cell(color: SIMD4<Float>(channels), weight: Float(weight))
        }
        guard count > 2 * Self.mostExact else {
            self.cells = cells
            return
        }
        cells.sort { $0.weight > $1.weight }
        var sums = [SIMD4<Float>](repeating: .zero, count: 1 << 18)
        for cell in cells[Self.mostExact...] {
            let place = cell.color / 4
            // The sum of the fourth channel is the number of pixels.
            sums[Int(place[0]) << 12 | Int(place[1]) << 6 | Int(place[2])] +=
                (cell.color + SIMD4(0, 0, 0, 1)) * cell.weight
        }
        self.cells =
            Array(cells[..<Self.mostExact])
            + sums.lazy.filter { $0[3] > 0 }.map { sum in
                Cell(color: SIMD4(sum[0], sum[1], sum[2], 0) / sum[3], weight: sum[3])
            }
    }

    func colors(atMost count: Int) -> [UInt8] {
        guard !cells.isEmpty else { return [0, 0, 0] }
        return refined(cut(into: count)).flatMap { color in
            (0..<3).map { UInt8(max(0, min(255, color[$0].rounded()))) }
        }
    }

    private func cut(into count: Int) -> [SIMD4<Float>] {
        var cells = cells
        var boxes = [box(of: 0..<cells.count, in: cells)]
        while boxes.count < count {
            guard let worst = boxes.indices.max(by: { boxes[$0].errors.sum() < boxes[$1].errors.sum() }),
                boxes[worst].range.count > 1, boxes[worst].errors.sum() > 0
            else { break }
            let (range, errors) = (boxes[worst].range, boxes[worst].errors)
            let axis = (0..<3).max { errors[$0] < errors[$1] } ?? 0
            cells[range].sort { $0.color[axis] < $1.color[axis] }
            let place = bestCut(of: range, in: cells)
            boxes[worst] = box(of: range.lowerBound..<place, in: cells)
            boxes.append(box(of: place..<range.upperBound, in: cells))
        }
        return boxes.map(\.mean)
    }

    private func box(of range: Range<Int>, in cells: [Cell]) -> Box {
        var (weight, sums): (Float, SIMD4<Float>) = (0, .zero)
        for cell in cells[range] {
            weight += cell.weight
            sums += cell.color * cell.weight
        }
        let mean = sums / weight
        var errors = SIMD4<Float>.zero
        for cell in cells[range] {
            let difference = cell.color - mean
            errors += difference * difference * cell.weight
        }
        return Box(range: range, mean: mean, errors: errors)
    }

    /// Returns the index at which to split a range of cells into two boxes, so that the total error is smallest.
    private func bestCut(of range: Range<Int>, in cells: [Cell]) -> Int {
        var (allWeight, all): (Float, SIMD4<Float>) = (0, .zero)
        for cell in cells[range] {
            allWeight += cell.weight
            all += cell.color * cell.weight
        }
        var (weight, sums): (Float, SIMD4<Float>) = (0, .zero)
        var (best, place): (Float, Int) = (-1, range.lowerBound + 1)
        for index in range.dropLast() {
            weight += cells[index].weight
            sums += cells[index].color * cells[index].weight
            let rest = all - sums
            let gain = (sums * sums).sum() / weight + (rest * rest).sum() / max(1, allWeight - weight)
            if gain > best { (best, place) = (gain, index + 1) }
        }
        return place
    }

    /// Moves each color to the mean of the pixels nearest to it. Repeats this four times.
    private func refined(_ colors: [SIMD4<Float>]) -> [SIMD4<Float>] {
        var colors = colors
        for _ in 0..<4 {
            var sums = [SIMD4<Float>](repeating: .zero, count: colors.count)
            var weights = [Float](repeating: 0, count: colors.count)
            colors.withUnsafeBufferPointer { colors in
                for cell in cells {
                    var (best, place) = (Float.infinity, 0)
                    for index in colors.indices {
                        let difference = cell.color - colors[index]
                        let distance = (difference * difference).sum()
                        if distance < best { (best, place) = (distance, index) }
                    }
                    sums[place] += cell.color * cell.weight
                    weights[place] += cell.weight
                }
            }
            for index in colors.indices where weights[index] > 0 { colors[index] = sums[index] / weights[index] }
        }
        return colors
    }
}
