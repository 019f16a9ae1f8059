import FlipbookCore

struct AnimationStep {
    enum Disposal { case none, background, previous }

    let rect: PixelRect
    let disposal: Disposal
    var isOpaque: Bool
    /// A Boolean value that indicates whether clear pixels also replace the pixels below them.
    var replaces = false
}

/// The composed pixels of an animation in straight RGBA. To return to an earlier picture, the canvas redraws from the last
/// picture that hides all previous ones.
final class AnimationCanvas {
    let size: PixelSize
    private let steps: [AnimationStep]
    private let isDeep: Bool
    private var memory: UnsafeMutableRawBufferPointer?
    private var saved: [UInt8] = []
    private var shown = -1
    private var isClear = true
    private var fault: ImageError?

    init(_ size: PixelSize, _ steps: [AnimationStep], isDeep: Bool) {
        (self.size, self.steps, self.isDeep) = (size, steps, isDeep)
    }

    deinit { memory?.deallocate() }

    private var format: PixelFormat { isDeep ? .rgba64 : .rgba }

    var pixels: UnsafeMutableRawBufferPointer {
        if let memory { return memory }
        let byteCount = Picture.byteCount(size: size, format: format)
        let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
        pixels.initializeMemory(as: UInt8.self, repeating: 0)
        memory = pixels
        return pixels
    }

    /// Returns the canvas after `draw` has drawn the picture at `number`. Damaged earlier pictures are skipped.
    func picture(_ number: Int, _ draw: (Int, PixelRect) throws(ImageError) -> Void) throws(ImageError) -> Picture {
        if steps.count == 1 { return try onlyPicture(draw) }
        if number != shown {
            let isBehind = number < shown
            let start = start(of: number, from: isBehind ? 0 : shown + 1)
            if isBehind || shown < start - 1 {
                pixels.initializeMemory(as: UInt8.self, repeating: 0)
                (shown, isClear) = (start - 1, true)
            }
            while shown < number { advance(draw) }
        }
        if let fault { throw fault }
        let bytes = UnsafeRawBufferPointer(pixels)
        return try Picture.decoded(size: size, format: format) { $0.copyMemory(from: bytes) }
    }

    private func onlyPicture(_ draw: (Int, PixelRect) throws(ImageError) -> Void) throws(ImageError) -> Picture {
        try Picture.decoded(size: size, format: format) { (target) throws(ImageError) in
            target.initializeMemory(as: UInt8.self, repeating: 0)
            memory = target
            defer { memory = nil }
            try draw(0, area(of: 0))
        }
    }

    private func area(of number: Int) -> PixelRect { steps[number].rect.intersection(PixelRect(size)) }

    private func forEachRow(of area: PixelRect, _ body: (Range<Int>, UnsafeMutableRawBufferPointer) -> Void) {
        let (pixels, step) = (pixels, format.pixelBytes)
        let length = area.size.width * step
        for y in area.rows where length > 0 {
            let (place, start) = ((y - area.y) * length, (y * size.width + area.x) * step)
            body(place..<place + length, UnsafeMutableRawBufferPointer(rebasing: pixels[start..<start + length]))
        }
    }

    func lay(_ picture: Picture, in area: PixelRect, replaces: Bool) throws(ImageError) {
        try require(picture.format == format, "its depth differs from the canvas depth")
        picture.withUnsafeBytes { source in
            forEachRow(of: area) { place, row in
                let above = UnsafeRawBufferPointer(rebasing: source[place])
                if replaces {
                    row.copyMemory(from: above)
                } else if isDeep {
                    Self.lay(above, over: row, of: UInt16.self)
                } else {
                    Self.lay(above, over: row, of: UInt8.self)
                }
            }
        }
    }

    private static func lay<Channel: FixedWidthInteger & UnsignedInteger & SIMDScalar>(
        _ source: UnsafeRawBufferPointer,
        over target: UnsafeMutableRawBufferPointer,
        of _: Channel.Type
    ) {
        let (pixels, row) = (source.bindMemory(to: SIMD4<Channel>.self), target.bindMemory(to: SIMD4<Channel>.self))
        let most = UInt64(Channel.max)
        for x in pixels.indices {
            let (above, below) = (pixels[x], row[x])
            if above[3] == .max || below[3] == 0 {
                row[x] = above
            } else if above[3] != 0 {
                // The values are in units of 1/most².
                let (upper, lower) = (UInt64(above[3]) * most, UInt64(below[3]) * (most - UInt64(above[3])))
                let sum = upper + lower
                for channel in 0..<3 {
                    let value = UInt64(above[channel]) * upper + UInt64(below[channel]) * lower
                    row[x][channel] = Channel((value + sum / 2) / sum)
                }
                row[x][3] = Channel((sum + most / 2) / most)
            }
        }
    }

    private func advance(_ draw: (Int, PixelRect) throws(ImageError) -> Void) {
        if !isClear { dispose(ofPicture: shown) }
        isClear = false
        shown += 1
        let area = area(of: shown)
        if steps[shown].disposal == .previous {
            saved.removeAll(keepingCapacity: true)
            forEachRow(of: area) { _, row in saved += row.bindMemory(to: UInt8.self) }
        }
        do throws(ImageError) {
            fault = nil
            try draw(shown, area)
        } catch { fault = error }
    }

    private func dispose(ofPicture number: Int) {
        switch steps[number].disposal {
        case .none: return
        case .background:
            forEachRow(of: area(of: number)) { _, row in row.initializeMemory(as: UInt8.self, repeating: 0) }
        case .previous: forEachRow(of: area(of: number)) { place, row in row.copyBytes(from: saved[place]) }
        }
    }

    /// Returns the last picture up to `number` that hides all previous ones, or `first` if there is none.
    private func start(of number: Int, from first: Int) -> Int {
        var start = number
        while start > first {
            let (before, step) = (steps[start - 1], steps[start])
            if before.disposal == .background, before.rect.covers(size) { return start }
            if step.disposal != .previous, step.isOpaque || step.replaces, step.rect.covers(size) { return start }
            start -= 1
        }
        return first
    }
}

extension [AnimationStep] {
    func haveGaps(on canvas: PixelSize) -> Bool {
        guard let first, first.isOpaque, first.rect.covers(canvas), first.disposal != .previous else { return true }
        return contains { !$0.isOpaque && $0.replaces } || dropLast().contains { $0.disposal == .background }
    }
}

extension PixelRect {
    fileprivate func covers(_ canvas: PixelSize) -> Bool { intersection(PixelRect(canvas)).size == canvas }
}
