package import ArgumentParser
package import FlipbookCore
import FlipbookManifest
import FlipbookScene
import FoundationEssentials

/// The options that several verbs share: the frames, and their view.
package struct SequenceOptions: ParsableArguments {
    package init() {}

    @Argument(
        help: ArgumentHelp("A folder, pattern, files, animation, sprite sheet or manifest.", valueName: "input"),
        completion: .custom(InputCompletion.candidates)
    )
    package var input: [String] = []

    @Option(\.frameRate) var fps: FrameRate?
    @Option(\.$animationDuration) var duration: PropertyChange?

    @Option(
        "<range> Take these frame numbers: 1-100, 1-100x2, 1,5,9-12.",
        transform: { try FrameSelection(parsing: $0) }
    )
    package var frames: FrameSelection?

    @OptionGroup var sheet: SheetCutOptions
    @OptionGroup package var policies: SequencePolicies
    @Option(words: \.$mismatch) package var mismatch: MismatchPolicy?
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
    @OptionGroup(title: "Colours") var color: ColorOptions
    @OptionGroup(title: "View") package var scene: SceneOptions
    @Flag(help: "Let a manifest name files outside its folder.") var allowOutside = false
    @Option("<order> The order of several files; none keeps the order given.") var sort: FileOrder = .natural

    @Option(
        "<bytes> Memory for pictures: 512M, 2G. (default: a quarter of the memory that the machine and the control "
            + "group have free, 4G at most)",
        transform: Quantity.init(parsingMemory:)
    )
    var memory: Quantity?

    package func validate() throws {
        guard !input.isEmpty else {
            throw ValidationError("An input is missing: name a folder, a pattern such as walk.####.png, or files.")
        }
        if fps != nil, duration != nil {
            throw ValidationError("--fps and --duration both say how fast the frames go. Give one of them.")
        }
        if size != nil, screen.device != nil {
            throw ValidationError("--size and --device both say how large the canvas is. Give one of them.")
        }
        if let wrong = language?.split(separator: ",").first(where: { !LanguagePreferences.isName(String($0)) }) {
            throw ValidationError(
                "--language: '\(wrong)' is no language. Write one such as fr, pt-BR or zh-Hant, or Base."
            )
        }
        _ = try frames?.numbers(in: policies.dialect)
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

/// The looks of a system that pictures can be drawn for.
enum Appearance: String, ArgumentWord {
    case light, dark
}

extension SequenceOptions {
    /// The properties that options set. The dialect has no effect once the frames are found.
    var properties: SequenceProperties {
        var result = SequenceProperties()
        (result.frameRate, result.scale) = (fps, scale)
        (result.$missing, result.maximumGap, result.$mismatch) = (policies.missing, policies.maximumGap, mismatch)
        for change in [duration, size, contentMode, background] { change?.set(&result) }
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
