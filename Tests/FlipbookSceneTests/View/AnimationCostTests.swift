import FlipbookCore
import FlipbookScene
import Glibc
import Synchronization
import FlipbookTestSupport
import Testing

/// What a look at an animation costs, counted in pages of its pictures' memory that are read: a clock would tell of other
/// processes, too.
@Suite("What a moment of a long animation costs", .serialized) struct AnimationCostTests {
    private static let count = 10_000
    /// The pictures that are looked at, also in the second cycle.
    private static let places = [1, 2500, 5000, 7500, 9998, 12500]

    private static func time(of place: Int) -> RationalTime { RationalTime(Int64(place), 30) + 0.001 }

    private static func name(of place: Int) -> FilePath { FilePath("\(place % count).png") }

    @Test("a view reads the picture that it shows, and none of the others")
    func view() {
        let images = (0..<Self.count).map { Image(source: .file(Self.name(of: $0))) }
        var view = ImageView()
        view.animationImages = images
        view.startAnimating()
        var shown: [Image?] = []
        let pages = PageReads.count(in: images) {
            for place in Self.places {
                shown.append(view.visibleImage(at: Self.time(of: place)))
                view.advance(to: Self.time(of: place))
                shown.append(view.visibleImage)
            }
        }
        expectEqual(shown.map { $0?.path }, Self.places.flatMap { [Self.name(of: $0), Self.name(of: $0)] })
        expect((1...2 * Self.places.count).contains(pages))
    }

    @Test("a sequencer reads the frame that it shows, and none of the others; its timing reads none")
    func sequencer() {
        let frames = (0..<Self.count).map { Frame(Image(source: .file(Self.name(of: $0)))) }
        var sequencer = Sequencer(animationImages: frames)
        sequencer.startAnimating()
        var shown: [Frame?] = []
        let pages = PageReads.count(in: frames) {
            for place in Self.places {
                sequencer.advance(to: Self.time(of: place))
                shown.append(sequencer.visibleImage)
            }
        }
        expectEqual(shown.map { $0?.path }, Self.places.map(Self.name))
        expect((1...2 * Self.places.count).contains(pages))
        let untouched = PageReads.count(in: frames) {
            for place in Self.places {
                sequencer.advance(to: Self.time(of: place))
                _ = (sequencer.currentFrameIndex, sequencer.timing, sequencer.playedFrameCount)
            }
        }
        expectEqual(untouched, 0)
    }

    @Test("reading all pictures is counted")
    func all() {
        let images = (0..<Self.count).map { Image(source: .file(Self.name(of: $0))) }
        let pages = PageReads.count(in: images) { _ = images.count { $0.isTemplate } }
        expect(pages >= MemoryLayout<Image>.stride * Self.count / PageReads.size - 2)
    }
}

extension Image {
    fileprivate var isTemplate: Bool { renderingMode == .alwaysTemplate }
}

/// Counts the pages of an array's memory that something reads: they are locked, and the first read of each is a signal.
private enum PageReads {
    static let size = sysconf(Int32(_SC_PAGESIZE))
    private static let start = Atomic(0)
    private static let end = Atomic(0)
    private static let count = Atomic(0)

    static func count<Element>(in array: [Element], _ body: () -> Void) -> Int {
        let (first, last) = array.withUnsafeBytes { bytes in
            (Int(bitPattern: bytes.baseAddress), Int(bitPattern: bytes.baseAddress) + bytes.count)
        }
        // What shares a page with something else is not locked.
        start.store((first + size - 1) / size * size, ordering: .sequentiallyConsistent)
        end.store(last / size * size, ordering: .sequentiallyConsistent)
        count.store(0, ordering: .sequentiallyConsistent)
        var (action, former) = (sigaction(), sigaction())
        action.sa_flags = SA_SIGINFO
        action.__sigaction_handler.sa_sigaction = { _, info, _ in PageReads.hear(info) }
        sigaction(SIGSEGV, &action, &former)
        protect(start.load(ordering: .relaxed), end.load(ordering: .relaxed), PROT_NONE)
        body()
        protect(start.load(ordering: .relaxed), end.load(ordering: .relaxed), PROT_READ | PROT_WRITE)
        sigaction(SIGSEGV, &former, nil)
        return count.load(ordering: .sequentiallyConsistent)
    }

    private static func protect(_ start: Int, _ end: Int, _ protection: Int32) {
        mprotect(UnsafeMutableRawPointer(bitPattern: start), end - start, protection)
    }

    private static func hear(_ info: UnsafeMutablePointer<siginfo_t>?) {
        let place = Int(bitPattern: info?.pointee._sifields._sigfault.si_addr)
        guard place >= start.load(ordering: .relaxed), place < end.load(ordering: .relaxed) else {
            // Something else went wrong: it does so again, and is reported.
            signal(SIGSEGV, SIG_DFL)
            return
        }
        count.add(1, ordering: .relaxed)
        protect(place / size * size, place / size * size + size, PROT_READ | PROT_WRITE)
    }
}
