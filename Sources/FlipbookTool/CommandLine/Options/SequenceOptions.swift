package import ArgumentParser
package import FlipbookCore
import FlipbookFiles
import FlipbookManifest
import FlipbookMedia
import FlipbookScene
import FoundationEssentials

package struct SequenceOptions: ParsableArguments {
    package init() {}

    @Argument(
        help: ArgumentHelp("Folder, pattern, files, animation, sprite sheet or manifest.", valueName: "input"),
        completion: .custom(InputCompletion.candidates)
    )
    package var input: [String] = []

    @Option(\.frameRate) var fps: FrameRate?
    @Option(\.$animationDuration) var duration: PropertyChange?
    @Option(\.transition) var transition: PropertyChange?

    @Option("<range> Frames to use: 1-100, 1-100x2 or 1,5,9-12.", transform: { try FrameSelection(parsing: $0) })
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
        "<language> Preferred languages, such as fr or fr,en; Base is the fallback. (default: from the environment)"
    )
    var language: String?

    @Option(help: "Asset catalog appearance to use.") var appearance: Appearance?

    @OptionGroup(title: "View") var view: ViewOptions
    @OptionGroup(title: "Colors") var color: ColorOptions
    @OptionGroup(title: "View") package var scene: SceneOptions
    @OptionGroup package var outside: OutsideOption
    var allowedFolders: [FilePath] { outside.allowedFolders }

    @Flag(name: .shortAndLong, help: ArgumentHelp("Treat all images in a folder and its subfolders as one sequence."))
    package var recursive = false

    @Option("<order> Order of files: by name, as listed (none), or EXIF time.")
    package var sort: FileOrder = .natural

    @Option(
        "<bytes> Memory limit for pictures: 512M, 2G. (default: a quarter of the free memory, up to 4G)",
        transform: Quantity.init(parsingMemory:)
    )
    var memory: Quantity?

    /// Checks that there is an input. Only the window of `play` needs none.
    package func requireInput() throws {
        if input.isEmpty { throw ValidationError("Missing expected argument '<input> ...'") }
    }

    package func validate() throws {
        if fps != nil, duration != nil {
            throw ValidationError("--fps and --duration both set the frame rate. Use only one of them.")
        }
        if size != nil, screen.device != nil {
            throw ValidationError("--size and --device both set the canvas. Use only one of them.")
        }
        if contentMode != nil, let mismatch, mismatch.contentMode != nil {
            throw ValidationError(
                "--mismatch \(mismatch.rawValue) and --content-mode both position the pictures. Use only one of them."
            )
        }
        if let wrong = language?.split(separator: ",").first(where: { !LanguagePreferences.isName(String($0)) }) {
            throw ValidationError(
                "--language: '\(wrong)' is not a language. Use a value such as fr, pt-BR or zh-Hant, or Base."
            )
        }
        if input.count > 1, let sound = input.first(where: { $0.isAudioName && !FilePath($0).isFolder }) {
            throw ValidationError("\(FilePath(sound)) is audio. Add it with --audio: --audio \(sound.quotedForShell).")
        }
        if let word = input.first(where: { $0.contains(/^[–—]/) && FileStatus(FilePath($0)) == nil }) {
            throw ValidationError("\(FilePath(word)) begins with a long dash. Write --\(word.trimmingPrefix(/[–—]+/)).")
        }
        try frames?.check(in: policies.dialect)
    }

    var languages: LanguagePreferences {
        language.map { LanguagePreferences($0.split(separator: ",").map(String.init)) }
            ?? LanguagePreferences(environment: ProcessInfo.processInfo.environment)
    }

    package func locate(_ leniency: SequenceInput.Leniency = .strict) throws -> SequenceInput {
        try SequenceInput(self, leniency)
    }

    package func resolution(_ naming: NamingPolicy, mismatch policy: MismatchPolicy) -> Resolution.Options {
        let (scale, policy) = (scale?.variant ?? 1, mismatch?.policy ?? policy)
        let options = Resolution.Options(scale: scale, mismatch: policy, naming: naming, idiom: screen.idiom)
        return changing(options) { $0.countsGaps = policies.missing != nil }
    }

    /// The properties set by options. The dialect is left out, since it matters only while frames are being found.
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

    /// Returns a manifest with its settings replaced by options. Frames and overlays are kept.
    func over(_ manifest: SequenceManifest) -> SequenceManifest {
        var result = manifest
        // `--fps` and `--duration` both determine the frame rate, so either option replaces both values in the manifest.
        if fps != nil || duration != nil { (result.frameRate, result.$animationDuration) = (nil, nil) }
        if view.capInsets != nil || view.resizing != nil {
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

/// A value of `--mismatch`: the policy for frames of a different size or scale, and their placement.
package enum MismatchWord: String, ArgumentWord {
    case error, fit, fill, stretch

    package var policy: MismatchPolicy { self == .error ? .error : .fit }

    var contentMode: ContentMode? { self == .fill ? .scaleAspectFill : self == .stretch ? .scaleToFill : nil }
}

enum Appearance: String, ArgumentWord { case light, dark }

package struct SequencePolicies: ParsableArguments {
    package init() {}

    @Option(words: \.dialect) package var dialect: Dialect?
    @Option(words: \.$missing) package var missing: MissingFramePolicy?
    @Option(words: \.maximumGap) package var maximumGap: Int?

    package func validate() throws {
        if let maximumGap, maximumGap < 0 { throw ValidationError("--max-gap: \(maximumGap) is below 0.") }
    }

    /// Returns the gap policy in the options. If there is none, returns the manifest's policy or, without one, the default.
    func gaps(over manifest: SequenceManifest, _ usual: MissingFramePolicy) -> GapPolicy {
        GapPolicy(missing: missing ?? manifest.$missing ?? usual, maximumGap: maximumGap ?? manifest.maximumGap)
    }
}

package struct SheetCutOptions: ParsableArguments {
    package init() {}

    @Option(
        "<columns>x<rows> Split a sprite sheet into cells of equal size; 8x4,30 uses only the first 30 cells.",
        transform: { text in
            guard let grid = SheetGrid(text)
            else { throw ValidationError("use columns and rows, such as 8x4, or 8x4,30 for the first 30 cells.") }
            return grid
        }
    )
    package var grid: SheetGrid?

    @Option("<pixels> Width of the space between the --grid cells.", transform: SheetCutOptions.pixels)
    var spacing: Int?
    @Option("<pixels> Width of the margin around the --grid cells.", transform: SheetCutOptions.pixels) var margin: Int?
    @Option("<name> Name of the sprite sheet tag to use.") var tag: String?

    private static func pixels(_ text: String) throws -> Int {
        guard let count = Int(text), (0...32_767).contains(count)
        else { throw ValidationError("use a whole number of pixels from 0 to 32767.") }
        return count
    }

    package func validate() throws {
        if grid != nil, tag != nil {
            throw ValidationError("--tag: a sheet that is split with --grid has no tags. Use only one of them.")
        }
        guard grid == nil, let name = spacing != nil ? "--spacing" : margin != nil ? "--margin" : nil else { return }
        throw ValidationError("\(name) requires --grid. Add the sheet's columns and rows, such as --grid 8x4.")
    }

    package var name: String? { grid != nil ? "--grid" : tag != nil ? "--tag" : nil }
}

package struct ScreenOptions: ParsableArguments {
    package init() {}

    @Option("<device> Device screen to use as the canvas, at --scale pixels per point.") var device: DeviceScreen?
    @Flag(help: "Use --device in landscape orientation.") var landscape = false
    @OptionGroup var idiomOption: IdiomOption

    package var idiom: UserInterfaceIdiom? { idiomOption.idiom ?? device?.idiom }

    package func validate() throws {
        if landscape, device == nil {
            throw ValidationError("--landscape requires a device. Add --device ipad, for example.")
        }
    }
}

package struct IdiomOption: ParsableArguments {
    package init() {}

    @Option("<kind> Prefer variants for this kind of device (~iphone, ~ipad).") package var idiom: UserInterfaceIdiom?
}

package struct OutsideOption: ParsableArguments {
    package init() {}

    @Option(
        "<folder> Extra folder that input files may refer to; / allows any folder. Repeatable.",
        name: .customLong("allow-outside"),
        transform: { FilePath($0) }
    )
    package var allowedFolders: [FilePath] = []
}

package struct SceneOptions: ParsableArguments {
    package init() {}

    @Option(
        "<file> Taps, pans and pinches to replay, from a JSON or YAML file.",
        completion: .file(extensions: ["json", "yaml"])
    )
    package var events: String?

    func apply(to scene: inout SceneSettings?) throws {
        guard let name = events else { return }
        let path = FilePath(name)
        guard scene != nil
        else { throw Failure.usage("--events: the input has no views. Specify a manifest with views.") }
        scene?.events = try [SceneEvent](reading: path)
        let ids = (scene?.views ?? []).flatMap(\.tree).compactMap(\.id)
        for event in scene?.events ?? [] {
            guard case .view(let id) = event.place, !ids.contains(id) else { continue }
            let advice =
                nearestWord(to: id, among: ids).map { "Did you mean '\($0)'?" } ?? "Use a position or a view's id."
            throw Failure.usage("\(path): no view has the id '\(id.escapingControlCharacters)'. \(advice)")
        }
    }
}
