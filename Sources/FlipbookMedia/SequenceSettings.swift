public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
public import FlipbookScene

/// The settings of a sequence in a window or a file.
@dynamicMemberLookup
public struct SequenceSettings: Sendable {
    /// The properties of the view. They are also available directly: `settings.size`, `settings.alpha`.
    public var properties = SequenceProperties()

    /// A property of the view.
    public subscript<Value>(dynamicMember property: WritableKeyPath<SequenceProperties, Value>) -> Value {
        get { properties[keyPath: property] }
        set { properties[keyPath: property] = newValue }
    }

    /// The slicing of a picture that is drawn at a different size, or `nil` to scale it as a whole.
    ///
    /// Setting it overrides properties such as `capInsets`.
    public var resizing: ImageResizing? {
        get { properties.resizing ?? ownResizing }
        set {
            ownResizing = newValue
            (properties.capInsets, properties.resizingMode, properties.contentStretch) = (nil, nil, nil)
            (properties.leftCapWidth, properties.topCapHeight) = (nil, nil)
        }
    }
    private var ownResizing: ImageResizing?

    /// The overlays over every picture. The last one is on top.
    public var overlays: [Overlay] = []
    /// Text labels above the overlays, in the machine's fonts.
    public var texts: [TextLabel] = []
    /// Lines of text burned into the pictures, above the overlays.
    public var burnIns: [BurnIn] = []
    /// The position of the frames in their cycle, or `nil` if they are the whole cycle.
    package var excerpt: Excerpt?

    package struct Excerpt: Sendable {
        package let first, cycleLength: Int
        package let textLengths: [Int]
        package let timing: FrameTiming

        package init(first: Int, cycleLength: Int, textLengths: [Int], timing: FrameTiming) {
            (self.first, self.cycleLength, self.textLengths, self.timing) = (first, cycleLength, textLengths, timing)
        }
    }

    /// A Boolean value that indicates whether levels were measured, even if all values are equal and levels are `nil`.
    package var areLevelsMeasured = false
    package var areRangesJoined = false

    /// A Boolean value that indicates whether the frame rate applies to the full sequence even if only some frames are
    /// selected, as in a manifest.
    package var isRateOfAllFrames = false

    /// A Boolean value that indicates whether pictures never recur, as in a view tree that a player moves.
    package var isLive = false

    /// A Boolean value that indicates whether the outlines and names of all views and overlays are drawn.
    public var showsLayers = false

    /// Input files that no frame shows. Output never overwrites them.
    public var stills: [FilePath] = []
    /// The scene above the sequence, with its events, or `nil` for plain frames.
    public var scene: SceneSettings?
    /// Files that may be read in addition to the frames.
    package var otherInputs: [FilePath] { overlays.map(\.image) + stills + colorFiles + (scene?.files ?? []) }
    /// The memory for pictures in production and for cached pictures. Multiple players and exporters may share it.
    public var memory = MemoryBudget()

    /// The formats that can be read.
    public var codecs = ImageCodecs.standard

    /// Creates the settings of a manifest, with file paths relative to the working directory.
    ///
    /// ```swift
    /// let file = try ManifestFile(reading: FilePath("walk.yaml"), as: .yaml)
    /// settings.sequence = SequenceSettings(try ManifestLocator().manifest(of: file))
    /// let exporter = Exporter(frames: try ManifestLocator().locate(file), settings: settings)
    /// ```
    ///
    /// If the manifest does not specify the number of cycles, it is 1.
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

    /// The layer of an image view. Its contents, geometry, and the properties above are ignored.
    package var view = Layer()

    /// Creates default settings with a number of cycles.
    public init(animationRepeatCount: Int = 1) { properties.animationRepeatCount = animationRepeatCount }

    /// Reads the lookup table and the profile, and returns the settings with codecs that convert colors accordingly.
    /// - Throws: ``SequenceError/setting(_:)`` if one of these files is unusable.
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

    package var colorFiles: [FilePath] { [properties.lookupTable, properties.inputProfile?.file].compactMap(\.self) }
}

extension SequenceProperties {
    fileprivate var makeColors: Bool {
        exposure != 0 || lookupTable != nil || inputProfile != nil || levels != nil || layerName != nil
            || channels != nil || canvasColors != .sRGB
    }

    package var canvasColors: CanvasColors { CanvasColors(space: canvasSpace, blend: blend) }
}
