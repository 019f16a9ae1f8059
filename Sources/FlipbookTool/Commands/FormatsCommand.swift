import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookImaging

struct FormatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "formats",
        abstract: "Lists the formats that this machine reads and writes.",
        usage: "flipbook formats [--json]",
        discussion: """
            The list shows the library that reads each input format and, for missing formats, the package that adds \
            them.

            flipbook formats
            flipbook formats --json
            """
    )

    @Flag(help: "Print the result as one JSON document.") var json = false

    func run() throws {
        let list = FormatList(
            reads: ImageCodecs.ofCommand.formats.map(FormatList.Image.init),
            writes: try FormatSupport.all().map(FormatList.File.init)
        )
        Terminal.print(json ? try list.jsonText : list.table)
    }
}

private struct FormatList: Encodable {
    struct Image: Encodable {
        let name: String
        let fileExtensions: [String]
        let isDecoded: Bool
        let decoders: [String]
        let missing: [MissingPart]
        let package: String?

        init(_ format: ImageFormat) {
            (name, fileExtensions, isDecoded) = (format.name, format.extensions, format.isDecoded)
            decoders = isDecoded ? format.decoders : []
            missing = format.lacking
            package = missing.first?.package
        }

        var words: String { missing.advice.map { "missing: \($0)" } ?? decoders.joined(separator: ", ") }
    }

    struct Profiles: Encodable {
        let library = RuntimeLibrary.lcms.name
        let isApplied = RuntimeLibrary.lcms.isInstalled
        let package = RuntimeLibrary.lcms.lacking.first?.package

        var words: String {
            RuntimeLibrary.lcms.lacking.advice.map { "Color profiles are not applied: \($0)" }
                ?? "Color profiles are applied by \(library)."
        }
    }

    struct File: Encodable {
        let support: FormatSupport

        func encode(to encoder: any Encoder) throws {
            try support.encode(to: encoder)
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(support.lacking.packages, forKey: .packages)
        }

        var names: [String] {
            let start = support.isNumbered ? "name.####." : "."
            let plain = support.fileExtensions.joined(separator: " .")
            let named = support.namedExtensions.map { ".\($0) --format \(support.format)" }
            let names = (plain.isEmpty ? [] : [start + plain]) + named
            return names.isEmpty ? ["- --format \(support.format)"] : names
        }

        enum CodingKeys: String, CodingKey { case packages }
    }

    let reads: [Image]
    let colorProfiles = Profiles()
    let writes: [File]

    var table: String {
        let read =
            [["FORMAT", "FILES", "READ BY"]]
            + reads.map { [$0.name, $0.fileExtensions.map { ".\($0)" }.joined(separator: " "), $0.words] }
        var rows = [["FILES", "CODEC", "ALPHA", "BITS", "COLOR", "PROFILES", "PRESETS", ""]]
        for file in writes {
            let support = file.support
            let cells = [
                support.codec + (support.isDefault ? " *" : ""),
                support.carriesAlpha ? "yes" : "-",
                support.depths.map(String.init).joined(separator: " "),
                support.chromas.map(\.rawValue).joined(separator: " ") + (support.isLossless ? ", exact" : ""),
                support.profiles.isEmpty ? "-" : support.profiles.joined(separator: " "),
                presets(of: support),
                support.lacking.advice.map { "missing: \($0)" } ?? "",
            ]
            rows += file.names.map { [$0] + cells }
        }
        let lines =
            ["Reads:"] + read.aligned + [colorProfiles.words, "", "Writes (* is the default codec):"] + rows.aligned
        return lines.joined(separator: "\n")
    }

    private func presets(of support: FormatSupport) -> String {
        guard let first = support.presets.first, let last = support.presets.last else { return "-" }
        return support.presets.count > 5 ? "\(first) ... \(last)" : support.presets.joined(separator: " ")
    }
}
