package import ArgumentParser
package import FlipbookCore
import FlipbookManifest
import FlipbookMedia
import FlipbookScene
import FoundationEssentials

package struct SequenceOptions: ParsableArguments {
    package init() {}

    @Argument(
        help: ArgumentHelp("A folder, pattern, files, animation, sprite sheet or manifest.", valueName: "input"),
        completion: .custom(InputCompletion.candidates)
    )
    package var input: [String] = []

    @Option(\.frameRate) var fps: FrameRate?
    @Option(\.$animationDuration) var duration: PropertyChange?
    @Option(\.transition) var transition: PropertyChange?

    @Option(
        "<range> Take these frame numbers: 1-100, 1-100x2, 1,5,9-12.",
        transform: { try FrameSelection(parsing: $0) }
    )
    package var frames: FrameSelection?

    @OptionGroup var sheet: SheetCutOptions
    @OptionGroup package var policies: SequencePolicies
    @Option(words: \.$mismatch) package var mismatch: MismatchWord?
    @Option(\.size) var size: PropertyChange?
    @OptionGroup package var screen: ScreenOptions
    @Option(\.$contentMode) var contentMode: PropertyChange?
    @Option(\.backgroundColor) var background: PropertyChange?
    @Option(\.scale) package var scale: DisplayScale?

    @Option(
        "<language> Take the pictures of a language (fr.lproj, hero.fr.png, localized in a manifest): fr, pt-BR, or a "
            + "list fr,en. Base is what all fall back on. (default: that of the environment)"
    )
    var language: String?

    @Option(help: "Take the pictures that an asset catalog has for light or for dark looks: light or dark.")
    var appearance: Appearance?

    @OptionGroup(title: "View") var view: ViewOptions
    @OptionGroup(title: "Colors") var color: ColorOptions
    @OptionGroup(title: "View") package var scene: SceneOptions
    @OptionGroup package var outside: OutsideOption
    var allowedFolders: [FilePath] { outside.allowedFolders }

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Take all pictures of a folder or an archive, and of the folders within, in natural order, as one sequence."
        )
    )
    package var recursive = false

    @Option("<order> The order of several files: by name, as given, or by the time in EXIF data.")
    package var sort: FileOrder = .natural

    @Option(
        "<bytes> Memory for pictures: 512M, 2G. (default: a quarter of the memory that the machine and the control "
            + "group have free, 4G at most)",
        transform: Quantity.init(parsingMemory:)
    )
    var memory: Quantity?

    /// Checks that there is an input, which `play` does without in a window.
    package func requireInput() throws {
        guard input.isEmpty else { return }
        throw ValidationError("An input is missing: name a folder, a pattern such as walk.####.png, or files.")
    }

    package func validate() throws {
        if fps != nil, duration != nil {
            throw ValidationError("--fps and --duration both say how fast the frames go. Give one of them.")
        }
        if size != nil, screen.device != nil {
            throw ValidationError("--size and --device both say how large the canvas is. Give one of them.")
        }
        if contentMode != nil, let mismatch, mismatch.contentMode != nil {
            throw ValidationError(
                "--mismatch \(mismatch.rawValue) and --content-mode both say how pictures are placed. Give one of them."
            )
        }
        if let wrong = language?.split(separator: ",").first(where: { !LanguagePreferences.isName(String($0)) }) {
            throw ValidationError(
                "--language: '\(wrong)' is no language. Write one such as fr, pt-BR or zh-Hant, or Base."
            )
        }
        try frames?.check(in: policies.dialect)
    }

    /// The languages that are wanted: the option's, else the environment's.
    var languages: LanguagePreferences {
        language.map { LanguagePreferences($0.split(separator: ",").map(String.init)) }
            ?? LanguagePreferences(environment: ProcessInfo.processInfo.environment)
    }

    package func locate(_ leniency: SequenceInput.Leniency = .strict) throws -> SequenceInput {
        try SequenceInput(self, leniency)
    }
}

/// The words of `--mismatch`: the policy for frames of another size or scale, and the place that they get.
package enum MismatchWord: String, ArgumentWord {
    case error, fit, fill, stretch

    package var policy: MismatchPolicy { self == .error ? .error : .fit }

    /// The content mode of all pictures, or `nil` for that of `--content-mode` or of a manifest.
    var contentMode: ContentMode? { self == .fill ? .scaleAspectFill : self == .stretch ? .scaleToFill : nil }
}

enum Appearance: String, ArgumentWord {
    case light, dark
}

extension SequenceOptions {
    /// The properties that options set. The dialect has no effect once the frames are found.
    var properties: SequenceProperties {
        var result = SequenceProperties()
        (result.frameRate, result.scale) = (fps, scale)
        (result.$missing, result.maximumGap, result.$mismatch) = (
            policies.missing, policies.maximumGap, mismatch?.policy
        )
        result.$contentMode = mismatch?.contentMode
        for change in [duration, transition, size, contentMode, background] { change?.set(&result) }
        view.set(&result)
        color.set(&result)
        return result
    }

    /// A manifest with the options before its own settings. Frames and overlays are the manifest's.
    func over(_ manifest: SequenceManifest) -> SequenceManifest {
        var result = manifest
        // Each of the two says how fast the frames go, so an option for one puts both of the manifest's aside.
        if fps != nil || duration != nil { (result.frameRate, result.$animationDuration) = (nil, nil) }
        if view.capInsets != nil || view.resizing != nil {
            // The options are another way of cutting pictures.
            (result.leftCapWidth, result.topCapHeight, result.contentStretch) = (nil, nil, nil)
        }
        if let mirror = view.mirror { result.isMirrored = mirror }
        result.properties = properties.over(result.properties)
        if let device = screen.device, size == nil {
            result.size = device.pixelSize(scale: (result.scale ?? 1).value, isLandscape: screen.landscape)
        }
        return result
    }
}

/// The dialect of patterns and the policy for gaps: the same words in every verb that looks for frames.
package struct SequencePolicies: ParsableArguments {
    package init() {}

    @Option(words: \.dialect) package var dialect: Dialect?
    @Option(words: \.$missing) package var missing: MissingFramePolicy?
    @Option(words: \.maximumGap) package var maximumGap: Int?

    package func validate() throws {
        if let maximumGap, maximumGap < 0 { throw ValidationError("--max-gap: \(maximumGap) is below 0.") }
    }

    /// The policy for gaps: an option's before a manifest's, and that before the default.
    func gaps(over manifest: SequenceManifest, _ usual: MissingFramePolicy) -> GapPolicy {
        GapPolicy(missing: missing ?? manifest.$missing ?? usual, maximumGap: maximumGap ?? manifest.maximumGap)
    }
}

package struct SheetCutOptions: ParsableArguments {
    package init() {}

    @Option(
        "<columns>x<rows> Cut a sprite sheet into equal cells, row by row; 8x4,30 takes the first 30.",
        transform: { text in
            guard let grid = SheetGrid(text) else {
                throw ValidationError(
                    "give the columns and rows of the sheet, such as 8x4, or 8x4,30 for the first 30 of its 32 pictures."
                )
            }
            return grid
        }
    )
    package var grid: SheetGrid?

    @Option("<pixels> The pixels between the cells of --grid.", transform: SheetCutOptions.pixels) var spacing: Int?
    @Option("<pixels> The pixels around the cells of --grid.", transform: SheetCutOptions.pixels) var margin: Int?
    @Option("<name> Take the part of a sprite sheet that has this name.") var tag: String?

    private static func pixels(_ text: String) throws -> Int {
        guard let count = Int(text), (0...32_767).contains(count) else {
            throw ValidationError("give a whole number of pixels from 0 to 32767.")
        }
        return count
    }

    package func validate() throws {
        guard grid == nil, let name = spacing != nil ? "--spacing" : margin != nil ? "--margin" : nil else { return }
        throw ValidationError(
            "\(name) needs --grid, the columns and rows of the sheet, such as --grid 8x4."
        )
    }

    package var name: String? { grid != nil ? "--grid" : tag != nil ? "--tag" : nil }
}

/// The screen that is drawn for, and the kind of device whose pictures are taken.
package struct ScreenOptions: ParsableArguments {
    package init() {}

    @Option("<device> Use a device's screen as the canvas; multiplied by the scale.") var device: DeviceScreen?
    @Flag(help: "Turn the screen of --device to landscape.") var landscape = false
    @OptionGroup var idiomOption: IdiomOption

    package var idiom: UserInterfaceIdiom? { idiomOption.idiom ?? device?.idiom }

    package func validate() throws {
        if let device, let asked = idiomOption.idiom, asked != device.idiom {
            throw ValidationError(
                "--device \(device.rawValue) has the pictures of a \(device.idiom.rawValue), and --idiom asks for those of a "
                    + "\(asked.rawValue). Leave --idiom out."
            )
        }
        if landscape, device == nil {
            throw ValidationError("--landscape turns the screen of --device. Say which, as in --device ipad.")
        }
    }
}

/// The kind of device whose pictures are taken: the same words in every verb that looks for frames.
package struct IdiomOption: ParsableArguments {
    package init() {}

    @Option("<kind> Prefer the frames drawn for one kind of device (~iphone, ~ipad).")
    package var idiom: UserInterfaceIdiom?
}

/// The folders besides its own that a document may name files in.
package struct OutsideOption: ParsableArguments {
    package init() {}

    @Option(
        "<folder> Let a document name files in this folder, outside its own; / allows all. Repeatable.",
        name: .customLong("allow-outside"),
        transform: { FilePath($0) }
    )
    package var allowedFolders: [FilePath] = []
}

package struct SceneOptions: ParsableArguments {
    package init() {}

    @Option(
        "<file> Replay taps, pans and pinches on the views of a manifest: [{\"tap\": \"button\", \"at\": 0.5}].",
        completion: .file(extensions: ["json", "yaml"])
    )
    package var events: String?

    func apply(to scene: inout SceneSettings?) throws {
        guard let name = events else { return }
        let path = FilePath(name)
        guard scene != nil else {
            throw Failure.usage("--events: the input has no views that events could reach; name a manifest with views.")
        }
        scene?.events = try [SceneEvent](reading: path)
        let ids = (scene?.views ?? []).flatMap(\.tree).compactMap(\.id)
        for event in scene?.events ?? [] {
            guard case .view(let id) = event.place, !ids.contains(id) else { continue }
            let advice =
                nearestWord(to: id, among: ids).map { "Did you mean '\($0)'?" } ?? "Give a place, or a view's id."
            throw Failure.usage("\(path): no view has the id '\(id.escapingControlCharacters)'. \(advice)")
        }
    }
}
