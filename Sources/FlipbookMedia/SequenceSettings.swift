public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
import FlipbookRender
public import FlipbookScene
import FlipbookSequences

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

    /// A Boolean value that indicates whether levels were measured. If all values are equal, `levels` is `nil` even after
    /// measuring.
    package var areLevelsMeasured = false
    package var areRangesJoined = false

    /// A Boolean value that indicates whether the frame rate applies to the full sequence even if only some frames are
    /// selected. A manifest's frame rate does.
    package var isRateOfAllFrames = false

    /// A Boolean value that indicates whether pictures never recur, for example because the program changes its views during
    /// playback.
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
        (properties, overlays) = (manifest.properties, manifest.overlays ?? [])
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
        let isAsStored = self.exposure == 0 && self.lookupTable == nil && self.inputProfile == nil && self.levels == nil
        guard !isAsStored || self.layerName != nil || self.channels != nil || properties.canvasColors != .sRGB
        else { return self }
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

    /// Returns an image as it is drawn under these settings. The image's header must have been read.
    package func look(of image: Image) -> Image {
        var image = properties.orientation.map(image.withOrientation) ?? image
        if let resizing { image = image.resized(resizing) }
        if properties.isMirrored { image = image.mirroredWithCaps() }
        return properties.view.tintColor == nil ? image : image.withRenderingMode(.alwaysTemplate)
    }

    package func layer(on bounds: Rect, showing contents: Layer.Contents) -> Layer {
        var layer = Layer(frame: bounds, contents: contents)
        apply(to: &layer)
        return layer
    }

    package func apply(to layer: inout Layer) {
        layer.properties = properties.view
        layer.tintColor = properties.view.tintColor ?? view.tintColor
        layer.contentStretch = view.contentStretch
        layer.layoutDirection = view.layoutDirection
    }

    package func showing(_ view: ImageView) -> SequenceSettings {
        var settings = drawn(as: view)
        settings.frameRate = nil
        let bounds = Rect(origin: .zero, size: view.bounds.size)
        if !bounds.isEmpty { settings.size = bounds.snapped(scale: settings.scale?.value ?? 1).size }
        return settings
    }

    /// Returns the settings for a scene over the frames `FrameList.beneathViews`.
    /// - Parameter duration: The duration of the scene. If `nil`, the scene ends with its last animation.
    package func showing(_ scene: Scene, lasting duration: RationalTime?) -> SequenceSettings {
        changing(self) { settings in
            (settings.size, settings.scale) = (scene.size, DisplayScale(ofImage: scene.scale))
            settings.scene = SceneSettings(scene, lasting: duration)
        }
    }

    package func drawn(as view: ImageView) -> SequenceSettings {
        var settings = self
        settings.view = view.look
        settings.properties.view = settings.view.properties
        // The settings apply if the view does not specify these properties. The settings' tint turns all pictures into
        // templates.
        settings.$semanticContentAttribute = view.$semanticContentAttribute ?? self.$semanticContentAttribute
        settings.$filter = view.$filter ?? self.$filter
        settings.$pixelPolicy = view.$pixelPolicy ?? self.$pixelPolicy
        settings.tintColor = self.tintColor
        settings.animationDuration = view.exactAnimationDuration
        settings.animationRepeatCount = max(0, view.animationRepeatCount)
        return settings
    }

    func scene(
        showing frames: [Frame],
        at timing: FrameTiming,
        size: PixelSize,
        scale: Double,
        on stage: SceneStage? = nil
    ) throws(CanvasError) -> Scene {
        guard scale > 0, scale.isFinite else { throw .scale(scale) }
        var scene = Scene(size: size, scale: scale)
        scene.layers = [stage?.root ?? layer(on: scene.bounds, showing: .frames(frames, timing))]
        for (place, overlay) in overlays.enumerated() {
            let image = try wrapping(Image(contentsOfFile: overlay.image, codecs: codecs)) { error in
                CanvasError.overlay(place, FrameRenderError(path: overlay.image, cause: error))
            }
            var layer = overlay.view(showing: image, on: scene.bounds.size).layer
            layer.filter = properties.filter
            scene.layers.append(layer)
        }
        for (place, label) in texts.enumerated() {
            scene.layers.append(
                try wrapping(
                    label.layer(over: frames, at: timing, on: scene.bounds.size, scale: scale, excerpt),
                    in: { CanvasError.text(place, $0) }
                )
            )
        }
        for (place, burnIn) in burnIns.enumerated() {
            let lines = burnIn.lines(over: frames, at: timing, excerpt)
            let length = excerpt?.textLengths[place] ?? lines.map(\.count).max() ?? 0
            scene.layers += try wrapping(
                burnIn.layers(of: lines, length, at: timing, size: size, scale: scale),
                in: { CanvasError.overlay(overlays.count, FrameRenderError(path: "burn-in", cause: $0)) }
            )
        }
        return scene
    }

    func survey(_ frames: [Frame], _ known: [FilePath: FrameSurvey.Entry]) async throws -> FrameSurvey {
        try await FrameSurvey.reading(frames, known: known, codecs: codecs)
    }
}

extension SequenceProperties {
    package var canvasColors: CanvasColors { CanvasColors(space: canvasSpace, blend: blend) }
}
