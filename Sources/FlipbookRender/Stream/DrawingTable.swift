package import FlipbookCore
public import FlipbookImaging
internal import Synchronization

/// A table of numbered drawings, shared by bound scenes and the renderer that draws them.
///
/// Numbers are never reused. If the contents of a file change, the file gets a new number. Drawings that no scene uses are
/// dropped after a while.
public final class DrawingTable: Sendable {
    private struct State {
        var drawings: [Int: Drawing] = [:]
        var numbers: [Image.Source: Int] = [:]
        var next = 0
        /// Drawings that no new scene uses, oldest first: previous contents of files, and stills.
        var passing: [Int] = []
        /// For each scene-linear file, the number of pixels that cannot be displayed exactly, and the total number of pixels.
        var losses: [Image.Source: (loss: LightLoss, all: Int)] = [:]
        /// The range of the values in each file, if the values were measured.
        var values: [Image.Source: ClosedRange<Double>] = [:]

        /// Drops the oldest drawings in ``passing`` if they far outnumber the other drawings. Pictures that are being drawn may
        /// still need the newer drawings.
        mutating func letGo() {
            while passing.count > 256 + drawings.count - passing.count {
                let oldest = passing.removeFirst()
                guard let gone = drawings.removeValue(forKey: oldest) else { continue }
                if numbers[gone.source] == oldest { numbers[gone.source] = nil }
            }
        }
    }

    private let state = Mutex(State())
    /// The formats to read.
    public let codecs: ImageCodecs

    /// The drawings to which levels do not apply because they are not frames.
    private let plain: (sources: Set<Image.Source>, codecs: ImageCodecs)

    /// Creates an empty table.
    public convenience init(codecs: ImageCodecs = .standard) { self.init(codecs: codecs, withoutLevels: []) }

    package init(codecs: ImageCodecs, withoutLevels sources: Set<Image.Source>) {
        self.codecs = codecs
        plain = (sources, codecs.reading(changing(codecs.colors) { $0.levels = nil }))
    }

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

    /// Returns the number of a drawing, and assigns one if necessary.
    /// - Parameter isPassing: A Boolean value that indicates whether the drawing is not part of a scene, such as a temporary
    ///   still.
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

    /// Marks all other drawings as unused, for a scene that keeps getting new drawings.
    func pass(allBut numbers: Set<Int>) {
        state.withLock { state in
            let known = numbers.union(state.passing)
            state.passing += state.drawings.keys.filter { !known.contains($0) }.sorted()
            state.letGo()
        }
    }

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

    func codecs(of drawing: Drawing) -> ImageCodecs { plain.sources.contains(drawing.source) ? plain.codecs : codecs }

    func note(_ values: ClosedRange<Double>?, _ loss: LightLoss, of drawing: Drawing, _ size: PixelSize) {
        if let values { state.withLock { $0.values[drawing.source] = values } }
        if loss != LightLoss() { state.withLock { $0.losses[drawing.source] = (loss, size.area) } }
    }

    /// The range of the values in each of the files read so far. Values are always measured in 16-bit files, but not in every
    /// other format.
    package var values: [Image.Source: ClosedRange<Double>] { state.withLock(\.values) }

    /// Returns the loss of a source, or `nil` if it has not been read or can be displayed exactly.
    package func loss(of source: Image.Source) -> LightLoss? { state.withLock { $0.losses[source]?.loss } }

    /// Returns the files read so far that have a loss, in descending order of its measure.
    /// - Parameter measure: Returns the measure of a loss in a picture with the given number of pixels, or 0 for no loss.
    package func files(by measure: (LightLoss, Int) -> Double) -> [(path: FilePath, part: Double, loss: LightLoss)] {
        state.withLock(\.losses)
            .compactMap { source, lost in source.path.map { ($0, measure(lost.loss, lost.all), lost.loss) } }
            .filter { $0.part > 0 }
            .sorted { ($1.part, $0.path.string) < ($0.part, $1.path.string) }
    }

    /// The drawing with the given number, or `nil` if the number is from another table or the drawing was dropped.
    public subscript(number: Int) -> Drawing? { state.withLock { $0.drawings[number] } }

    func isCurrent(_ number: Int) -> Bool {
        state.withLock { state in state.drawings[number].map { state.numbers[$0.source] == number } ?? false }
    }
}
