public import FlipbookCore
public import FlipbookImaging
public import FlipbookScene
public import FlipbookSequences

/// A scene whose picture headers have been read. The picture for a given time can then be found without disk access.
///
/// Pictures with the same pixels share one `Drawing`, which is identified by a small number. The properties of layers can still
/// be changed, for example when the user chooses a different background. The contents of layers cannot be changed.
public struct BoundScene: Sendable {
    fileprivate typealias Known = [Image.Source: Drawing]

    fileprivate struct Strip: Sendable {
        /// A picture with its header, if the header could be read, and the number that identifies its pixels.
        struct Entry: Hashable {
            let image: Image
            let drawing: Int
            /// The numbers that identify the pixels of the image's other parts. Most images have no other parts.
            let others: [Int]

            init(_ image: Image, in drawings: DrawingTable, _ known: Known = [:], isPassing: Bool = false) {
                self.image = image.withHeaders(known)
                func number(_ image: Image) -> Int {
                    guard image.source != .black, image.source != .nothing else { return 0 }
                    let drawing = known[image.source] ?? Drawing(source: image.source)
                    return drawings.number(of: drawing, isPassing: isPassing)
                }
                drawing = number(image)
                others = image.isComposed ? image.parts.dropFirst().map(number) : []
            }

            /// Creates a picture in transition to another one. Either picture may be missing.
            init(_ from: Entry?, to next: Entry?, by transition: Transition, at progress: Double) {
                image = (from?.image ?? .nothing).settled
                    .transitioning(to: (next?.image ?? .nothing).settled, by: transition, at: progress)
                let numbers = (from?.settledNumbers ?? [0]) + (next?.settledNumbers ?? [0])
                (drawing, others) = (numbers[0], Array(numbers.dropFirst()))
            }

            private var settledNumbers: [Int] { (image.transition == nil ? [] : [0]) + [drawing] + others }

            func hash(into hasher: inout Hasher) {
                hasher.combine(drawing)
                if let transition = image.transition { hasher.combine(transition.progress) }
            }
        }

        var entries: [Entry] = []
        var order: [Int] = []
        var timing: FrameTiming?
        /// The pictures and their times, or `nil` if the pictures simply repeat in order.
        var pictures: LayerPictures?
        var places: [Image: Int] = [:]
        var layersWithin = 0

        func entry(at time: Int64) -> Entry? {
            if let pictures { return entry(at: time, of: pictures) }
            guard let timing else { return order.first.map { entries[$0] } }
            return entry(ofFrame: timing.positionInCycle(ofFrame: timing.frame(atNanosecond: time)))
        }

        private func entry(at time: Int64, of pictures: LayerPictures) -> Entry? {
            func entry(of frame: Frame?) -> Entry? { frame.flatMap { places[$0.image] }.map { entries[$0] } }
            let shown = entry(of: pictures.frame(atNanosecond: time))
            guard let passage = pictures.passage(atNanosecond: time) else { return shown }
            return Entry(entry(of: passage.from), to: shown, by: passage.transition, at: passage.progress)
        }

        func entry(ofFrame position: Int) -> Entry { entries[order[position]] }
    }

    /// The scene. Its layers have no contents.
    public private(set) var scene: Scene
    /// The table of drawings.
    public private(set) var drawings: DrawingTable
    /// The times of the scene's frames. If `nil`, the times of the lowest layer's frames are used.
    package let clock: SceneClock?
    private var strips: [Strip] = []
    private var outlines: LayerOutlines?
    /// The number of bytes needed to decode the largest surveyed picture. `eight` is for 8 bits per channel, and `deep` for all
    /// bits in the file.
    private let largestPicture: (eight: Int, deep: Int)

    /// Replaces the table with one that has the same numbers but reads drawings differently.
    package mutating func read(_ drawings: DrawingTable) { self.drawings = drawings }

    /// Binds a scene whose headers have already been read.
    ///
    /// An image without a known header is assumed to be stored upright.
    /// - Parameters:
    ///   - survey: The headers of the scene's pictures.
    ///   - drawings: The table of a previous scene, whose drawings keep their numbers.
    public init(
        _ scene: Scene,
        _ survey: FrameSurvey = FrameSurvey(entries: []),
        drawings: DrawingTable = DrawingTable()
    ) { self.init(scene, survey, at: nil, drawings: drawings) }

    package init(_ scene: Scene, _ survey: FrameSurvey, at clock: SceneClock?, drawings: DrawingTable) {
        (self.scene, self.drawings, self.clock) = (scene, drawings, clock)
        let paged = drawings.codecs.codecs.filter { $0.inPlace != nil }.map(\.format)
        largestPicture = survey.read.reduce(into: (0, 0)) { largest, entry in
            guard case .success(let header) = entry.header else { return }
            // An animation needs memory for its picture, for its canvas, and for the part that is drawn on the canvas.
            let isAlone = entry.frame.path?.picture == nil || header.isArchived || paged.contains(header.format)
            let count = isAlone ? 1 : 3
            // The area is limited, since a header may claim a huge size. Such a picture is rejected when it is decoded.
            let area = min(header.size.area, .max / 36) * count
            // 16-bit pictures are measured before they are rounded.
            let isMeasured = header.bitDepth == 16 && header.fullRange != nil
            largest.eight = max(largest.eight, area * (isMeasured ? 12 : 4))
            largest.deep = max(largest.deep, area * (header.bitDepth > 8 ? 8 : 4))
        }
        let known = survey.drawings
        self.scene.layers = scene.layers.map { bound($0, known, .leftToRight) }
    }

    /// Returns a copy of the layer and its descendants without contents, and adds the contents to the strips.
    /// - Parameter direction: The layout direction around the layer. If the layer has a layout direction, that direction is
    ///   used instead.
    private mutating func bound(_ layer: Layer, _ known: Known, _ direction: LayoutDirection) -> Layer {
        var layer = layer
        let direction = layer.layoutDirection ?? direction
        layer.layoutDirection = direction
        let place = strips.count
        switch layer.contents {
        case .nothing: strips.append(Strip())
        case .image(let image): strips.append(Strip(entries: [Strip.Entry(image, in: drawings, known)], order: [0]))
        case .frames(let frames, let timing):
            strips.append(strip(frames.lazy.map(\.image), known))
            strips[place].timing = timing
        case .pictures(let pictures):
            let images = pictures.frames.map(\.image).distinct
            strips.append(strip(images, known))
            strips[place].places = Dictionary(uniqueKeysWithValues: zip(images, strips[place].order))
            strips[place].pictures = pictures
        }
        layer.contents = .nothing
        layer.former = layer.former.map { bound($0, known, direction) }
        layer.sublayers = layer.sublayers.map { bound($0, known, direction) }
        strips[place].layersWithin = strips.count - place - 1
        return layer
    }

    /// Binds a scene and reads the headers of its pictures on all cores. A scene without a size gets the size of its first
    /// picture.
    /// - Parameter codecs: The formats to read.
    public init(reading scene: Scene, codecs: ImageCodecs = .standard) async throws(CancellationError) {
        let frames = scene.layers.flatMap(\.tree).flatMap(\.contents.frames)
        let survey = try await FrameSurvey.reading(frames, codecs: codecs)
        var scene = scene
        scene.take(sizeOf: survey.entries.first?.frame.image)
        self.init(scene, survey, drawings: DrawingTable(codecs: codecs))
    }

    init(_ scene: Scene, shownAt time: Int64, codecs: ImageCodecs) {
        let shown = scene.layers.flatMap(\.tree).compactMap { $0.contents.image(atNanosecond: time) }.flatMap(\.parts)
        let entries = shown.filter { $0.pixelSize == nil && ![.black, .nothing].contains($0.source) }.map { image in
            FrameSurvey.Entry(frame: Frame(image), header: Drawing(source: image.source).readHeader(codecs))
        }
        var scene = scene
        scene.take(sizeOf: entries.first?.frame.image ?? shown.first)
        self.init(scene, FrameSurvey(entries: entries), drawings: DrawingTable(codecs: codecs))
    }

    private func strip(_ images: some Sequence<Image>, _ known: Known) -> Strip {
        var strip = Strip()
        var places: [Strip.Entry: Int] = [:]
        for image in images {
            let entry = Strip.Entry(image, in: drawings, known)
            let place = places[entry, default: strip.entries.count]
            if place == strip.entries.count {
                strip.entries.append(entry)
                places[entry] = place
            }
            strip.order.append(place)
        }
        return strip
    }

    /// Changes the properties of a layer. Its contents do not change.
    public mutating func changeLayer(_ place: Int, _ change: (inout Layer) -> Void) { change(&scene.layers[place]) }

    /// Replaces the sublayers of the lowest layer, for a moving view tree. The headers of their pictures must be known.
    package mutating func show(_ sublayers: [Layer]) {
        let within = BoundScene(Scene(size: scene.size, scale: scene.scale, layers: sublayers), drawings: drawings)
        strips.replaceSubrange(1..<1 + strips[0].layersWithin, with: within.strips)
        strips[0].layersWithin = within.strips.count
        scene.layers[0].sublayers = within.scene.layers
        drawings.pass(allBut: Set(strips.lazy.flatMap(\.entries).flatMap { [$0.drawing] + $0.others }))
        if showsLayers { outlines = LayerOutlines(names, in: scene, drawings) }
    }

    package var showsLayers: Bool {
        get { outlines != nil }
        set { outlines = newValue ? outlines ?? LayerOutlines(names, in: scene, drawings) : nil }
    }

    /// The names of the layers, parents first. The name of a layer is its ID or, if it has none, its first file. Layers that
    /// hold single characters of a text label have no names.
    private var names: [String?] {
        var names: [String?] = []
        for (index, root) in scene.layers.enumerated() {
            for layer in root.tree {
                let isSequence = names.isEmpty
                let file = strips[names.count].entries.lazy.compactMap(\.image.path).first?.lastComponent
                let name = layer.id ?? (isSequence ? "the sequence" : file ?? (index == 0 ? "a view" : nil))
                names.append(name?.escapingControlCharacters)
            }
        }
        return names
    }

    /// Returns the display list for `time`, in seconds since the scene began. The time is rounded down to nanoseconds.
    public func displayList(at time: RationalTime) -> DisplayList { displayList(atNanosecond: time.nanoseconds) }

    package func displayList(atNanosecond time: Int64) -> DisplayList {
        displayList(atNanosecond: time, base: strips.first?.entry(at: time))
    }

    /// Returns the display list at the time when the lowest layer first shows the frame at `position`.
    package func displayList(ofFrame position: Int) -> DisplayList {
        if let clock {
            let time = clock.moment(ofFrame: position)
            guard clock.isExcerpt else { return displayList(atNanosecond: time) }
            // Layers above the lowest one have a frame for each frame of the excerpt.
            let own = clock.timing.nanosecond(ofFrame: position)
            return displayList(atNanosecond: time, base: strips[0].entry(ofFrame: position), over: own)
        }
        let time = strips[0].timing?.nanosecond(ofFrame: position) ?? 0
        return displayList(atNanosecond: time, base: strips[0].entry(ofFrame: position))
    }

    /// Returns the scene's display list with a different image in the lowest layer. If `nil`, the layer shows only its
    /// background.
    package func displayList(showing image: Image?) -> DisplayList {
        displayList(atNanosecond: 0, base: image.map { Strip.Entry($0, in: drawings, isPassing: true) })
    }

    /// - Parameter timeAbove: The time for the layers above the lowest one. If `nil`, `time` is used.
    private func displayList(atNanosecond time: Int64, base: Strip.Entry?, over timeAbove: Int64? = nil) -> DisplayList
    {
        var painter = Painter(scene: self, time: time, base: base)
        painter.items.reserveCapacity(strips.count)
        for layer in scene.layers {
            if painter.place > 0 { painter.time = timeAbove ?? time }
            painter.paint(layer, in: .identity, templates: ImageView.defaultTintColor)
        }
        return DisplayList(items: painter.items + painter.outlines)
    }

    private struct Painter {
        let scene: BoundScene
        var time: Int64
        let base: Strip.Entry?
        var place = 0
        var items: [DisplayList.Item] = []
        var outlines: [DisplayList.Item] = []
        var isPast = false

        mutating func paint(_ layer: Layer, in space: Transform, templates: Color, depth: Int = 0) {
            guard !layer.tracks.isEmpty, let passage = layer.passage(atNanosecond: time)
            else { return paintAlone(layer, in: space, templates: templates, depth: depth) }
            let (own, now, wasPast) = (place, time, isPast)
            let outline = layer.presentation(atNanosecond: time).outline(in: space)
            items.append(.begin(DisplayList.Group(outline, passage.transition, at: passage.progress)))
            items.append(.begin(DisplayList.Group()))
            isPast = true
            if let former = layer.former.first {
                place += 1
                paintAlone(former, in: space, templates: templates, depth: depth)
            } else {
                time = passage.start - 1
                paintAlone(layer, in: space, templates: templates, depth: depth)
            }
            (place, time, isPast) = (own, now, wasPast)
            items += [.end, .begin(DisplayList.Group())]
            paintAlone(layer, in: space, templates: templates, depth: depth)
            items += [.end, .end]
        }

        private mutating func paintAlone(_ layer: Layer, in space: Transform, templates: Color, depth: Int) {
            let (strip, own) = (scene.strips[place], place)
            let entry = place == 0 ? base : strip.entry(at: time)
            place += 1
            for former in layer.former { place += former.tree.count }
            let layer = layer.presentation(atNanosecond: time)
            guard layer.isSeen else {
                place = own + 1 + strip.layersWithin
                return
            }
            if let outlines = scene.outlines, !isPast {
                let inner = layer.geometry.outwards.concatenating(space)
                self.outlines += outlines.items(of: layer, at: own, in: inner, depth: depth)
            }
            var alone = layer
            // A layer with sublayers fades as a group.
            let group = layer.group
            if let group {
                items.append(.begin(group))
                alone.alpha = 1
            }
            let painted = alone.painted(entry, in: space, templates: templates)
            if let painted { items.append(.layer(painted)) }
            if !layer.sublayers.isEmpty {
                let inner = layer.geometry.outwards.concatenating(space)
                let clip = layer.clipsToBounds ? painted?.silhouette : nil
                if let clip { items.append(.begin(DisplayList.Group(clip: clip))) }
                let templates = layer.properties.templateColor(in: templates)
                for sublayer in layer.sublayers { paint(sublayer, in: inner, templates: templates, depth: depth + 1) }
                if clip != nil { end() }
            }
            if group != nil { end() }
        }

        private mutating func end() { if case .begin? = items.last { items.removeLast() } else { items.append(.end) } }
    }

    package struct ShownLayer: Sendable {
        package let depth: Int
        package let layer: Layer
        package let picture: FilePath?
    }

    package func shownLayers(at time: Int64) -> [ShownLayer] {
        var shown: [ShownLayer] = []
        var place = 0
        func add(_ layer: Layer, _ depth: Int) {
            let entry = strips[place].entry(at: time)
            place += 1 + layer.former.reduce(0) { $0 + $1.tree.count }
            let layer = layer.presentation(atNanosecond: time)
            shown.append(ShownLayer(depth: depth, layer: layer, picture: entry?.image.path))
            for sublayer in layer.sublayers { add(sublayer, depth + 1) }
        }
        for layer in scene.layers { add(layer, 0) }
        return shown
    }

    /// Returns the layer at `place` as it looks initially, without its sublayers. Returns `nil` if the layer paints nothing.
    func paintedLayer(_ place: Int) -> PaintedLayer? {
        let index = scene.layers[..<place].reduce(0) { $0 + $1.tree.count }
        return scene.layers[place].presentation(atNanosecond: 0).painted(strips[index].entry(at: 0))
    }

    private var isAnimated: Bool { scene.layers.contains { $0.tree.contains { !$0.tracks.isEmpty } } }

    /// The times at which any layer shows its next frame, or closely spaced times for smooth motion. If `nil`, there are too
    /// many times.
    var moments: FrameTiming? {
        if let clock { return clock.timing }
        let timings = strips.compactMap { $0.timing ?? $0.pictures?.timing }
        let isSmooth = isAnimated || strips.contains { $0.pictures?.isMoving == true && $0.pictures?.timing == nil }
        return isSmooth || timings.isEmpty
            ? FrameTiming(frameCount: 1, rate: .imageViewDefault) : FrameTiming(together: timings)
    }

    /// Returns the time at which the last finite change ends, in nanoseconds. The result is 0 if nothing changes, and `nil` if
    /// all changes repeat forever.
    /// - Parameter cycles: The number of cycles of the lowest layer that has frames. If 0, the layer repeats forever.
    func end(cycles: Int) -> Int64? {
        let moving = strips.compactMap(\.pictures).filter(\.isMoving)
        let ends = scene.layers.flatMap(\.endNanoseconds) + moving.map(\.endNanosecond)
        let last = ends.compactMap(\.self).max() ?? 0
        guard let own = clock?.timing ?? strips.lazy.compactMap(\.timing).first
        else { return last > 0 ? last : ends.contains(nil) ? nil : 0 }
        guard cycles > 0 else { return nil }
        let (frames, overflow) = own.frameCount.multipliedReportingOverflow(by: cycles)
        return max(own.nanosecond(ofFrame: overflow ? .max : frames), last)
    }

    var repeatsPictures: Bool {
        strips.contains { strip in
            strip.entries.count < strip.pictures?.frames.count ?? strip.order.count
                || strip.pictures?.animation != nil && strip.pictures?.repeatCount != 1
        }
    }

    func largestPicture(isDeep: Bool) -> Int { isDeep ? largestPicture.deep : largestPicture.eight }

    /// A number for each frame of the lowest layer. Frames with equal numbers look the same when they are first shown.
    package var frameLooks: [Int] {
        guard let base = strips.first else { return [] }
        // It is enough to compare the pictures of the lowest layer if nothing else changes.
        let isMoving = isAnimated || clock != nil || strips.dropFirst().contains { $0.entries.count > 1 }
        guard isMoving else { return base.order }
        var looks: [DisplayList: Int] = [:]
        return (0..<(clock?.timing.frameCount ?? base.order.count)).map { frame in
            let list = displayList(ofFrame: frame)
            let look = looks[list] ?? looks.count
            looks[list] = look
            return look
        }
    }

    package struct Pixel: Sendable {
        package let drawing: Drawing
        package let orientation: ImageOrientation
        package let x, y: Int
        /// The size of the oriented drawing. `isPlain` is `false` if the drawing is a template, or if its layer is translucent
        /// or has rounded corners.
        let (size, isPlain): (PixelSize, Bool)

        package func fills(_ target: PixelSize) -> Bool { isPlain && size == target }
    }

    /// Returns the pixel of a file that a list shows at a point, given in pixels of the target. Returns `nil` if the list is
    /// not a single picture without a transform.
    package func pixel(at place: Point, of list: DisplayList, for target: RenderTarget) -> Pixel? {
        guard let (layer, picture, drawing, size) = single(of: list) else { return nil }
        let room = layer.frame.snapped(scale: target.scale)
        let edges = layer.placement(of: size, scale: picture.scale, in: room, scale: target.scale).edges
        guard edges.size.width > 0, edges.size.height > 0 else { return nil }
        let x = (place.x.rounded(.down) + 0.5 - Double(room.x) - edges.origin.x) / edges.size.width
        let y = (place.y.rounded(.down) + 0.5 - Double(room.y) - edges.origin.y) / edges.size.height
        guard (0..<1).contains(x), (0..<1).contains(y) else { return nil }
        let (turn, isPlain) = (picture.orientation, picture.stencilColor == nil && layer.leavesPictures)
        let (column, row) = (Int(x * Double(size.width)), Int(y * Double(size.height)))
        return Pixel(drawing: drawing, orientation: turn, x: column, y: row, size: size, isPlain: isPlain)
    }

    /// Returns the part of the target that shows a list's picture, or `nil` if the list is not a single picture without a
    /// transform.
    package func area(of list: DisplayList, for target: RenderTarget) -> PixelRect? {
        guard let (layer, picture, _, size) = single(of: list) else { return nil }
        let room = layer.frame.snapped(scale: target.scale)
        let placement = layer.placement(of: size, scale: picture.scale, in: room, scale: target.scale)
        return placement.visible.moved(x: room.x, y: room.y)
    }

    /// Returns a list's only picture, without a transform, and its oriented size.
    private func single(of list: DisplayList) -> (PaintedLayer, PaintedPicture, Drawing, PixelSize)? {
        guard list.items.count == 1, case .layer(let layer) = list.items[0], layer.transform.isIdentity,
            case .picture(let picture) = layer.contents, picture.resizing == nil,
            let drawing = drawings[picture.drawing], let header = drawing.knownHeader(drawings.codecs)
        else { return nil }
        return (layer, picture, drawing, picture.orientation.shownSize(of: header.size))
    }
}

extension Layer.Contents {
    package var frames: [Frame] {
        switch self {
        case .nothing: []
        case .image(let image): [Frame(image)]
        case .frames(let frames, _): frames
        case .pictures(let pictures): pictures.frames
        }
    }
}

extension Layer {
    fileprivate func painted(
        _ entry: BoundScene.Strip.Entry?,
        in space: Transform = .identity,
        templates: Color = ImageView.defaultTintColor
    ) -> PaintedLayer? {
        let (drawing, others) = (entry?.drawing ?? 0, entry?.others ?? [])
        return painted(entry?.image, drawing: drawing, others: others, in: space, templates: templates)
    }
}
