package import ArgumentParser
import FoundationEssentials

/// A group of options in the long help.
///
/// The tables list each option once for all verbs, in help order.
package struct HelpSection {
    package let title: String
    package let options: [String]

    package static let all: [HelpSection] = table.split(separator: "\n").map { line in
        let parts = line.split(separator: ": ").map(String.init)
        return HelpSection(title: parts[0], options: parts[1].split(separator: " ").map(String.init))
    }

    private static let table = """
        Input: input pattern plan.json dir id recursive sort grid spacing margin tag idiom language appearance dialect to \
        allow-outside
        Frames: frame at frames expect fps duration repeat transition missing max-gap mismatch strict single tolerance
        View: events show-layers size device landscape scale content-mode background alpha opaque corner-radius \
        clips-to-bounds tint highlighted cap-insets resizing filter orientation mirror pixel-policy overlay burn-in \
        burn-in-size
        Color: input-profile levels exposure lut canvas-space blend layer channels
        Playback: sink terminal terminal-protocol realtime every-frame loop at-end keep-open paused restore \
        reduced-motion keys list-keys follow mark compare compare-offset save-to
        Rules: select rule-set ignore deep fail-level max-warnings config no-config init print-config
        Baseline: baseline write-baseline
        Fixes: diff into unsafe sizing list forget
        Encoding: codec profile quality crf bitrate max-size preset depth chroma colorspace range lossless \
        alpha-output dither option
        Sheets: trim power-of-two padding columns listing flagged
        Sound: audio audio-offset audio-sink
        Metadata: title description author comment timecode
        Verification: verify min-psnr
        Segments: index engine jobs engine-argument print resume incremental work segment threads no-cache remove \
        receipt inputs
        Output: output start-number thumb-size format overwrite dry-run poster poster-frame json report \
        documentation color progress quiet verbose stats log-level
        General: memory stall-limit sandbox version help
        """

    package static func required(by verb: String) -> [String] {
        let groups = words(of: verb).split(separator: "|")
        return groups.count > 1 ? groups[0].split(separator: " ").map(String.init) : []
    }

    package static func essentials(of verb: String) -> [String] {
        words(of: verb).split { " |".contains($0) }.map(String.init)
    }

    private static func words(of verb: String) -> String {
        switch verb {
        case "export": "input output | fps missing mismatch size background quality audio overwrite dry-run"
        case "play": "input | fps repeat loop missing terminal follow paused sink keys"
        case "render": "input output | frame size content-mode background scale overlay overwrite json"
        case "lint": "input | recursive deep select ignore expect fail-level format overwrite baseline"
        case "fix": "input | diff into unsafe sizing recursive select deep quiet json"
        case "manifest": "input | output fps missing size content-mode background frames json overwrite"
        case "list": "input recursive json quiet idiom"
        case "explain": "pattern | dialect to json device idiom"
        case "undo": "dir | recursive list forget quiet"
        case "rule": "id json"
        case "diff": "input | tolerance format fps missing mismatch size content-mode json quiet"
        case "notes": "input | output save-to overwrite json quiet"
        case "thumbs": "input | thumb-size frames json quiet"
        case "plan": "input output | segment fps missing mismatch size quality threads work"
        case "segment": "plan.json index | work json quiet"
        case "join": "plan.json | overwrite remove work json quiet"
        case "submit": "plan.json | engine jobs engine-argument print overwrite work json quiet"
        case "verify": "file receipt | inputs json"
        default: "json"
        }
    }
}

/// The argument parser's description of a command, which it provides as JSON for tools that generate manual pages.
package struct CommandDescription: Decodable {
    package struct Argument: Decodable {
        package struct Name: Decodable {
            package let kind: String
            let name: String

            package var spelling: String { (kind == "long" ? "--" : "-") + name }
        }

        package let kind: String
        package let names: [Name]?
        package let valueName, abstract, defaultValue: String?
        package let allValues: [String]?
        package let allValueDescriptions: [String: String]?
        package let isRepeating, shouldDisplay: Bool

        package func word(isOn: Bool) -> String { (isOn ? "--" : "--no-") + key }

        /// The names with their hyphens, such as `-o` and `--output`.
        package var spellings: [String] { (names ?? []).map(\.spelling) }

        package var key: String { names?.first { $0.kind == "long" }?.name ?? valueName ?? "" }
    }

    package let abstract, discussion: String?
    package let arguments: [Argument]?

    /// Returns the description of a command. For a command with verbs, the description includes all verbs, so creating it takes
    /// a long time.
    package static func of(_ command: any ParsableCommand.Type) -> CommandDescription {
        struct Document: Decodable { let command: CommandDescription }
        do {
            return try JSONDecoder().decode(Document.self, from: Data(command._dumpHelp().utf8)).command
        } catch { preconditionFailure("the argument parser describes commands in an unknown form: \(error)") }
    }
}
