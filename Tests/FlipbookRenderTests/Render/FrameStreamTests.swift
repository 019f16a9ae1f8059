import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Synchronization
import Testing

@Suite("A stream of timed pictures", .hangLimit) struct FrameStreamTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        for index in 0..<4 {
            let rows = [UInt8](repeating: UInt8(10 * index + 5), count: 6 * 4 * 4)
            try folder.write(PNGWriter(width: 6, height: 4).file(rows: rows), to: "\(index).png")
        }
    }

    private func image(_ index: Int) -> Image { Image(source: .file(folder.file("\(index).png"))) }

    /// A view of these files at 10 frames a second.
    private func view(_ indices: [Int], cycles: Int = 1) throws -> ImageView {
        var view = ImageView(frame: Rect(x: 0, y: 0, width: 6, height: 4))
        view.animationImages = indices.map(image)
        view.animationDuration = Double(indices.count) / 10
        view.animationRepeatCount = cycles
        return view
    }

    /// What a picture of these tests shows: which file.
    private func file(_ picture: Picture) -> Int { picture.withUnsafeBytes { Int($0[0]) / 10 } }

    @Test("pictures come in the order of their times, cycle after cycle; a held drawing is one object")
    func order() async throws {
        let stream = try await FrameStream(view([0, 1, 1, 2], cycles: 2))
        var shown: [TimedPicture] = []
        for try await picture in stream { shown.append(picture) }
        expectEqual(shown.map { file($0.picture) }, [0, 1, 1, 2, 0, 1, 1, 2])
        expectEqual(shown.map(\.index), Array(0..<8))
        expectEqual(shown.map(\.presentationTime), (0..<8).map { RationalTime($0, 10) })
        expect(shown.allSatisfy { $0.duration == 0.1 })
        expect(shown[1].picture === shown[2].picture)
    }

    @Test("at a constant rate each moment shows what the view shows then", arguments: [3, 10, 24])
    func constantRate(rate: Int32) async throws {
        let stream = try await FrameStream(view([0, 1, 2]), timing: .constant(FrameRate(rate)))
        var shown: [TimedPicture] = []
        for try await picture in stream { shown.append(picture) }
        // Three frames of a tenth of a second.
        expectEqual(shown.count, (3 * Int(rate) + 9) / 10)
        for picture in shown {
            let image = Int(picture.presentationTime.seconds * 10 + 1e-9)
            expectEqual(file(picture.picture), image)
        }
    }

    @Test("a stream seeks, goes backwards, and goes on from the beginning if it loops")
    func seeking() async throws {
        let stream = try await FrameStream(view([0, 1, 2, 3]))
        let reader = stream.makeAsyncIterator()
        stream.seek(to: 0.25)
        try await expectEqual(reader.next()?.index, 2)
        stream.proceed(by: -1)
        stream.seek(to: 0.1)
        try await expectEqual(reader.next()?.index, 1)
        try await expectEqual(reader.next()?.index, 0)
        try await expect(reader.next() == nil)
        stream.proceed(loops: true)
        stream.seek(to: 0.3)
        try await expectEqual(reader.next()?.index, 3)
        let again = try require(try await reader.next())
        expectEqual(again.index, 4)
        expectEqual(again.presentationTime, 0.4)
        expectEqual(file(again.picture), 0)
        await stream.stop()
        await #expect(throws: RenderError.cancelled) { try await reader.next() }
    }

    @Test("a stream that turns round goes on beside the picture that it gave last")
    func turning() async throws {
        let stream = try await FrameStream(view([0, 1, 2, 3]))
        let reader = stream.makeAsyncIterator()
        var shown: [Int?] = []
        for _ in 0..<3 { shown.append(try await reader.next()?.index) }
        stream.proceed(by: -1)
        shown.append(try await reader.next()?.index)
        stream.proceed()
        for _ in 0..<3 { shown.append(try await reader.next()?.index) }
        expectEqual(shown, [0, 1, 2, 1, 2, 3, nil])
        // Also from the end, where nothing waits any more.
        stream.proceed(by: -2)
        try await expectEqual(reader.next()?.index, 1)
        await stream.stop()
    }

    @Test("a file that is gone is an error in its turn, and what follows is shown")
    func failure() async throws {
        let reader = try await FrameStream(view([0, 1, 2])).makeAsyncIterator()
        try FileManager.default.removeItem(atPath: folder.file("1.png").string)
        try await expect(reader.next() != nil)
        do throws(RenderError) {
            _ = try await reader.next()
            Issue.record("the file is gone")
        } catch {
            guard case .frame(let failure) = error else {
                Issue.record("\(error)")
                return
            }
            expectEqual(failure.path, folder.file("1.png"))
        }
        try await expectEqual(reader.next().map { file($0.picture) }, 2)
        try await expect(reader.next() == nil)
    }

    @Test("a view without an animation gives one picture, as large as the view")
    func still() async throws {
        var view = ImageView(frame: Rect(x: 0, y: 0, width: 3, height: 2))
        view.image = image(3)
        var shown: [TimedPicture] = []
        for try await picture in try await FrameStream(view, scale: 2) { shown.append(picture) }
        expectEqual(shown.map { file($0.picture) }, [3])
        expectEqual(shown.first?.picture.size, PixelSize(width: 6, height: 4))
        expectEqual(shown.first?.duration, 0)
        view.image = nil
        view.backgroundColor = .color(Color(red: 25, green: 0, blue: 0))
        shown = []
        for try await picture in try await FrameStream(view) { shown.append(picture) }
        expectEqual(shown.map { file($0.picture) }, [2])
        await #expect(throws: RenderError.canvas(.empty(PixelSize(width: 0, height: 0)))) {
            try await FrameStream(ImageView())
        }
    }

    @Test("each image of a view is drawn as it says itself")
    func looks() async throws {
        var rows = [UInt8](repeating: 5, count: 2 * 1 * 4)
        rows[4] = 25
        try folder.write(PNGWriter(width: 2, height: 1).file(rows: rows), to: "two.png")
        let plain = try Image(contentsOfFile: folder.file("two.png"))
        var view = ImageView(image: plain)
        view.animationImages = [plain, plain.withHorizontallyFlippedOrientation()]
        view.animationRepeatCount = 2
        var shown: [Int] = []
        for try await picture in try await FrameStream(view) { shown.append(file(picture.picture)) }
        expectEqual(shown, [0, 2, 0, 2])
    }

    /// A scene of two strips side by side, each of which shows files at so many frames a second.
    private func scene(_ left: ([Int], Int32), _ right: ([Int], Int32)) async throws -> Scene {
        let layers = try [left, right].enumerated().map { place, strip in
            let timing = try require(FrameTiming(frameCount: strip.0.count, rate: FrameRate(strip.1)))
            return Layer(
                frame: Rect(x: Double(6 * place), y: 0, width: 6, height: 4),
                contents: .frames(strip.0.map { Frame(image($0)) }, timing)
            )
        }
        return Scene(size: PixelSize(width: 12, height: 4), layers: layers)
    }

    /// The files in the left and in the right half of a picture.
    private func files(_ picture: Picture) -> [Int] {
        picture.withUnsafeBytes { [Int($0[0]) / 10, Int($0[6 * 4]) / 10] }
    }

    @Test(
        "a stream of a scene has a picture for each change of any layer, as often as the lowest layer's frames are shown"
    )
    func layers() async throws {
        // The halves change every 1/2 s and every 1/3 s.
        let bound = try await BoundScene(reading: scene(([0, 1], 2), ([2, 3], 3)))
        var shown: [TimedPicture] = []
        for try await picture in try FrameStream(bound, cycles: 2) { shown.append(picture) }
        let sixths = [0, 2, 3, 4, 6, 8, 9, 10]
        expectEqual(shown.map(\.presentationTime), sixths.map { RationalTime(Int64($0), 6) })
        for (picture, sixth) in zip(shown, sixths) {
            expectEqual(files(picture.picture), [sixth / 3 % 2, 2 + sixth / 2 % 2], "at \(sixth)/6 s")
        }
        expectEqual(shown.map(\.duration).reduce(.zero, +), 2)
        var regular: [[Int]] = []
        for try await picture in try FrameStream(bound, timing: .constant(FrameRate(3))) {
            regular.append(files(picture.picture))
        }
        expectEqual(regular, [[0, 2], [0, 3], [1, 2]])
    }

    @Test("a stream shows another scene from the next picture on, at the time where it is")
    func replacing() async throws {
        let bound = try await BoundScene(reading: scene(([0, 1], 2), ([2, 3], 2)))
        let stream = try FrameStream(bound, cycles: 2)
        let reader = stream.makeAsyncIterator()
        try await expectEqual(reader.next().map { files($0.picture) }, [0, 2])
        var other = bound
        other.changeLayer(1) { $0.isHidden = true }
        try stream.replace(with: other)
        let second = try require(try await reader.next())
        expectEqual(files(second.picture), [1, 0])
        expectEqual(second.presentationTime, 0.5)
        await stream.stop()
    }

    @Test("a stream that shows its frames again decodes each once, also for a scene with another look")
    func decodedOnce() async throws {
        let decodes = Mutex(0)
        let codec = ImageCodec(
            "PNG",
            extensions: ["png"],
            matches: ImageCodec.png.matches,
            details: ImageCodec.png.details,
            open: { (bytes, request) throws(ImageError) in
                decodes.withLock { $0 += 1 }
                guard let open = ImageCodec.png.open else { throw .notAnImage(found: "no codec") }
                return try open(bytes, request)
            }
        )
        let bound = try await BoundScene(reading: scene(([0, 1], 2), ([2, 3], 2)), codecs: ImageCodecs([codec]))
        let stream = try FrameStream(bound, cycles: 0, memory: .fixed(1 << 20))
        let reader = stream.makeAsyncIterator()
        for _ in 0..<4 { _ = try await reader.next() }
        expectEqual(decodes.withLock { $0 }, 4)
        var faded = bound
        for layer in bound.scene.layers.indices { faded.changeLayer(layer) { $0.alpha = 0.5 } }
        try stream.replace(with: faded)
        for _ in 0..<4 { _ = try await reader.next() }
        await stream.stop()
        expectEqual(decodes.withLock { $0 }, 4)
    }

    @Test("layers that change at too many moments need a constant rate")
    func noCommonCycle() async throws {
        let bound = try await BoundScene(reading: scene(([0, 1], 1_299_709), ([2, 3], 1_299_721)))
        #expect(throws: RenderError.noCommonCycle) { try FrameStream(bound) }
        let reader = try FrameStream(bound, timing: .constant(FrameRate(24))).makeAsyncIterator()
        try await expect(reader.next() != nil)
    }

    @Test(
        "a picture of an animation counts with the canvas and what is laid on it; a page, and a file of an archive, alone",
        arguments: [(.gif, false, 4), (.png, false, 4), (.tiff, false, 2), (.png, true, 2)]
            as [(ImageFormat, Bool, Int)]
    )
    func animations(format: ImageFormat, isArchived: Bool, pictures: Int) throws {
        let size = PixelSize(width: 64, height: 32)
        let image = Image(source: .file(FilePath("walk", picture: 2)), pixelSize: size)
        var header = ImageHeader(
            size: size,
            format: format,
            bitDepth: 8,
            colorModel: .rgb,
            hasAlpha: true,
            isInterlaced: false
        )
        header.isArchived = isArchived
        let survey = FrameSurvey(entries: [.init(frame: Frame(image), header: .success(header))])
        let view = Layer(frame: Rect(x: 0, y: 0, width: 64, height: 32), contents: .image(image))
        let scene = BoundScene(Scene(size: size, layers: [view]), survey)
        let window = ProductionWindow(of: scene, for: RenderTarget(scene.scene), memory: .fixed(1 << 20))
        expectEqual(window.byteCount, pictures * size.area * 4)
    }

    @Test("64 processors and frames of 8K stay within the memory that there is")
    func manyProcessors() async throws {
        let memory = MemoryBudget.fixed(1 << 30)
        let size = PixelSize(width: 7_680, height: 4_320)
        let image = Image(source: .file(FilePath("8k.png")), pixelSize: size)
        let view = Layer(frame: Rect(x: 0, y: 0, width: 7_680, height: 4_320), contents: .image(image))
        let survey = FrameSurvey(entries: [
            .init(
                frame: Frame(image),
                header: .success(
                    ImageHeader(
                        size: size,
                        format: .png,
                        bitDepth: 8,
                        colorModel: .rgb,
                        hasAlpha: true,
                        isInterlaced: false
                    )
                )
            )
        ])
        let scene = BoundScene(Scene(size: size, layers: [view]), survey)
        var window = ProductionWindow(of: scene, for: RenderTarget(scene.scene), memory: memory)
        // A picture, and the file's that it is made of.
        let frame = size.area * 4
        expectEqual(window.byteCount, 2 * frame)
        // Two of the usual size would wait beside those in the making; of this one 128 MiB hold one.
        expectEqual(window.count, ProcessorCount.usable + 1)
        window.count = 64 + 2
        let most = Mutex((now: 0, peak: 0))
        let line = ProductionLine<Int, Int>(
            .init(count: 200, key: { $0 }) { index in
                most.withLock {
                    $0.now += 2 * frame
                    $0.peak = max($0.peak, $0.now)
                }
                for _ in 0..<20 { await Task.yield() }
                return index
            },
            window: window
        )
        while try await line.next() != nil { most.withLock { $0.now -= 2 * frame } }
        expect(most.withLock { $0.peak } <= 1 << 30)
        expect(most.withLock { $0.peak } >= 2 * frame)
    }
}

/// The example in the documentation of ``FrameStream``.
private func paint(_ view: View) async throws {
    for try await shown in try await FrameStream(view, scale: 2, timing: .constant(FrameRate(60))) {
        print(shown.presentationTime, shown.picture.size)
    }
}
