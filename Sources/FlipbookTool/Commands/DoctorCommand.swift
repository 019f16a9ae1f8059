import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookFiles
import FlipbookImaging
import FlipbookPlay
import FlipbookPlayVerbs
import FlipbookRender
import FoundationEssentials
import Glibc

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "doctor",
        abstract: "Reports what this machine supports, for use in bug reports.",
        usage: "flipbook doctor [--json]",
        discussion: """
            The report lists the system, libraries, encoders, image formats, video sinks, the terminal and fonts, and \
            the packages that add missing ones. Paste it unchanged into a bug report.

            flipbook doctor

            Exit status: 0 the usual commands work; 1 something they need is missing; 3 GStreamer does not start.
            """
    )

    @Flag(help: "Print the result as one JSON document.") var json = false

    func run() throws {
        let report = try MachineReport()
        Terminal.print(json ? try report.jsonText : report.text)
        if !report.isComplete { throw ExitStatus.incomplete }
    }
}

struct MachineReport: Encodable {
    struct Item: Encodable {
        let name: String
        var isAvailable = true
        var detail = ""
        var packages: [String] = []
        var isRequired = false
    }

    struct Group: Encodable {
        let title: String
        let items: [Item]
    }

    let version = flipbookVersion
    let groups: [Group]

    var isComplete: Bool { groups.allSatisfy { $0.items.allSatisfy { $0.isAvailable || !$0.isRequired } } }
    var packages: [String] { Set(groups.flatMap(\.items).flatMap(\.packages)).sorted() }

    init() throws {
        groups = [
            Group(title: "System", items: Self.system),
            Group(title: "Libraries", items: Self.libraries),
            Group(title: "Output formats", items: try Self.written()),
            Group(title: "Input formats", items: Self.read),
            Group(title: "Color and text", items: Self.loaded),
            Group(title: "Windows", items: try Self.sinks()),
            Group(title: "Terminal and fonts", items: [Self.terminal, Self.fonts]),
        ]
    }

    private static var system: [Item] {
        var name = utsname()
        uname(&name)
        let kernel = withUnsafeBytes(of: name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let machine = withUnsafeBytes(of: name.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
        let title = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        let process = ProcessInfo.processInfo
        let session = ["XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "TERM"].compactMap { Environment.text($0) }
        return [
            Item(name: "system", detail: title.map { $0.dropFirst(12).filter { $0 != "\"" } } ?? "Linux"),
            Item(name: "kernel", detail: "\(kernel) \(machine)"),
            Item(name: "processors", detail: "\(process.activeProcessorCount)"),
            Item(name: "memory", detail: "\(process.physicalMemory >> 20) MiB"),
            Item(name: "session", detail: session.isEmpty ? "none" : session.joined(separator: ", ")),
            Item(name: "locale", detail: Environment.text("LC_ALL") ?? Environment.text("LANG") ?? "C"),
        ]
    }

    private static var libraries: [Item] {
        LibraryVersions.all.map { Item(name: $0.name, detail: $0.version, isRequired: true) }
    }

    private static func written() throws(ExportError) -> [Item] {
        try FormatSupport.all().filter { !$0.isNumbered && !$0.fileExtensions.isEmpty }.map { support in
            Item(
                "\(support.codec) in \(support.fileExtensions.map { ".\($0)" }.joined(separator: ", "))",
                lacking: support.lacking,
                isRequired: support.isDefault && ["mp4", "mkv", "gif", "apng"].contains(support.format)
            )
        }
    }

    private static var read: [Item] {
        ImageCodecs.standard.formats.map { format in
            Item(format.name, isAvailable: format.isDecoded, lacking: format.lacking, isRequired: format.library == nil)
        }
    }

    private static var loaded: [Item] {
        [
            Item("color profiles", lacking: RuntimeLibrary.lcms.lacking),
            Item("text in scenes", lacking: RuntimeLibrary.pango.lacking),
        ]
    }

    private static func sinks() throws(PlaybackError) -> [Item] {
        try [Item("the player's own window", lacking: RuntimeLibrary.sdl.lacking)]
            + SinkSupport.all().map { sink in
                Item(
                    name: sink.element,
                    isAvailable: sink.isInstalled && sink.obstacle == nil,
                    detail: sink.isInstalled ? sink.obstacle ?? "" : "not installed",
                    packages: sink.isInstalled ? [] : [MissingPart(sink.element)].packages
                )
            }
    }

    private static var terminal: Item {
        let name = "terminal pictures"
        guard isatty(STDOUT_FILENO) == 1
        else { return Item(name: name, isAvailable: false, detail: "standard output is not a terminal") }
        let graphics = TerminalScreen.graphicsOfStandardOutput
        let words =
            switch graphics {
            case .kitty: "kitty graphics"
            case .sixel: "sixels"
            case .blocks: "half blocks; kitty graphics or sixels would be sharper"
            }
        return Item(name: name, detail: words)
    }

    private static var fonts: Item {
        let home = Environment.text("HOME") ?? ""
        let folders = ["/usr/share/fonts", "/usr/local/share/fonts", "\(home)/.local/share/fonts", "\(home)/.fonts"]
        let files = folders.flatMap { (try? FileManager.default.subpathsOfDirectory(atPath: $0)) ?? [] }
        let count = files.count { name in
            [".ttf", ".otf", ".ttc", ".pfb"].contains { name.lowercased().hasSuffix($0) }
        }
        return Item(
            name: "fonts",
            isAvailable: count > 0,
            detail: count > 0 ? "\(count) files" : "text in SVG images cannot be drawn",
            packages: count > 0 ? [] : ["fonts-dejavu-core"]
        )
    }

    var text: String {
        let width = groups.flatMap(\.items).map(\.name.count).max() ?? 0
        var lines = [flipbookVersionText.split(separator: "\n").first.map(String.init) ?? ""]
        for group in groups {
            lines += ["", "\(group.title):"]
            for item in group.items {
                let mark = !item.isAvailable ? "no " : group.title == "System" ? "   " : "yes"
                let advice = item.packages.isEmpty ? "" : "apt install \(item.packages.joined(separator: " "))"
                let detail = [item.detail, advice].filter { !$0.isEmpty }.joined(separator: ": ")
                lines.append("  \(mark)  " + (detail.isEmpty ? item.name : item.name.padding(to: width + 2) + detail))
            }
        }
        let remedy = "To install missing packages: sudo apt install \(packages.joined(separator: " "))"
        lines += ["", packages.isEmpty ? "No packages are missing." : remedy]
        return lines.joined(separator: "\n")
    }
}

extension MachineReport.Item {
    init(_ name: String, isAvailable: Bool? = nil, lacking: [MissingPart], isRequired: Bool = false) {
        (self.name, self.isAvailable, self.isRequired) = (name, isAvailable ?? lacking.isEmpty, isRequired)
        (detail, packages) = (lacking.words, lacking.packages)
    }
}

extension FormatSupport { var lacking: [MissingPart] { missingElements.map { MissingPart($0) } } }
