import FlipbookTestSupport
import Foundation
import Testing

@Suite(.hangLimit) struct DoctorTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    private struct Report: Decodable {
        struct Item: Decodable {
            let name: String
            let isAvailable: Bool
            let isRequired: Bool
            let detail: String
            let packages: [String]
        }
        struct Group: Decodable {
            let title: String
            let items: [Item]
        }
        let version: String
        let groups: [Group]
    }

    private func report(environment: [String: String] = [:]) throws -> Report {
        let outcome = try bench.flipbook("doctor", "--json", environment: environment)
        return try JSONDecoder().decode(Report.self, from: Data(outcome.text.utf8))
    }

    @Test("what the usual commands need is here, and without a display no window opens")
    func here() throws {
        let groups = try report().groups
        let items = groups.flatMap(\.items)
        expectEqual(groups.map(\.title).count, Set(groups.map(\.title)).count)
        expectEqual(items.first { $0.name == "GStreamer" }?.detail.hasPrefix("1."), true)
        for name in ["h264 in .mp4", "ffv1 in .mkv", "PNG", "JPEG"] {
            expectEqual(items.first { $0.name == name }?.isAvailable, true, "\(name)")
        }
        let window = try require(items.first { $0.name == "ximagesink" })
        expect(!window.isAvailable)
        expectEqual(window.detail, "DISPLAY is not set")
        let terminal = try require(items.first { $0.name == "terminal pictures" })
        expectEqual(terminal.detail, "standard output is not a terminal")
        try expectEqual(bench.flipbook("doctor").status, 0)
    }

    @Test("without GStreamer's plugins the encoders are missing, their packages are named, and the status is 1")
    func missing() throws {
        let empty = bench.folder.path + "/plugins"
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        let environment = [
            "GST_PLUGIN_SYSTEM_PATH_1_0": empty, "GST_PLUGIN_PATH_1_0": empty, "GST_PLUGIN_SYSTEM_PATH": empty,
            "GST_PLUGIN_PATH": empty, "GST_REGISTRY": bench.folder.path + "/registry.bin",
        ]
        let items = try report(environment: environment).groups.flatMap(\.items)
        let video = try require(items.first { $0.name == "h264 in .mp4" })
        expect(!video.isAvailable)
        expect(video.isRequired)
        expect(video.packages.contains("gstreamer1.0-plugins-ugly"))
        let outcome = try bench.flipbook(["doctor"], environment: environment)
        expectEqual(outcome.status, 1)
        expect(outcome.text.contains("\nTo install missing packages: sudo apt install "))
        expect(outcome.text.contains("\n  no   h264 in .mp4"))
    }
}
