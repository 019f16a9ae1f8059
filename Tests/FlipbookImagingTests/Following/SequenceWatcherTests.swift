import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

/// Sequences that grow and change while they are watched. No test waits for time to pass: each waits for a change.
@Suite(.hangLimit) struct SequenceWatcherTests {
    private let folder: TemporaryDirectory
    private let frames = TestFrames(width: 24, height: 18)

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func numbers(_ change: SequenceWatcher.Change) -> [Int?] { change.frames?.frames.map(\.number) ?? [] }

    private func names(_ paths: Set<FilePath>) -> [String] { paths.map(\.lastComponent).sorted() }

    private func next(_ watcher: SequenceWatcher) async throws -> SequenceWatcher.Change {
        try require(await watcher.next())
    }

    /// Changes until one for which `condition` holds, which is returned; all of them are handed to `check`.
    private func next(
        _ watcher: SequenceWatcher,
        checking check: (SequenceWatcher.Change) -> Void = { _ in },
        until condition: (SequenceWatcher.Change) -> Bool
    ) async throws -> SequenceWatcher.Change {
        while true {
            let change = try await next(watcher)
            check(change)
            if condition(change) { return change }
        }
    }

    private func append(_ bytes: ArraySlice<UInt8>, to name: String) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file(name).string))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    @Test("the first change is what there is")
    func begins() async throws {
        try frames.write(1...3, to: folder)
        let change = try await next(try SequenceWatcher(folder.path))
        expectEqual(numbers(change), [1, 2, 3])
        expect(change.added.count == 3 && change.changed.isEmpty && change.removed.isEmpty)
    }

    @Test("a frame that is written in two halves is no frame before its end", arguments: [1, 300, 900])
    func halves(thousandths: Int) async throws {
        try frames.write(1...2, to: folder)
        let watcher = try SequenceWatcher(folder.path)
        _ = try await next(watcher)
        let bytes = try frames.png(3)
        let cut = max(1, bytes.count * thousandths / 1000)
        try folder.write(Array(bytes[..<cut]), to: TestFrames.name(3))
        // What comes after the half has been seen, and the half with it.
        try frames.write([4], to: folder)
        let without = try await next(watcher) { numbers($0).contains(4) }
        expectEqual(numbers(without), [1, 2, 4])
        try append(bytes[cut..<(bytes.count - 1)], to: TestFrames.name(3))
        try frames.write([5], to: folder)
        let still = try await next(watcher) { numbers($0).contains(5) }
        expectEqual(numbers(still), [1, 2, 4, 5])
        try append(bytes[(bytes.count - 1)...], to: TestFrames.name(3))
        let whole = try await next(watcher) { numbers($0).contains(3) }
        expectEqual(numbers(whole), [1, 2, 3, 4, 5])
        expectEqual(names(whole.added), [TestFrames.name(3)])
    }

    @Test("a frame that is renamed into place counts at once, over another one too")
    func renamed() async throws {
        try frames.write(1...2, to: folder)
        let watcher = try SequenceWatcher(folder.path)
        _ = try await next(watcher)
        try folder.write(try frames.png(3), to: "walk.0003.png.part")
        expectEqual(rename(folder.file("walk.0003.png.part").string, folder.file(TestFrames.name(3)).string), 0)
        expectEqual(numbers(try await next(watcher)), [1, 2, 3])
        try folder.write(try frames.png(9), to: "other.tmp")
        expectEqual(rename(folder.file("other.tmp").string, folder.file(TestFrames.name(2)).string), 0)
        let change = try await next(watcher)
        expectEqual(numbers(change), [1, 2, 3])
        expectEqual(names(change.changed), [TestFrames.name(2)])
    }

    @Test("a frame that is rewritten keeps its place meanwhile, and is reported when it is complete")
    func overwritten() async throws {
        try frames.write(1...3, to: folder)
        let watcher = try SequenceWatcher(folder.path)
        _ = try await next(watcher)
        let bytes = try frames.png(7)
        let path = folder.file(TestFrames.name(2)).string
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(bytes[..<100]))
        // In one step: a file that was whole before it was closed would be a change, too.
        try folder.write(try frames.png(4), to: "other.tmp")
        expectEqual(rename(folder.file("other.tmp").string, folder.file(TestFrames.name(4)).string), 0)
        let meanwhile = try await next(watcher) { numbers($0).contains(4) }
        expectEqual(numbers(meanwhile), [1, 2, 3, 4])
        expect(meanwhile.changed.isEmpty)
        try handle.write(contentsOf: Data(bytes[100...]))
        try handle.close()
        let change = try await next(watcher)
        expectEqual(names(change.changed), [TestFrames.name(2)])
        expectEqual(numbers(change), [1, 2, 3, 4])
    }

    @Test("a new frame is not reported again when it is closed")
    func closed() async throws {
        try frames.write(1...2, to: folder)
        let watcher = try SequenceWatcher(folder.path)
        _ = try await next(watcher)
        try folder.write([], to: TestFrames.name(3))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file(TestFrames.name(3)).string))
        try handle.write(contentsOf: Data(try frames.png(3)))
        let whole = try await next(watcher)
        expectEqual(names(whole.added), [TestFrames.name(3)])
        try handle.close()
        try folder.write(try frames.png(4), to: "other.tmp")
        expectEqual(rename(folder.file("other.tmp").string, folder.file(TestFrames.name(4)).string), 0)
        let later = try await next(watcher)
        expectEqual(names(later.added), [TestFrames.name(4)])
        expect(later.changed.isEmpty)
    }

    @Test("a frame that is removed is missing")
    func removed() async throws {
        try frames.write(1...4, to: folder)
        let watcher = try SequenceWatcher(folder.path + "/walk.####.png")
        _ = try await next(watcher)
        expectEqual(unlink(folder.file(TestFrames.name(2)).string), 0)
        let change = try await next(watcher)
        expectEqual(numbers(change), [1, 3, 4])
        expectEqual(names(change.removed), [TestFrames.name(2)])
        expectEqual(change.frames?.missing, FrameSet(FrameRange(2)))
    }

    @Test("a folder that is not there yet is waited for, and one that goes may come back")
    func folderComesAndGoes() async throws {
        let watcher = try SequenceWatcher(folder.path + "/later")
        let nothing = try await next(watcher)
        expect(nothing.isFolderGone && nothing.frames == nil)
        try FileManager.default.createDirectory(atPath: folder.path + "/later", withIntermediateDirectories: true)
        for number in 1...2 { try folder.write(try frames.png(number), to: "later/\(TestFrames.name(number))") }
        let there = try await next(watcher) { numbers($0).count == 2 }
        expect(!there.isFolderGone)
        try FileManager.default.removeItem(atPath: folder.path + "/later")
        let gone = try await next(watcher) { $0.isFolderGone }
        expect(gone.frames == nil)
        for number in 5...6 { try folder.write(try frames.png(number), to: "later/\(TestFrames.name(number))") }
        let back = try await next(watcher) { numbers($0).count == 2 }
        expectEqual(numbers(back), [5, 6])
    }

    @Test("thousands of files make few changes")
    func burst() async throws {
        let small = TestFrames(width: 1, height: 1)
        try small.write(0...1, to: folder)
        let watcher = try SequenceWatcher(folder.path)
        _ = try await next(watcher)
        let bytes = try small.png(1)
        for number in 2..<3000 { try folder.write(bytes, to: TestFrames.name(number)) }
        var count = 0
        let last = try await next(watcher, checking: { _ in count += 1 }) { numbers($0).count == 3000 }
        expectEqual(numbers(last), Array(0..<3000))
        expect(count < 100)
    }

    @Test("whatever is done in whatever order, what is complete in the end is seen", arguments: 0..<4 as Range<UInt64>)
    func anyOrder(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: 100 + seed)
        try frames.write(1...2, to: folder)
        let watcher = try SequenceWatcher(folder.path + "/walk.####.png")
        _ = try await next(watcher)
        var halves: [Int: ArraySlice<UInt8>] = [:]
        var whole: Set<Int> = [1, 2]
        for _ in 0..<120 {
            let number = Int.random(in: 3...12, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0 where halves[number] == nil && !whole.contains(number):
                let bytes = try frames.png(number)
                let cut = Int.random(in: 0..<bytes.count, using: &generator)
                try folder.write(Array(bytes[..<cut]), to: TestFrames.name(number))
                halves[number] = bytes[cut...]
            case 1:
                guard let rest = halves.removeValue(forKey: number) else { continue }
                try append(rest, to: TestFrames.name(number))
                whole.insert(number)
            case 2:
                unlink(folder.file(TestFrames.name(number)).string)
                halves[number] = nil
                whole.remove(number)
            case 3 where halves[number] == nil:
                try folder.write(try frames.png(number), to: "new.tmp")
                rename(folder.file("new.tmp").string, folder.file(TestFrames.name(number)).string)
                whole.insert(number)
            default: continue
            }
        }
        // The mark that all before has been reported.
        try frames.write([20], to: folder)
        whole.insert(20)
        let last = try await next(watcher) { numbers($0).compactMap(\.self) == whole.sorted() }
        expectEqual(last.frames?.frames.count, whole.count)
    }

    @Test("a file and a manifest's name do not grow; cancelling ends the waiting")
    func ends() async throws {
        try frames.write(1...1, to: folder)
        #expect(throws: SequenceLocatorError.self) { try SequenceWatcher(folder.file(TestFrames.name(1)).string) }
        #expect(throws: SequenceLocatorError.self) { try SequenceWatcher("") }
        let watcher = try SequenceWatcher(folder.path)
        _ = try await next(watcher)
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let task = Task {
            beginning.yield()
            return await watcher.next()
        }
        for await _ in begun { break }
        task.cancel()
        await expect(task.value == nil)
    }
}
