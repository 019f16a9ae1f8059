import FlipbookCore

struct SheetLayout: Sendable {
    var size = PixelSize(width: 0, height: 0)
    var places: [(x: Int, y: Int)] = []

    static func grid(_ cell: PixelSize, count: Int, columns: Int?, padding: Int) -> SheetLayout {
        let usual = (1...count).min {
            abs($0 * cell.width - (count + $0 - 1) / $0 * cell.height)
                < abs($1 * cell.width - (count + $1 - 1) / $1 * cell.height)
        }
        let columns = min(count, columns ?? usual ?? 1)
        let rows = (count + columns - 1) / columns
        let (width, height) = (cell.width + padding, cell.height + padding)
        let size = PixelSize(width: columns * width - padding, height: rows * height - padding)
        return SheetLayout(size: size, places: (0..<count).map { ($0 % columns * width, $0 / columns * height) })
    }

    /// Arranges rectangles of different sizes in rows on a small, almost square sheet, starting with the tallest.
    static func shelves(_ sizes: [PixelSize], padding: Int, isPowerOfTwo: Bool) -> SheetLayout {
        let widest = sizes.map(\.width).max() ?? 1
        let area = sizes.reduce(0) { $0 + ($1.width + padding) * ($1.height + padding) }
        let side = Int(Double(area).squareRoot())
        let widths: [Int] =
            isPowerOfTwo
            ? (0..<15).map { 1 << $0 }.filter { $0 >= widest && $0 <= 4 * max(side, widest) }
            : (0..<48).map { max(widest, side * (50 + 5 * $0) / 100) }
        let order = sizes.indices.sorted {
            (sizes[$0].height, sizes[$0].width, $1) > (sizes[$1].height, sizes[$1].width, $0)
        }
        let arranged = Set(widths).sorted().map { shelves(sizes, order, width: $0, padding: padding) }
        let layouts = isPowerOfTwo ? arranged.map(\.inPowersOfTwo) : arranged
        // Returns a number that is smaller for layouts with a small area and without long strips.
        func worth(_ layout: SheetLayout) -> Int {
            let side = max(layout.size.width, layout.size.height)
            return layout.size.area + side * side
        }
        // Only widths that are powers of two have an upper limit.
        return layouts.min { worth($0) < worth($1) }
            ?? shelves(sizes, order, width: widest, padding: padding).inPowersOfTwo
    }

    private static func shelves(_ sizes: [PixelSize], _ order: [Int], width: Int, padding: Int) -> SheetLayout {
        var layout = SheetLayout(places: [(x: Int, y: Int)](repeating: (0, 0), count: sizes.count))
        var shelves: [(y: Int, height: Int, x: Int)] = []
        var (bottom, right) = (0, 0)
        for index in order {
            let size = sizes[index]
            let free = shelves.firstIndex { $0.x + size.width <= width && $0.height >= size.height }
            if free == nil {
                shelves.append((bottom, size.height, 0))
                bottom += size.height + padding
            }
            let shelf = free ?? shelves.count - 1
            layout.places[index] = (shelves[shelf].x, shelves[shelf].y)
            right = max(right, shelves[shelf].x + size.width)
            shelves[shelf].x += size.width + padding
        }
        layout.size = PixelSize(width: max(1, right), height: max(1, bottom - padding))
        return layout
    }

    var inPowersOfTwo: SheetLayout {
        func power(_ side: Int) -> Int { 1 << (Int.bitWidth - max(0, side - 1).leadingZeroBitCount) }
        return SheetLayout(size: PixelSize(width: power(size.width), height: power(size.height)), places: places)
    }
}
