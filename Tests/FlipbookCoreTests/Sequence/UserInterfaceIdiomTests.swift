import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Pictures for kinds of devices")
struct UserInterfaceIdiomTests {
    private let names = [
        "w1.png", "w2.png", "w3.png", "w1@2x.png", "w2@2x.png", "w3@2x.png", "w1~ipad.png", "w2@2x~ipad.png",
        "w3~iphone.png", "w2~IPAD.png",
    ]

    private func options(_ idiom: UserInterfaceIdiom?, scale: Int = 1) -> Resolution.Options {
        Resolution.Options(scale: scale, mismatch: .fit, idiom: idiom)
    }

    private func files(_ list: FrameList) -> [String] { list.frames.compactMap { $0.path?.lastComponent } }

    @Test(
        "each frame is the device's where there is one, whatever its scale factor, else the universal one",
        arguments: [
            (nil, 1, ["w1.png", "w2.png", "w3.png"]), (nil, 2, ["w1@2x.png", "w2@2x.png", "w3@2x.png"]),
            (.pad, 1, ["w1~ipad.png", "w2@2x~ipad.png", "w3.png"]),
            (.pad, 2, ["w1~ipad.png", "w2@2x~ipad.png", "w3@2x.png"]),
            (.phone, 1, ["w1.png", "w2.png", "w3~iphone.png"]),
        ] as [(UserInterfaceIdiom?, Int, [String])]
    )
    func choice(idiom: UserInterfaceIdiom?, scale: Int, expected: [String]) throws {
        let options = options(idiom, scale: scale)
        let folder = try Resolution.directory("w", names: names, options: options)
        expectEqual(files(folder), expected)
        expect(folder.missing.isEmpty)
        let pattern = try FramePattern(parsing: "w@.png")
        let found = try Resolution.pattern(pattern, names: names.reversed(), options: options)
        expectEqual(files(found), expected)
        let ranged = try FramePattern(parsing: "w3,1@.png")
        try expectEqual(
            files(Resolution.pattern(ranged, names: names, options: options)),
            [expected[2], expected[0]]
        )
        let paths = names.dropLast().map { FilePath("d/\($0)") }
        try expectEqual(files(Resolution.files(paths, options: options)), expected)
    }

    @Test("files in the order given are all shown, and pictures for a device only are a sequence")
    func alone() throws {
        let paths = ["w1.png", "w1~ipad.png"].map { FilePath($0) }
        try expectEqual(Resolution.files(paths, sorted: .none).frames.count, 2)
        let only = (1...3).map { FilePath("w\($0)~ipad.png") }
        try expectEqual(Resolution.files(only).frames.map(\.number), [1, 2, 3])
        let folder = try Resolution.directory("w", names: only.map(\.string), options: options(.pad))
        expectEqual(folder.frames.map(\.number), [1, 2, 3])
        let pattern = try FramePattern(parsing: "w@~ipad.png")
        try expectEqual(Resolution.pattern(pattern, names: names).frames.map(\.number), [1])
    }

    @Test("device variants of other frames leave their gap, and those of the other device are left out with a hint")
    func gap() throws {
        let list = try Resolution.directory(
            "w",
            names: ["w1.png", "w2.png", "w4~ipad.png", "w3~iphone.png"],
            options: options(.pad)
        )
        expectEqual(files(list), ["w1.png", "w2.png", "w4~ipad.png"])
        expectEqual(list.missing, FrameSet([3]))
        expectEqual(list.hints, ["w: used w@.png and left out w3~iphone.png"])
    }
}
