package import FlipbookCore
public import FlipbookImaging
internal import Synchronization

/// Drawings, each by a small number, for the scenes that are bound with one table and the renderer that draws them.
///
/// Numbers are never given twice: a file whose contents have changed gets another, so that no picture of what it was is
/// taken for one of what it is. What no scene has any more is let go of after a while.
public final class DrawingTable: Sendable {
    private struct State {
        var drawings: [Int: Drawing] = [:]
        var numbers: [Image.Source: Int] = [:]
        var next = 0
        /// Those that no scene has that is bound from now on, from the oldest: what a file was before, and stills.
        var passing: [Int] = []
        /// The pixels of scene-linear files that are not shown as they are, and the number of all.
        var losses: [Image.Source: (loss: LightLoss, all: Int)] = [:]
        /// The least and the greatest value of files in which they were measured.
        var values: [Image.Source: ClosedRange<Double>] = [:]

        /// Lets go of the oldest of them; pictures in the making may still want as many as there are others.
        mutating func letGo() {
            while passing.count > 256 + drawings.count - passing.count {
                let oldest = passing.removeFirst()
                guard let gone = drawings.removeValue(forKey: oldest) else { continue }
                if numbers[gone.source] == oldest { numbers[gone.source] = nil }
            }
        }
    }

    private let state = Mutex(State())
    /// The formats that the drawings are read in.
    public let codecs: ImageCodecs

    /// The drawings that have no levels: those that are no frames.
    private let plain: (sources: Set<Image.Source>, codecs: ImageCodecs)

    /// A table without drawings.
    public convenience init(codecs: ImageCodecs = .standard) { self.init(codecs: codecs, withoutLevels: []) }

    package init(codecs: ImageCodecs, withoutLevels sources: Set<Image.Source>) {
        self.codecs = codecs
        plain = (sources, codecs.reading(changing(codecs.colors) { $0.levels = nil }))
    }

    /// The same drawings by the same numbers, read in other formats from now on.
    package func reading(in codecs: ImageCodecs) -> DrawingTable {
        let copy = DrawingTable(codecs: codecs, withoutLevels: plain.sources)
        let known = state.withLock { $0 }
        copy.state.withLock {
            $0 = known
            ($0.losses, $0.values) = ([:], [:])
        }
        return copy
    }

    package var count: Int { state.withLock { $0.drawings.count } }

    /// The number of a drawing, which it gets now if it has none.
    /// - Parameter isPassing: Whether no scene has the drawing, as a still that a view shows for a while.
    func number(of drawing: Drawing, isPassing: Bool = false) -> Int {
        state.withLock { state in
            let former = state.numbers[drawing.source]
            if let former, let known = state.drawings[former], known.hasPixels(of: drawing) {
                if known.header == nil { state.drawings[former] = drawing }
                if !isPassing, !state.passing.isEmpty { state.passing.removeAll { $0 == former } }
                return former
            }
            let number = state.next
            state.next += 1
            state.drawings[number] = drawing
            state.numbers[drawing.source] = number
            if let former, !state.passing.contains(former) { state.passing.append(former) }
            if isPassing { state.passing.append(number) }
            state.letGo()
            return number
        }
    }

    /// Lets go, after a while, of all drawings but those of some numbers: for a scene that gets others again and again.
    func pass(allBut numbers: Set<Int>) {
        state.withLock { state in
            let known = numbers.union(state.passing)
            state.passing += state.drawings.keys.filter { !known.contains($0) }.sorted()
            state.letGo()
        }
    }

    /// Reads a drawing's pixels.
    var decode: FrameRenderer.Decode {
        { [self] drawing, keepsSixteenBits throws(ImageError) in
            if let commands = drawing.commands {
                let picture = try commands.picture(codecs)
                let decoder = ImageDecoder(keepsSixteenBits: keepsSixteenBits, codecs: codecs)
                return try decoder.converted(picture, of: ImageHeader(commands))
            }
            let picture = try drawing.pixels(keepsSixteenBits: keepsSixteenBits, codecs: codecs(of: drawing))
            note(picture.values, picture.lightLoss, of: drawing, picture.size)
            return picture
        }
    }

    /// The formats that a drawing is read in.
    func codecs(of drawing: Drawing) -> ImageCodecs { plain.sources.contains(drawing.source) ? plain.codecs : codecs }

    /// Keeps what was found in the pixels of a drawing of a size, for notes.
    func note(_ values: ClosedRange<Double>?, _ loss: LightLoss, of drawing: Drawing, _ size: PixelSize) {
        if let values { state.withLock { $0.values[drawing.source] = values } }
        if loss != LightLoss() { state.withLock { $0.losses[drawing.source] = (loss, size.area) } }
    }

    /// The least and the greatest value of the files read until now in which they are measured: those of 16 bits.
    package var values: [Image.Source: ClosedRange<Double>] { state.withLock(\.values) }

    /// The files read until now of which pixels are brighter than what is shown of them, and what part of each is, the
    /// largest first.
    package var clippedFiles: [(path: FilePath, part: Double)] {
        lostLight { loss, all in Double(loss.clippedCount) / Double(all) }
    }

    /// The files read until now that have NaN or infinity, with the pixels of each, the most first.
    package var strayFiles: [(path: FilePath, loss: LightLoss)] {
        let losses = state.withLock(\.losses)
        return lostLight { loss, _ in Double(loss.strayCount) }
            .map { ($0.path, losses[.file($0.path)]?.loss ?? LightLoss()) }
    }

    private func lostLight(_ measure: (LightLoss, Int) -> Double) -> [(path: FilePath, part: Double)] {
        state.withLock(\.losses).compactMap { source, lost in source.path.map { ($0, measure(lost.loss, lost.all)) } }
            .filter { $0.part > 0 }
            .sorted { ($1.part, $0.path.string) < ($0.part, $1.path.string) }
    }

    /// The drawing that a number stands for, or `nil` if it is another table's, or of long ago and let go of.
    public subscript(number: Int) -> Drawing? { state.withLock { $0.drawings[number] } }

    /// Returns whether a number stands for a file as it is now, as far as the table knows.
    func isCurrent(_ number: Int) -> Bool {
        state.withLock { state in state.drawings[number].map { state.numbers[$0.source] == number } ?? false }
    }
}
