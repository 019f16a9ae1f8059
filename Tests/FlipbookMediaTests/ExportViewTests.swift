import FlipbookCore
import FlipbookExport
import FlipbookMedia
import FlipbookScene
import FlipbookTestSupport
import Testing

@MainActor @Suite("Trees of views as files", .hangLimit) struct ExportViewTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// A white root of 16x16 points with a black bar of 4x16 that goes from its left edge to its right one in a second.
    private func tree(_ options: AnimationOptions = []) -> View {
        let root = View(frame: Rect(x: 0, y: 0, width: 16, height: 16))
        root.backgroundColor = .white
        root.accessibility.label = "A bar"
        let bar = View(frame: Rect(x: 0, y: 0, width: 4, height: 16))
        bar.backgroundColor = .black
        root.addSubview(bar)
        View.animate(withDuration: 1, options: [.curveLinear, options]) { bar.center.x += 12 }
        return root
    }

    private func export(
        _ view: View,
        lasting duration: RationalTime? = nil,
        _ change: (inout ExportSettings) -> Void = { _ in }
    ) async throws -> (report: ExportReport, file: FilePath) {
        let target = folder.file("a.mkv")
        var settings = try ExportSettings(for: target)
        settings.overwrites = true
        change(&settings)
        return (try await Exporter(view, lasting: duration, settings: settings).export(to: target), target)
    }

    /// The place of the bar in the first row of each frame.
    private func bars(_ file: FilePath, width: Int = 16) throws -> [Int?] {
        try VideoFile(file).frames(format: "rgba", byteCount: width * width * 4).map { pixels in
            (0..<width).first { pixels[$0 * 4] == 0 }
        }
    }

    @Test("a tree is exported from now on, for as long as its animations take, or as long as is asked")
    func length() async throws {
        let root = tree()
        let whole = try await export(root) { $0.sequence.frameRate = FrameRate(4) }
        expectEqual(whole.report.duration, 1)
        try expectEqual(bars(whole.file), [0, 3, 6, 9])
        let longer = try await export(root, lasting: 1.5) { $0.sequence.frameRate = FrameRate(4) }
        try expectEqual(bars(longer.file), [0, 3, 6, 9, 12, 12])
        let moment = try await export(root, lasting: 0) { $0.sequence.frameRate = FrameRate(4) }
        try expectEqual(bars(moment.file), [0])
        root.advance(to: 0.5)
        let rest = try await export(root) { $0.sequence.frameRate = FrameRate(4) }
        try expectEqual(bars(rest.file), [6, 9])
        try await expectEqual(export(root).report.framesReadBack, 15)
    }

    @Test("the scale is that of the settings, and the root's label the file's description")
    func look() async throws {
        let doubled = try await export(tree()) {
            ($0.sequence.frameRate, $0.sequence.scale) = (FrameRate(2), 2)
        }
        try expectEqual(bars(doubled.file, width: 32), [0, 12])
        let settings = try ExportSettings(for: folder.file("b.mkv"))
        expectEqual(Exporter(tree(), settings: settings).settings.metadata[.description], "A bar")
    }

    @Test("what goes on forever is refused unless it is said how long, and so is a plan, which names files")
    func refused() async throws {
        let error = await #expect(throws: ExportError.self) { try await export(tree(.repeat)) }
        expectEqual(error?.description.contains("repeat forever"), true)
        try await expectEqual(export(tree(.repeat), lasting: 2).report.duration, 2)
        let target = folder.file("b.mkv")
        let exporter = Exporter(tree(), settings: try ExportSettings(for: target))
        await #expect(throws: ExportError.self) { try await exporter.plan(for: target) }
    }
}
