import FlipbookCore
import FlipbookImaging
import FlipbookSequences
import FlipbookTestSupport
import Testing

@Suite("A stack of ImageJ or OME-TIFF is a sequence")
struct ImageStackTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// One directory, and images of two pixels one behind another, of the grays 16, 32, 48 and so on.
    private func stack(
        _ description: String,
        count: Int = 3,
        _ change: (inout TIFFWriter) -> Void = { _ in }
    ) -> TIFFWriter {
        TIFFWriter {
            ($0.samples, $0.photometric, $0.description) = (1, 1, description)
            let images = (1...count).map { [UInt8($0 * 16), UInt8($0 * 16)] }
            ($0.blocks, $0.behind) = ([images[0]], images.dropFirst().flatMap(\.self))
            change(&$0)
        }
    }

    private func pictures(_ file: TIFFWriter) throws -> FrameList? {
        FrameList(picturesOf: try folder.write(file.file(), to: "a.tif"))
    }

    private func stack(_ file: TIFFWriter) throws -> ImageStack? { try pictures(file)?.stack(codecs: .standard) }

    private func gray(_ frame: Frame) throws(ImageError) -> UInt8 {
        try ImageDecoder().decode(contentsOf: frame.path!).withUnsafeBytes { $0[0] }
    }

    private static let imageJ = "ImageJ=1.53t\nimages=3\nslices=3\nloop=false\n"

    @Test(
        "each of the images of a single directory is a frame",
        arguments: [imageJ, #"{"shape": [3, 1, 2], "truncated": true}"#],
        [(false, false), (true, false), (false, true), (true, true)]
    )
    func images(description: String, form: (isBigEndian: Bool, isBig: Bool)) throws {
        let file = stack(description) { ($0.isBigEndian, $0.isBig) = form }
        let list = try require(try pictures(file))
        expectEqual(list.frames.map(\.number), [1, 2, 3])
        try expectEqual(list.frames.map(gray), [16, 32, 48])
    }

    @Test("images of strips that follow one another, and of 16 bits in the other order of bytes")
    func strips() throws {
        let deep = stack("ImageJ=1\nimages=2\n", count: 2) { file in
            (file.isBigEndian, file.bits, file.height) = (true, 16, 2)
            let rows: [[UInt8]] = (1...4).map { [$0, $0, $0, $0] }
            (file.blocks, file.behind) = (Array(rows[..<2]), rows[2] + rows[3])
        }
        let list = try require(try pictures(deep))
        let rows = try list.frames.map { frame in
            try ImageDecoder().decode(contentsOf: frame.path!).withUnsafeBytes { [$0[0], $0[8]] }
        }
        expectEqual(rows, [[1, 2], [3, 4]])
    }

    @Test("a file that ends early has the whole images, and a frame that says how many there are")
    func shortFile() throws {
        let file = stack("ImageJ=1.53t\nimages=9\nframes=9\n")
        let list = try require(try pictures(file))
        expectEqual(list.frames.count, 4)
        try expectEqual(list.frames.prefix(3).map(gray), [16, 32, 48])
        let error = #expect(throws: ImageError.self) { try gray(list.frames[3]) }
        expectEqual(error?.reason, .corrupt(reason: "the file ends after 3 of 9 images"))
    }

    @Test("a picture that has a stack's description alone is one picture, and pages are pages")
    func noStack() throws {
        try expect(pictures(stack(Self.imageJ, count: 1)) == nil)
        try expect(pictures(stack("ImageJ=1.53t\nunit=um\n")) == nil)
        try expect(pictures(stack("a drawing")) == nil)
        try expect(pictures(stack(#"{"shape": [3, 1, 2]}"#)) == nil)
        let pages = stack(Self.imageJ, count: 1).file(followedBy: [stack("", count: 1), stack("", count: 1)])
        let list = try require(FrameList(picturesOf: try folder.write(pages, to: "b.tif")))
        expectEqual(list.frames.count, 3)
        expectEqual(list.stack(codecs: .standard)?.count(.slice), 3)
    }

    @Test("fewer pages than ImageJ says are a hint, and keep their channels")
    func fewerPages() throws {
        let first = stack("ImageJ=1.53t\nimages=8\nchannels=2\nframes=4\n", count: 1)
        let file = first.file(followedBy: (1...3).map { _ in stack("", count: 1) })
        let list = try require(FrameList(picturesOf: try folder.write(file, to: "b.tif")))
        expect(list.frames.count == 4 && list.stack(codecs: .standard)?.count(.channel) == 2)
        expectEqual(list.hints.first?.hasSuffix("b.tif: ImageJ wrote 8 images, but the file has 4"), true)
    }

    private static func ome(_ attributes: String) -> String {
        #"<?xml version="1.0"?><OME><Image ID="Image:0"><Pixels ID="a" \#(attributes)><Channel/></Pixels></Image></OME>"#
    }

    @Test(
        "channels, slices and times are read with their order, the rate and the distance",
        arguments: [
            ("ImageJ=1\nimages=8\nchannels=2\nframes=4\nfinterval=0.5\n", "2 channels, 4 time points", "1-7x2", 2),
            ("ImageJ=1\nimages=8\nslices=8\nspacing=0.5\nunit=micron\n", "8 slices (0.5 um apart)", "1-8", nil),
            (
                "ImageJ=1\nimages=8\nchannels=2\nslices=2\nframes=2\n", "2 channels, 2 slices, 2 time points", "1-5x4",
                nil
            ),
            ("ImageJ=1\nimages=8\nframes=4\n", "8 time points", "1-8", nil),
            (
                ome(#"DimensionOrder="XYCZT" SizeC="2" SizeZ="1" SizeT="4" TimeIncrement="40" TimeIncrementUnit="ms""#),
                "2 channels, 4 time points", "1-7x2", 25
            ),
            (ome(#"DimensionOrder="XYTCZ" SizeC="2" SizeT="4" SizeZ="1""#), "4 time points, 2 channels", "1-4", nil),
            (
                ome(#"DimensionOrder="XYZCT" SizeC="2" SizeZ="4" SizeT="1" PhysicalSizeZ="2" PhysicalSizeZUnit="nm""#),
                "4 slices (2 nm apart), 2 channels", "1-4", nil
            ),
        ] as [(String, String, String, Int32?)]
    )
    func dimensions(description: String, words: String, film: String, rate: Int32?) throws {
        let found = try require(try stack(stack(description, count: 8)))
        expectEqual(found.words, words)
        expectEqual(found.firstFilm(upTo: 8), film)
        expectEqual(found.frameRate, rate.map { FrameRate($0) })
    }

    @Test("the samples of a pixel, which OME counts as channels, are one image")
    func samples() throws {
        let file = stack(Self.ome(#"DimensionOrder="XYCZT" SizeC="3" SizeZ="1" SizeT="3""#)) {
            ($0.samples, $0.photometric) = (3, 2)
            ($0.blocks, $0.behind) = ([[UInt8](repeating: 9, count: 6)], [UInt8](repeating: 9, count: 12))
        }
        try expectEqual(stack(file)?.words, "3 time points")
    }

    @Test("images of one channel are one film, those of two are not")
    func mixture() throws {
        let stack = try require(ImageStack([(.channel, 2), (.slice, 1), (.time, 5)]))
        expectEqual(stack.mixture(of: Array(1...10)), [.channel])
        expect(stack.mixture(of: [1, 3, 5, 7, 9]).isEmpty && stack.mixture(of: [2, 4]).isEmpty)
        let channels = try require(ImageStack([(.channel, 3)]))
        expect(channels.mixture(of: [1, 2, 3]) == [.channel] && channels.firstFilm(upTo: 3) == "1")
        expect(ImageStack([(.channel, 1 << 40), (.slice, 1 << 40), (.time, 1 << 40)]) == nil)
    }
}
