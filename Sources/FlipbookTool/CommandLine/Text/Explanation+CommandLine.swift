package import FlipbookCore
import FlipbookScene

extension Error { package var sentence: String { (self as? any ExplainedError)?.explanation.sentence ?? "\(self)" } }

extension Explanation {
    /// The sentences, with options in place of settings, and commands or packages as remedies.
    package var sentence: String { text(naming: \.option, offering: \.words) }
    package var inCommandWords: Explanation { Explanation(sentence) }

    package func sentence(naming options: [Setting: String]) -> String {
        text(naming: { options[$0] ?? $0.option }) { remedy in
            if case .set(let setting, nil) = remedy, let option = options[setting] { option } else { remedy.words }
        }
    }
}

extension Setting {
    fileprivate var option: String {
        switch self {
        case .allowedFolders: "--allow-outside"
        case .output: "-o"
        case .overwrite: "--overwrite"
        case .encoderOption: "--option"
        case .alphaOutput: "--alpha-output"
        case .fixedCopy: "--into"
        default: "--\(ManifestRow.all.first { $0.key.rawValue == rawValue }?.option?.name ?? rawValue)"
        }
    }
}

extension Remedy {
    fileprivate var words: String {
        switch self {
        case .accept(.missing): "--missing \(MissingFramePolicy.acceptingWords)"
        case .accept(.mismatch): "--mismatch \(MismatchPolicy.fit)"
        case .set(.ruleList, nil): "'flipbook rule'"
        case .set(.baseline, nil): "'flipbook lint --write-baseline'"
        case .set(let setting, let value?): "\(setting.option) \(value)"
        case .set(let setting, nil), .omit(let setting): setting.option
        case .choose(let format): ".\(format)"
        case .export: "'flipbook export'"
        case .deepLint: "'flipbook lint --deep'"
        case .fix(let folder): "flipbook fix \(folder.quotedAsArgument)"
        case .undoFix: "'flipbook undo'"
        case .install(let element, .writing):
            DebianPackage.installing(element)?.asWholeSentence ?? "Install the plugin that contains it."
        case .install(let library, .reading): DebianPackage.installing(library) ?? "install \(library)"
        case .install(let element, .showing):
            DebianPackage.installing(element)?.asWholeSentence
                ?? "No package is known to contain it. Check the name, or omit --sink: 'gst-inspect-1.0 | grep -i "
                + "sink' lists installed sinks, and 'apt-cache search gstreamer1.0' lists all packages."
        }
    }
}

extension String { var asWholeSentence: String { prefix(1).uppercased() + dropFirst() + "." } }
