import FlipbookImaging
import FlipbookTestSupport
import Testing

/// Every value of the view that cannot be: the message begins with the option, or with the place of the key, and
/// nothing is written.
@Suite(.hangLimit) struct ViewRefusalTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: [1, 2])
        try bench.folder.write(PNGEncoder.encode(TestFrames(width: 2, height: 2).picture(50)), to: "logo.png")
        try bench.folder.write(Array("no picture".utf8), to: "damaged.png")
        try bench.folder.write(
            PNGWriter.file([PNGWriter(width: 12_000, height: 12_000).header, .init("IDAT", [0]), .init("IEND")]),
            to: "huge.png"
        )
    }

    /// A value that cannot be, as an option and as a manifest's key.
    struct Refusal: CustomStringConvertible, Sendable {
        let option: String
        /// The value behind the option.
        let value: String
        /// The line of a manifest, behind `image: …`.
        let line: String
        var status: Int32 = 2
        /// Words of the reason.
        var reason = ""
        /// What is shown.
        var input = "walk/walk.0001.png"
        /// The message's opening, where it is not the option and a colon.
        var opening: String?
        /// The key's path in the manifest, where it has one.
        var path: String?

        var description: String { "\(option)=\(value)" }
        var key: String { path ?? String(line.prefix { $0 != ":" }) }
    }

    static let refusals = [
        // Caps are known to be too large only when the picture is known.
        Refusal(
            option: "--cap-insets",
            value: "0,20,0,20",
            line: "capInsets: [0, 20, 0, 20]",
            reason: "walk.0001.png: The cap insets left 20 and right 20 are together larger than the image"
        ),
        Refusal(
            option: "--cap-insets",
            value: "10,0,8.5,0",
            line: "capInsets: {top: 10, bottom: 8.5}",
            reason: "which is 18 points tall"
        ),
        Refusal(option: "--cap-insets", value: "1,2,3", line: "capInsets: [1, 2, 3]"),
        Refusal(option: "--cap-insets", value: "1,2,nan,4", line: "capInsets: [1, 2, .nan, 4]"),
        Refusal(option: "--cap-insets", value: "1,2,-3,4", line: "capInsets: [1, 2, -3, 4]"),
        Refusal(option: "--cap-insets", value: "1,2,1e400,4", line: "capInsets: [1, 2, .inf, 4]"),
        // Sizes.
        Refusal(option: "--size", value: "nanxnan", line: "size: nanxnan"),
        Refusal(option: "--size", value: "-5x5", line: "size: {width: -5, height: 5}"),
        Refusal(option: "--size", value: "0x5", line: "size: 0x5"),
        Refusal(option: "--size", value: "40000x40000", line: "size: 40000x40000", reason: "16384"),
        Refusal(option: "--size", value: "99999999999999999999x1", line: "size: 99999999999999999999x1"),
        Refusal(option: "--size", value: "1.5x2", line: "size: 1.5x2"),
        // Scales, also one that makes a canvas of 9 thousand million pixels.
        Refusal(option: "--scale", value: "nan", line: "scale: .nan"),
        Refusal(option: "--scale", value: "0", line: "scale: 0"),
        Refusal(option: "--scale", value: "-2", line: "scale: -2"),
        Refusal(option: "--scale", value: "0.5", line: "scale: 0.5", reason: "from 1 to 8"),
        Refusal(option: "--scale", value: "1e300", line: "scale: 1e300"),
        Refusal(option: "--scale", value: "1/0", line: "scale: 1/0"),
        Refusal(
            option: "--scale",
            value: "8",
            line: "scale: 8",
            reason: "The canvas is 96000x96000 pixels, more than the limit",
            input: "huge.png"
        ),
        // Colors, alpha, words.
        Refusal(option: "--tint", value: "nocolor", line: "tintColor: nocolor", reason: "is not a color"),
        Refusal(option: "--tint", value: "#12", line: "tintColor: \"#12\""),
        Refusal(option: "--background", value: "nocolor", line: "backgroundColor: nocolor"),
        Refusal(option: "--alpha", value: "2", line: "alpha: 2"),
        Refusal(option: "--alpha", value: "-0.1", line: "alpha: -0.1"),
        Refusal(option: "--alpha", value: "nan", line: "alpha: .nan"),
        Refusal(option: "--orientation", value: "9", line: "orientation: 9"),
        Refusal(option: "--orientation", value: "0", line: "orientation: 0"),
        Refusal(option: "--orientation", value: "sideways", line: "orientation: sideways"),
        Refusal(option: "--filter", value: "magic", line: "filter: magic"),
        Refusal(option: "--resizing", value: "fold", line: "resizingMode: fold"),
        Refusal(option: "--content-mode", value: "diagonal", line: "contentMode: diagonal"),
        // Overlays: a value that cannot be is a mistake, a file that cannot be read is the environment's.
        Refusal(
            option: "--overlay",
            value: "logo.png,alpha=2",
            line: "overlays: [{image: logo.png, alpha: 2}]",
            path: "overlays[0].alpha"
        ),
        Refusal(
            option: "--overlay",
            value: "none.png",
            line: "overlays: [none.png]",
            status: 3,
            reason: "no such file",
            opening: "--overlay none.png: ",
            path: "overlays[0]"
        ),
        Refusal(
            option: "--overlay",
            value: "damaged.png",
            line: "overlays: [logo.png, damaged.png]",
            status: 3,
            reason: "damaged.png: not an image",
            opening: "--overlay damaged.png: ",
            path: "overlays[1]"
        ),
    ]

    @Test("an option is refused by its name", arguments: LongTests.cases(refusals, every: 3))
    func options(_ refusal: Refusal) throws {
        let outcome = try bench.flipbook("render", refusal.input, "-o", "a.png", "\(refusal.option)=\(refusal.value)")
        expectEqual(outcome.status, refusal.status, "\(outcome.errors)")
        expect(outcome.errors.hasPrefix("error: " + (refusal.opening ?? "\(refusal.option): ")), "\(outcome.errors)")
        expect(outcome.errors.contains(refusal.reason), "\(outcome.errors)")
        expect(outcome.text.isEmpty)
        try expectEqual(bench.names(), ["damaged.png", "huge.png", "logo.png", "walk"])
    }

    @Test("a key is refused by its place in the manifest and its name", arguments: LongTests.cases(refusals, every: 3))
    func keys(_ refusal: Refusal) throws {
        let text = "image: \(refusal.input)\n\(refusal.line)\n"
        try bench.folder.write(Array(text.utf8), to: "view.yaml")
        let outcome = try bench.flipbook("render", "view.yaml", "-o", "a.png")
        expectEqual(outcome.status, refusal.status, "\(outcome.errors)")
        expect(outcome.errors.hasPrefix("error: view.yaml:2:"), "\(outcome.errors)")
        expect(outcome.errors.contains(": \(refusal.key)"), "\(outcome.errors)")
        expect(outcome.errors.contains(refusal.reason), "\(outcome.errors)")
        expect(outcome.text.isEmpty)
        try expectEqual(bench.names(), ["damaged.png", "huge.png", "logo.png", "view.yaml", "walk"])
    }

    @Test("an export and a player refuse a picture's caps and an overlay as render does")
    func otherVerbs() throws {
        for (arguments, status, opening) in [
            (["--cap-insets", "0,20,0,20"], 2, "error: --cap-insets: walk/walk.0001.png: "),
            (["--overlay", "none.png"], 3, "error: --overlay none.png: no such file"),
        ] as [([String], Int32, String)] {
            for verb in [["export", "walk", "-o", "a.mkv"], ["play", "walk", "--sink", "fakesink"]] {
                let outcome = try Program.flipbook.run(verb + arguments, in: bench.folder.path)
                expect(outcome.status == status)
                expect(outcome.errors.hasPrefix(opening), "\(outcome.errors)")
            }
        }
        expect(!(try bench.names()).contains("a.mkv"))
    }
}
