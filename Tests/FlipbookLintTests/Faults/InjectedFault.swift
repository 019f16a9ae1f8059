import FlipbookCore
import FlipbookLint
import FlipbookTestSupport

/// One fault that people have, put into a clean sequence, and the rule that is to find it.
struct InjectedFault: Sendable {
    /// What is wrong, for the table.
    let words: String
    /// The clean sequence.
    let sequence: String
    /// The rule that finds it.
    let rule: RuleID
    /// Which frames are expected; `nil` where no setting says it.
    var expected: FrameSet?
    /// Puts it in.
    let inject: @Sendable (FaultBench) throws -> Void

    init(
        _ words: String,
        in sequence: String,
        _ rule: RuleID,
        expected: FrameSet? = nil,
        _ inject: @escaping @Sendable (FaultBench) throws -> Void
    ) {
        (self.words, self.sequence, self.rule, self.expected, self.inject) = (words, sequence, rule, expected, inject)
    }

    /// All of them, names first, then headers, then pixels.
    static let all = names + headers + pixels

    private static let names: [InjectedFault] = [
        InjectedFault("A frame is missing", in: "blink", "seq.gap") { try $0.remove("face.0007.png") },
        InjectedFault(
            "The first two of 20 expected frames are missing",
            in: "blink",
            "seq.short-head",
            expected: FrameSet(1...20)
        ) {
            try $0.remove("face.0001.png", "face.0002.png")
        },
        InjectedFault(
            "The last three of 20 expected frames are missing",
            in: "blink",
            "seq.short-tail",
            expected: FrameSet(1...20)
        ) {
            try $0.remove("face.0018.png", "face.0019.png", "face.0020.png")
        },
        InjectedFault("A pass is two frames shorter than another", in: "passes", "seq.companion-length") {
            try $0.remove("sh010_matte.1023.png", "sh010_matte.1024.png")
        },
        InjectedFault("A day is missing", in: "daily", "seq.missing-time") { try $0.remove("sst_20260103.png") },
        InjectedFault("A picture is missing from a time lapse", in: "time-lapse", "seq.missing-time") {
            try $0.remove("sky_20260201_0030.png")
        },
        InjectedFault("A frame is missing from a sequence numbered by 15", in: "bar", "seq.gap") {
            try $0.remove("bar45.png")
        },
        InjectedFault("A frame number breaks the step", in: "../on-twos", "seq.irregular-step") {
            try $0.copy("bird.0013.png", to: "bird.0012.png")
        },
        InjectedFault("A camera's counter restarted", in: "blink", "seq.rollover") { bench in
            for number in 1...20 {
                let name = "face.00\(number < 10 ? "0" : "")\(number).png"
                if number < 9 {
                    try bench.move(name, to: "face.\(9991 + number).png")
                } else {
                    try bench.move(name, to: "tmp\(number).png")
                }
            }
            for number in 9...20 {
                let new = number - 8
                try bench.move("tmp\(number).png", to: "face.00\(new < 10 ? "0" : "")\(new).png")
            }
        },
        InjectedFault("A frame number has no leading zeros", in: "blink", "seq.mixed-padding") {
            try $0.move("face.0007.png", to: "face.7.png")
        },
        InjectedFault("Two files have the same frame number", in: "blink", "seq.duplicate-number") {
            try $0.copy("face.0007.png", to: "face.007.png")
        },
        InjectedFault("An extension is in capitals (.PNG)", in: "blink", "seq.mixed-spelling") {
            try $0.move("face.0007.png", to: "face.0007.PNG")
        },
        InjectedFault("A name begins with a capital letter", in: "blink", "seq.mixed-spelling") {
            try $0.move("face.0007.png", to: "Face.0007.png")
        },
        InjectedFault("A file manager made a copy of a frame", in: "blink", "name.copy") {
            try $0.copy("face.0007.png", to: "face.0007 copy 2.png")
        },
        InjectedFault("A sync service left a conflicted copy", in: "blink", "name.copy") {
            try $0.copy("face.0007.png", to: "face.0007.sync-conflict-20260101-101200-ABCDEFG.png")
        },
        InjectedFault("A renderer stopped while writing a frame", in: "blink", "name.leftover") {
            try $0.move("face.0020.png", to: "face.0020.png.tmp")
        },
        InjectedFault("A name is reserved on Windows", in: "blink", "name.unsafe") {
            try $0.copy("face.0007.png", to: "aux.png")
        },
        InjectedFault("Two names differ only in the encoding of an accent", in: "blink", "name.case-collision") {
            try $0.copy("face.0007.png", to: "\u{E9}t\u{E9}.png")
            try $0.copy("face.0007.png", to: "e\u{301}t\u{E9}.png")
        },
        InjectedFault("A frame exists only at @2x", in: "blink", "seq.mixed-scale") {
            try $0.move("face.0007.png", to: "face.0007@2x.png")
        },
    ]

    private static let headers: [InjectedFault] = [
        InjectedFault("A frame has a different size", in: "blink", "seq.mixed-size") { bench in
            let rows = [UInt8](repeating: 90, count: 80 * 48 * 3)
            try bench.folder.write(PNGWriter(width: 80, height: 48, colorType: 2).file(rows: rows), to: "face.0007.png")
        },
        InjectedFault("A frame is empty", in: "blink", "load.empty") { try $0.folder.write([], to: "face.0007.png") },
        InjectedFault("A frame is cut short", in: "time-lapse", "load.truncated") {
            try $0.damage("sky_20260131_2240.png") { $0.removeLast($0.count / 3) }
        },
        InjectedFault("A frame is a text file", in: "blink", "load.unsupported") {
            try $0.folder.write(Array("render failed\n".utf8), to: "face.0007.png")
        },
        InjectedFault("A header is damaged", in: "blink", "load.corrupt") {
            try $0.damage("face.0007.png") { $0[18] ^= 0x40 }
        },
        InjectedFault("Bytes follow the end of a frame", in: "blink", "load.trailing-data") {
            try $0.damage("face.0007.png") { $0 += [1, 2, 3, 4] }
        },
        InjectedFault("Only one frame has an alpha channel", in: "blink", "seq.mixed-alpha") { bench in
            let (pixels, width, height) = try bench.pixels("face.0007.png")
            try bench.folder.write(PNGWriter(width: width, height: height).file(rows: pixels), to: "face.0007.png")
        },
        InjectedFault("A frame is stored in grayscale", in: "blink", "seq.mixed-color-type") {
            try $0.writeGray("face.0007.png", bitDepth: 8)
        },
        InjectedFault("A frame has 8 bits per channel, the others 16", in: "cells", "seq.mixed-bit-depth") {
            try $0.writeGray("cells.0007.png", bitDepth: 8)
        },
        InjectedFault("A frame declares a different gamma", in: "blink", "seq.mixed-colorspace") {
            try $0.redraw("face.0007.png", chunks: [PNGWriter.Chunk("gAMA", [0, 1, 0x86, 0xA0])])
        },
        InjectedFault("A frame declares pixels twice as wide as high", in: "blink", "size.pixel-aspect") {
            try $0.redraw("face.0007.png", chunks: [PNGWriter.Chunk("pHYs", [0, 0, 4, 0, 0, 0, 8, 0, 1])])
        },
        InjectedFault("A frame is three weeks older than the others", in: "blink", "seq.stale-frame") {
            try $0.date("face.0007.png", 1_700_000_000 - 21 * 86_400)
        },
    ]

    private static let pixels: [InjectedFault] = [
        InjectedFault("The pixels of a frame are damaged", in: "time-lapse", "load.undecodable") {
            try $0.damage("sky_20260131_2240.png") { $0[$0.count / 2] ^= 0x55 }
        },
        InjectedFault("A text chunk of a frame is damaged", in: "blink", "load.checksum") {
            try $0.redraw("face.0007.png", chunks: [PNGWriter.Chunk("tEXt", Array("a\u{0}b".utf8), damage: 1)])
        },
        InjectedFault("A frame is black", in: "time-lapse", "seq.blank-frame") {
            try $0.redraw("sky_20260131_2240.png") { _, _, _ in [0, 0, 0, 255] }
        },
        InjectedFault("A frame is repeated", in: "pan", "seq.duplicate-frames") {
            try $0.copy("pan.0004.png", to: "pan.0005.png")
        },
        InjectedFault("A frame belongs to another shot", in: "time-lapse", "seq.content-jump") {
            try $0.redraw("sky_20260131_2240.png") { x, y, pixel in pixel(63 - y, x / 2).map { 255 - $0 / 2 } }
        },
        InjectedFault("Two frames are swapped", in: "pan", "seq.swapped") {
            try $0.move("pan.0004.png", to: "x.png")
            try $0.move("pan.0005.png", to: "pan.0004.png")
            try $0.move("x.png", to: "pan.0005.png")
        },
        InjectedFault("A frame is shifted by three pixels", in: "blink", "seq.shifted") {
            try $0.redraw("face.0005.png") { x, y, pixel in pixel(x - 3, y) }
        },
        InjectedFault("A frame is half a stop darker", in: "time-lapse", "pixel.exposure-flicker") {
            try $0.redraw("sky_20260131_2240.png") { x, y, pixel in pixel(x, y).map { Int(Double($0) * 0.854) } }
        },
        InjectedFault("A sprite's frame is half a stop darker", in: "sprites", "pixel.exposure-flicker") {
            try $0.redraw("hopper_04.png") { x, y, pixel in
                let pixel = pixel(x, y)
                return pixel.prefix(3).map { Int(Double($0) * 0.854) } + [pixel[3]]
            }
        },
        InjectedFault("The light flickers from frame to frame", in: "time-lapse", "pixel.exposure-flicker") { bench in
            for (index, name) in try bench.folder.names().enumerated() where index % 2 == 0 {
                try bench.redraw(name) { x, y, pixel in pixel(x, y).map { Int(Double($0) * 0.9) } }
            }
        },
        InjectedFault("A frame has video levels", in: "time-lapse", "pixel.limited-range") {
            try $0.redraw("sky_20260131_2240.png") { x, y, pixel in pixel(x, y).map { 16 + $0 * 219 / 255 } }
        },
        InjectedFault("A frame is overexposed", in: "time-lapse", "pixel.clipped") {
            try $0.redraw("sky_20260131_2240.png") { x, y, pixel in pixel(x, y).map { $0 * 3 / 2 } }
        },
        InjectedFault("The lower half of a frame is gray", in: "time-lapse", "pixel.half-decoded") {
            try $0.redraw("sky_20260131_2240.png") { x, y, pixel in y < 24 ? pixel(x, y) : [128, 128, 128, 255] }
        },
        InjectedFault("A sprite's frame is premultiplied", in: "sprites", "alpha.premultiplied") {
            try $0.redraw("flame4.png") { x, y, pixel in
                let pixel = pixel(x, y)
                return pixel.prefix(3).map { $0 * pixel[3] / 255 } + [pixel[3]]
            }
        },
        InjectedFault("A sprite disappears for one frame", in: "sprites", "alpha.all-transparent") {
            try $0.redraw("flame4.png") { _, _, _ in [0, 0, 0, 0] }
        },
        InjectedFault("A sprite's frame comes from another sprite", in: "sprites", "seq.content-jump") {
            try $0.redraw("flame4.png") { x, y, _ in
                (x - 12) * (x - 12) + (y - 12) * (y - 12) < 90 ? [30, 60, 240, 255] : [0, 0, 0, 0]
            }
        },
        InjectedFault("A frame uses 8 of its 16 bits", in: "cells", "depth.unused") {
            try $0.writeGray("cells.0007.png", bitDepth: 16)
        },
        InjectedFault("The picture flashes", in: "blink", "a11y.flashing") { bench in
            for (index, name) in try bench.folder.names().enumerated() where index % 2 == 0 {
                try bench.redraw(name) { x, y, pixel in pixel(x, y).map { $0 / 4 } }
            }
        },
    ]
}
