import FlipbookCore

/// One picture of an animation as it lies on the canvas.
struct AnimationStep {
    /// What becomes of it before the next one is drawn.
    enum Disposal {
        /// It stays.
        case none
        /// Its part of the canvas becomes clear.
        case background
        /// Its part of the canvas is as it was before.
        case previous
    }

    /// The part of the canvas that it covers; it may reach beyond the canvas.
    let rect: PixelRect
    /// What becomes of it.
    let disposal: Disposal
    /// A Boolean value that indicates whether nothing is seen through it.
    var isOpaque: Bool
    /// A Boolean value that indicates whether it replaces what is there also where it is clear itself.
    var replaces = false
}

/// The pixels of an animation: each picture is drawn over what those before it left.
///
/// Pictures are cheapest in their order. For another one, drawing begins again at the last picture before it that hides all
/// others.
final class AnimationCanvas<Pixel: FixedWidthInteger> {
    /// The canvas, in pixels.
    let size: PixelSize
    private let steps: [AnimationStep]
    /// Memory for them, once the first picture is drawn.
    private var memory: UnsafeMutableBufferPointer<Pixel>?
    private var saved: [Pixel] = []
    /// The picture that was drawn last; one before the first where none is.
    private var shown = -1
    /// A Boolean value that indicates whether nothing was drawn, so that nothing is to be disposed of.
    private var isClear = true
    /// Why the picture that was drawn last could not be.
    private var fault: ImageError?

    /// A clear canvas.
    init(_ size: PixelSize, _ steps: [AnimationStep]) {
        (self.size, self.steps) = (size, steps)
    }

    deinit { memory?.deallocate() }

    private var pixels: UnsafeMutableBufferPointer<Pixel> {
        if let memory { return memory }
        let pixels = UnsafeMutableBufferPointer<Pixel>.allocate(capacity: size.area)
        pixels.initialize(repeating: 0)
        memory = pixels
        return pixels
    }

    /// The canvas with the picture at `number` on it.
    ///
    /// A picture before it that is damaged changes nothing, and is named when it is asked for itself.
    /// - Parameter draw: Draws one picture into the canvas: its part of it, and all of its pixels.
    func picture(
        _ number: Int,
        _ draw: (Int, PixelRect, UnsafeMutableBufferPointer<Pixel>) throws(ImageError) -> Void
    ) throws(ImageError) -> Picture {
        if steps.count == 1 { return try onlyPicture(draw) }
        if number != shown {
            let isBehind = number < shown
            let start = start(of: number, from: isBehind ? 0 : shown + 1)
            if isBehind || shown < start - 1 { clear(before: start) }
            while shown < number { advance(draw) }
        }
        if let fault { throw fault }
        let pixels = pixels
        return try Picture.decoded(size: size, format: Pixel.bitWidth == 64 ? .rgba64 : .rgba) { target in
            target.copyMemory(from: UnsafeRawBufferPointer(pixels))
        }
    }

    /// The one picture of a file, drawn into its own memory: no other will be drawn over it.
    private func onlyPicture(
        _ draw: (Int, PixelRect, UnsafeMutableBufferPointer<Pixel>) throws(ImageError) -> Void
    ) throws(ImageError) -> Picture {
        try Picture.decoded(size: size, format: Pixel.bitWidth == 64 ? .rgba64 : .rgba) { (target) throws(ImageError) in
            let pixels = target.bindMemory(to: Pixel.self)
            pixels.initialize(repeating: 0)
            memory = pixels
            defer { memory = nil }
            try draw(0, steps[0].rect.intersection(PixelRect(size)), pixels)
        }
    }

    /// Calls `body` with each row of a part of the canvas.
    func forEachRow(of area: PixelRect, _ body: (Int, UnsafeMutableBufferPointer<Pixel>) -> Void) {
        let pixels = pixels
        for y in area.rows where area.size.width > 0 {
            let start = y * size.width + area.x
            body(y, UnsafeMutableBufferPointer(rebasing: pixels[start..<start + area.size.width]))
        }
    }

    private func clear(before number: Int) {
        pixels.update(repeating: 0)
        (shown, isClear) = (number - 1, true)
    }

    private func advance(_ draw: (Int, PixelRect, UnsafeMutableBufferPointer<Pixel>) throws(ImageError) -> Void) {
        if !isClear { dispose(of: steps[shown]) }
        isClear = false
        shown += 1
        let area = steps[shown].rect.intersection(PixelRect(size))
        if steps[shown].disposal == .previous {
            saved.removeAll(keepingCapacity: true)
            saved.reserveCapacity(area.size.area)
            forEachRow(of: area) { _, row in saved += row }
        }
        do throws(ImageError) {
            fault = nil
            try draw(shown, area, pixels)
        } catch {
            fault = error
        }
    }

    private func dispose(of step: AnimationStep) {
        let area = step.rect.intersection(PixelRect(size))
        switch step.disposal {
        case .none: return
        case .background: forEachRow(of: area) { _, row in row.update(repeating: 0) }
        case .previous:
            forEachRow(of: area) { y, row in
                let start = (y - area.y) * area.size.width
                for x in row.indices { row[x] = saved[start + x] }
            }
        }
    }

    /// The last picture up to `number` that hides all that was drawn before it, or else `first`.
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
    /// Returns `true` if something may be seen through a picture, as it is composed with those before it.
    func haveGaps(on canvas: PixelSize) -> Bool {
        guard let first, first.isOpaque, first.rect.covers(canvas), first.disposal != .previous else { return true }
        return contains { !$0.isOpaque && $0.replaces } || dropLast().contains { $0.disposal == .background }
    }
}

extension PixelRect {
    fileprivate func covers(_ canvas: PixelSize) -> Bool { intersection(PixelRect(canvas)).size == canvas }
}
