public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
public import FlipbookScene

/// The settings of a sequence in a window or in a file.
@dynamicMemberLookup
public struct SequenceSettings: Sendable {
    /// The properties of the view. The settings have the same themselves: `settings.size`, `settings.alpha`.
    public var properties = SequenceProperties()

    /// A property of the view.
    public subscript<Value>(dynamicMember property: WritableKeyPath<SequenceProperties, Value>) -> Value {
        get { properties[keyPath: property] }
        set { properties[keyPath: property] = newValue }
    }

    /// The way in which a picture is cut that is drawn at another size, or `nil` if it is scaled as a whole.
    ///
    /// Setting it puts aside what properties such as `capInsets` say.
    public var resizing: ImageResizing? {
        get { properties.resizing ?? ownResizing }
        set {
            ownResizing = newValue
            (properties.capInsets, properties.resizingMode, properties.contentStretch) = (nil, nil, nil)
            (properties.leftCapWidth, properties.topCapHeight) = (nil, nil)
        }
    }
    private var ownResizing: ImageResizing?

    /// The overlays over every picture, the last one on top.
    public var overlays: [Overlay] = []
    /// Texts over every picture, above the overlays, in fonts of the machine.
    public var texts: [TextLabel] = []
    /// Lines of text in the pictures, above the overlays.
    public var burnIns: [BurnIn] = []
    /// The place where the frames stand in the cycle that they are a part of, or `nil` if they are the whole of it.
    package var excerpt: Excerpt?

    /// A part of a cycle, which may go on from its end to its beginning.
    package struct Excerpt: Sendable {
        package let first: Int
        package let cycleLength: Int
        /// Letters in the longest text of each of ``SequenceSettings/burnIns``.
        package let textLengths: [Int]
        /// The times of the cycle's frames.
        package let timing: FrameTiming

        package init(first: Int, cycleLength: Int, textLengths: [Int], timing: FrameTiming) {
            (self.first, self.cycleLength, self.textLengths, self.timing) = (first, cycleLength, textLengths, timing)
        }
    }

    /// A Boolean value that indicates levels of the frames' values, or none since these are all the same.
    package var areLevelsMeasured = false
    /// A Boolean value that indicates levels with all the ranges that the frames' files name.
    package var areRangesJoined = false

    /// A Boolean value that indicates a frame rate of all frames, also where only some are chosen: that of a manifest.
    package var isRateOfAllFrames = false

    /// A Boolean value that tells whether pictures never come again: those of a tree of views that a player moves.
    package var isLive = false

    /// A Boolean value that tells whether the edges and the names of all views and overlays are drawn over every picture.
    public var showsLayers = false

    /// Files that belong to the input though no frame shows them; nothing is written over them, nor over overlays.
    public var stills: [FilePath] = []
    /// The scene over the sequence and its events, or `nil` for frames that follow one another.
    public var scene: SceneSettings?
    /// Files that are read, or may be, besides the frames.
    package var otherInputs: [FilePath] { overlays.map(\.image) + stills + colorFiles + (scene?.files ?? []) }
    /// The memory of pictures in the making, and of those that are kept since they are shown again.
    ///
    /// Several players and exporters may share one.
    public var memory = MemoryBudget()

    /// The formats that pictures are read in.
    public var codecs = ImageCodecs.standard

    /// Settings as a manifest has them, its files as seen from where the program runs.
    ///
    /// ```swift
    /// let file = try ManifestFile(reading: FilePath("walk.yaml"), as: .yaml)
    /// settings.sequence = SequenceSettings(try ManifestLocator().manifest(of: file))
    /// let exporter = Exporter(frames: try ManifestLocator().locate(file), settings: settings)
    /// ```
    ///
    /// Where the manifest leaves the number of cycles open, it is 1.
    public init(_ manifest: SequenceManifest) {
        properties = manifest.properties
        overlays = manifest.overlays ?? []
        texts = manifest.texts ?? []
        scene = SceneSettings(manifest)
        stills = [manifest.image, manifest.highlightedImage].compactMap { $0 }
        for case .list(let entries)? in [manifest.animationImages, manifest.highlightedAnimationImages] {
            stills += entries.map(\.image)
        }
    }

    /// The layer of an image view, of which contents, geometry and the properties above do not count.
    package var view = Layer()

    /// Settings with everything at its default but the number of cycles.
    public init(animationRepeatCount: Int = 1) { properties.animationRepeatCount = animationRepeatCount }
}

extension SequenceSettings {
    /// The settings whose codecs make colors as the properties say, their lookup table and profile read.
    /// - Throws: ``SequenceError/setting(_:)`` where one of these files cannot be used.
    package func readingColors() throws -> SequenceSettings {
        guard properties.makeColors else { return self }
        var settings = self
        do throws(SourceColorsError) {
            let colors = try SourceColors(
                exposure: properties.exposure,
                lookupTable: properties.lookupTable,
                profile: properties.inputProfile,
                levels: properties.levels?.range,
                channels: ChannelChoice(layer: properties.layerName, channels: properties.channels),
                canvas: properties.canvasColors
            )
            settings.codecs = codecs.reading(colors)
        } catch {
            switch error {
            case .lookupTable(let error):
                throw SequenceError.setting(SettingFault(.lut, error.explanation + ".", isUnreadable: true))
            case .profile(let path, let reason):
                throw SequenceError.setting(SettingFault(.inputProfile, "\(path): " + reason + ".", isUnreadable: true))
            }
        }
        return settings
    }

    /// The files that say how numbers become colors.
    package var colorFiles: [FilePath] { [properties.lookupTable, properties.inputProfile?.file].compactMap(\.self) }
}

extension SequenceProperties {
    /// A Boolean value that tells whether they say how the numbers in files become colors.
    fileprivate var makeColors: Bool {
        exposure != 0 || lookupTable != nil || inputProfile != nil || levels != nil || layerName != nil
            || channels != nil || canvasColors != .sRGB
    }

    package var canvasColors: CanvasColors { CanvasColors(space: canvasSpace, blend: blend) }
}
