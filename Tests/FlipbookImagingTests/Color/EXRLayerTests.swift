import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Layers and channels of OpenEXR files")
struct EXRLayerTests {
    private let folder: TemporaryDirectory
    private let width = 5
    private let height = 3

    init() throws { folder = try TemporaryDirectory() }

    /// Pixels that differ from channel to channel and from place to place, from 0 to 1.
    private func ramp(_ seed: Int) -> [Float] {
        (0..<width * height).map { Float(($0 * 7 + seed * 13) % 31) / 31 }
    }

    /// A file of one part: colors without a layer, `diffuse`, a direction, and a depth in a layer of two names.
    private var layered: [UInt8] {
        let names = ["R", "G", "B", "A", "diffuse.R", "diffuse.G", "diffuse.B", "N.X", "N.Y", "N.Z", "view.depth.Z"]
        return EXRWriter.file(
            width: width,
            height: height,
            channels: names.enumerated().map { ($1, $1 == "A" ? ramp(0).map { _ in 1 } : ramp($0)) }
        )
    }

    /// A file of parts: one whose channels have its name, a smaller one, and one with two layers.
    private var parted: [UInt8] {
        let small = Array(ramp(9).prefix(6))
        return EXRWriter.file(
            width: width,
            height: height,
            parts: [
                .init("rgba", channels: [("R", ramp(0)), ("G", ramp(1)), ("B", ramp(2))]),
                .init("diffuse", channels: ["R", "G", "B"].enumerated().map { ("diffuse.\($1)", ramp(3 + $0)) }),
                .init("depth", channels: [("Z", small)], window: (left: 1, top: 1, width: 3, height: 2)),
                .init(
                    "crypto",
                    channels: ["a.R", "a.G", "a.B", "b.R", "b.G", "b.B"].enumerated().map { ($1, ramp(10 + $0)) }
                ),
            ]
        )
    }

    private func codecs(_ layer: String?, _ channels: String? = nil) throws -> ImageCodecs {
        let channels = try channels.map { try ChannelNames(parsing: $0) }
        return .standard.reading(try SourceColors(channels: ChannelChoice(layer: layer, channels: channels)))
    }

    /// The values of 16 bits of a file, a channel after the other.
    private func planes(_ bytes: [UInt8], _ layer: String?, _ channels: String? = nil) throws -> [[UInt16]] {
        let decoder = ImageDecoder(keepsSixteenBits: true, codecs: try codecs(layer, channels))
        let picture = try bytes.withUnsafeBytes { try decoder.decode($0) }
        expectEqual(picture.size, PixelSize(width: width, height: height))
        return picture.withUnsafeBytes { bytes in
            let values = bytes.bindMemory(to: UInt16.self)
            return (0..<4).map { channel in (0..<picture.size.area).map { values[$0 * 4 + channel] } }
        }
    }

    /// What sRGB's curve (IEC 61966-2-1) makes of light.
    private func shown(_ light: [Float]) -> [Int] {
        light.map { light in
            let light = Double(light)
            return Int((light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055) * 65_535 + 0.5)
        }
    }

    private func check(_ planes: [[UInt16]], show lights: [[Float]], _ comment: Comment) {
        // Alpha is the last plane, and no light.
        for (plane, light) in pairs(Array(planes.prefix(3)), lights) {
            let most = pairs(plane, shown(light)).map { abs(Int($0) - $1) }.max() ?? .max
            expect(most <= 2, comment)
        }
    }

    @Test("a layer is shown by its name, and without one the first that has colors")
    func layers() throws {
        try check(planes(layered, nil), show: [ramp(0), ramp(1), ramp(2)], "no layer")
        try check(planes(layered, "diffuse"), show: [ramp(4), ramp(5), ramp(6)], "diffuse")
        try check(planes(layered, "N"), show: [ramp(7), ramp(8), ramp(9)], "a direction")
        try check(planes(layered, "view.depth"), show: [ramp(10), ramp(10), ramp(10)], "a depth")
    }

    @Test("parts of a file are layers, by their names or by those of the layers in them")
    func parts() throws {
        try check(planes(parted, nil), show: [ramp(0), ramp(1), ramp(2)], "the first part")
        try check(planes(parted, "rgba"), show: [ramp(0), ramp(1), ramp(2)], "its name")
        try check(planes(parted, "diffuse"), show: [ramp(3), ramp(4), ramp(5)], "a part whose channels have its name")
        try check(planes(parted, "crypto.b"), show: [ramp(13), ramp(14), ramp(15)], "a layer of a part")
        try check(planes(parted, "b"), show: [ramp(13), ramp(14), ramp(15)], "the same without the part")
    }

    @Test("a part that has fewer pixels than the picture leaves the others clear")
    func window() throws {
        let planes = try planes(parted, "depth")
        let inside = (0..<height * width).filter { (1...3).contains($0 % width) && $0 / width > 0 }
        expectEqual(planes[3].indices.filter { planes[3][$0] == 65_535 }, inside)
        expect(planes[3].filter { $0 != 65_535 }.allSatisfy { $0 == 0 })
        let expected = shown(Array(ramp(9).prefix(6)))
        for (place, expected) in pairs(inside, expected) { expect(abs(Int(planes[0][place]) - expected) <= 2) }
    }

    @Test("channels are chosen by name, also twice, with alpha, and within a layer")
    func channels() throws {
        try check(planes(layered, nil, "B,G,R"), show: [ramp(2), ramp(1), ramp(0)], "turned around")
        try check(planes(layered, nil, "view.depth.Z"), show: [ramp(10), ramp(10), ramp(10)], "gray")
        try check(planes(layered, nil, "R,R,diffuse.B"), show: [ramp(0), ramp(0), ramp(6)], "one twice")
        try check(planes(layered, "diffuse", "G,R,diffuse.B"), show: [ramp(5), ramp(4), ramp(6)], "of a layer")
        // Colors are multiplied by alpha in the file.
        let (gray, alpha) = (ramp(7), ramp(8))
        let found = try planes(layered, nil, "N.X,N.Y")
        for place in alpha.indices where alpha[place] > 0 {
            expect(abs(Int(found[3][place]) - Int((alpha[place] * 65_535).rounded())) <= 1)
            let light = min(1, gray[place] / alpha[place])
            expect(abs(Int(found[0][place]) - shown([light])[0]) <= 2)
        }
    }

    @Test(
        "without a choice the picture is shown by its name, and else the first layer with colors, which is said",
        arguments: [
            (["AO.R", "AO.G", "AO.B", "R", "G", "B"], "", nil),
            (["AO.R", "AO.G", "AO.B", "View.Combined.R", "View.Combined.G", "View.Combined.B"], "View.Combined.", nil),
            (["AO.R", "AO.G", "AO.B", "z.BEAUTY.R", "z.BEAUTY.G", "z.BEAUTY.B"], "z.BEAUTY.", nil),
            (["AO.R", "AO.G", "AO.B", "rgba.R", "rgba.G", "rgba.B", "Z"], "rgba.", nil),
            (["AO.R", "AO.G", "AO.B", "key.R", "key.G", "key.B", "N.X"], "AO.", .firstLayer("AO", of: 2)),
            (["AO.R", "AO.G", "AO.B", "Z"], "AO.", nil),
        ] as [([String], String, ImageHeader.Remark?)]
    )
    func main(names: [String], layer: String, remark: ImageHeader.Remark?) throws {
        let channels = names.enumerated().map { ($1, ramp($0)) }
        let file = EXRWriter.file(width: width, height: height, channels: channels)
        let expected = try ["R", "G", "B"].map { letter in ramp(try require(names.firstIndex(of: layer + letter))) }
        try check(planes(file, nil), show: expected, "\(names)")
        try expectEqual(file.withUnsafeBytes { try ImageHeader.read($0) }.remark, remark)
    }

    @Test("a part that is called as the picture is shown before those that precede it; a choice needs no remark")
    func mainPart() throws {
        let file = EXRWriter.file(
            width: width,
            height: height,
            parts: ["AO", "rgba"].enumerated().map { index, name in
                .init(name, channels: ["R", "G", "B"].enumerated().map { ($1, ramp(index * 3 + $0)) })
            }
        )
        try check(planes(file, nil), show: [ramp(3), ramp(4), ramp(5)], "rgba")
        try check(planes(file, "AO"), show: [ramp(0), ramp(1), ramp(2)], "AO")
        let chosen = try codecs("AO")
        try expect(file.withUnsafeBytes { try ImageHeader.read($0, codecs: chosen) }.remark == nil)
    }

    @Test("what a file has is listed, also where nothing of it has colors")
    func listing() throws {
        let path = try folder.write(layered, to: "a.exr")
        try expectEqual(ImageCodecs.standard.layers(ofFileAt: path), ["N", "diffuse", "view.depth"])
        try folder.write(parted, to: "b.exr")
        let names = ["rgba", "diffuse", "depth", "crypto.a", "crypto.b"]
        try expectEqual(ImageCodecs.standard.layers(ofFileAt: folder.file("b.exr")), names)
        let depths = EXRWriter.file(width: width, height: height, channels: [("near.Z", ramp(0)), ("far.Z", ramp(1))])
        try folder.write(depths, to: "c.exr")
        try expectEqual(ImageCodecs.standard.layers(ofFileAt: folder.file("c.exr")), ["far", "near"])
        #expect(throws: ImageError(.channels(.uncolored(layer: nil, channels: ["far.Z", "near.Z"], reduced: 0)))) {
            try planes(depths, nil)
        }
        try folder.write(PNGEncoder.encode(TestFrames(width: 2, height: 2).picture(1), opaque: false), to: "d.png")
        try expect(ImageCodecs.standard.layers(ofFileAt: folder.file("d.png")).isEmpty)
    }

    @Test("what a file does not have is an error that says what it has")
    func absent() throws {
        #expect(throws: ImageError(.channels(.noLayer("specular", layers: ["N", "diffuse", "view.depth"])))) {
            try planes(layered, "specular")
        }
        #expect(throws: ImageError(.channels(.noChannel("Q", channels: ["diffuse.B", "diffuse.G", "diffuse.R"])))) {
            try planes(layered, "diffuse", "R,G,Q")
        }
        #expect(throws: ImageError(.channels(.scattered(["R", "diffuse.G", "B"])))) {
            try planes(parted, nil, "R,diffuse.G,B")
        }
        let error = ImageError(.channels(.noLayer("specular", layers: ["N", "diffuse"])))
        expectEqual(error.explanation.description, "it has no layer 'specular'; choose one of N, diffuse with layer")
    }

    @Test("headers know the chosen part, and whether its rows are all there")
    func headers() throws {
        let depth = try codecs("depth")
        let path = try folder.write(parted, to: "b.exr")
        let header = try ImageHeader.read(contentsOf: path, codecs: depth)
        expectEqual(header.colorModel, .gray)
        expectEqual(header.bitDepth, 32)
        expect(!header.hasAlpha)
        // The last rows are those of the last part.
        try folder.write(Array(parted.dropLast(4)), to: "cut.exr")
        #expect(throws: ImageError(.truncated, path: folder.file("cut.exr"))) {
            try ImageHeader.read(contentsOf: folder.file("cut.exr"), codecs: codecs("crypto.a"))
        }
        _ = try ImageHeader.read(contentsOf: folder.file("cut.exr"), codecs: depth)
    }

    @Test("files of several parts that end early are errors, wherever they end")
    func cut() throws {
        let whole = parted
        for count in 0..<whole.count {
            #expect(throws: ImageError.self) { try planes(Array(whole.prefix(count)), "crypto.b") }
        }
    }
}
