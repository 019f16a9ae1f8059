import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel
import FlipbookScene

extension LintRule {
    package static let huge = LintRule(
        .init("size.huge", .error, evidence: .headers),
        summary: "A picture is larger than the largest canvas.",
        notes: "A side is longer than 16,384 pixels. load.too-large reports pictures that are too large to be decoded.",
        why: "No video format or texture can hold the picture, and each frame takes hundreds of megabytes.",
        remedy: "Make the picture smaller, or split it into tiles.",
        passing: [[.init("pan.1.png", 16_384, 1000), .init("pan.2.png", 16_384, 1000)]],
        failing: [
            [.init("pan.1.png", 20_000, 1000), .init("pan.2.png", 20_000, 1000)],
            [.init("scroll.png", 100, 17_000)],
        ],
        judge: .sequence { sequence in
            let largest = SequenceManifest.largestSide
            return sequence.sizes.flatMap(\.groups).compactMap { size, frames in
                // Other rules report unreadable files.
                let frames = frames.filter { frame in
                    guard frame.decodingFault == nil else { return false }
                    return frame.header.map { $0.format.isDecoded && !$0.isTooLarge } ?? false
                }
                guard !frames.isEmpty, max(size.width, size.height) > largest else { return nil }
                let text = "\(size) px, more than the largest canvas (\(largest) px per side)"
                let fix: Explanation = "Make \(frames.them) smaller, or split \(frames.them) into tiles."
                let measured = Verdict.Measurement("\(size)", expected: "at most \(largest) pixels per side")
                return frames.verdict(one: "is \(text).", fix: fix, measured: measured)
            }
        }
    )

    package static let memory = LintRule(
        .init("size.memory", .warning, evidence: .headers, isDefault: false),
        summary: "Together, the decoded frames take a lot of memory.",
        notes: "Assumes 4 bytes per pixel, at the largest scale factor. Not run by default, since Flipbook keeps only "
            + "a few frames in memory. Select it for apps that keep all frames, for example in an array of UIImages.",
        why: "The system may terminate an app that keeps all frames in memory.",
        remedy: "Use smaller or fewer frames, or play a video instead.",
        options: [RuleOption("megabytes", "The limit in MiB.", default: 512, in: 1...1_000_000)],
        failing: [RuleExample((1...20).map { RuleExample.File("walk.\($0).png", 3840, 2160) })]
    ) { options in
        let megabytes = options.integer("megabytes")
        return .wholeSequence { sequence in
            guard sequence.isAnimation, let scale = sequence.scales.last else { return nil }
            let frames = sequence.frames.filter { $0.scale == scale }
            // The sizes in headers can be so large that their sum overflows an integer.
            let needed = frames.compactMap(\.size).reduce(0.0) { $0 + Double($1.area) * 4 } / 1_048_576
            guard needed > Double(megabytes), needed < 1e12 else { return nil }
            let size = "\(Int(needed.rounded(.up))) MiB"
            let message = "\(frames.count.of("frame")) take \(size) of memory when they are all decoded."
            return Verdict(message: message, measured: .init(size, expected: "at most \(megabytes) MiB"))
        }
    }

    package static let fileSizeOutlier = LintRule(
        .init("size.file-outlier", .info, evidence: .headers),
        summary: "A frame's file is far smaller than the others.",
        notes: "Ignores frames at the start and end. Requires a median of at least 4 kB and few small files (at most a "
            + "tenth).",
        why: "A picture that is black, blank or half rendered compresses to almost nothing.",
        remedy: "Look at the picture, and render it again if it is wrong.",
        options: [RuleOption("factor", "The maximum ratio to the median.", default: 20, in: 2...1000)],
        passing: [twelve { $0 < 3 }],
        failing: [twelve { $0 == 7 }]
    ) { options in
        let factor = options.integer("factor")
        return .sequence { sequence in
            guard sequence.isComparable else { return [] }
            return sequence.scales.compactMap { scale in
                let frames = sequence.frames.filter { $0.scale == scale && $0.details != nil }
                let counts = frames.compactMap { $0.details?.byteCount }
                guard counts.count >= 10 else { return nil }
                let usual = counts.sorted()[counts.count / 2]
                guard usual >= 4_000 else { return nil }
                let isLow = counts.map { $0 < usual / factor }
                guard let begin = isLow.firstIndex(of: false), let end = isLow.lastIndex(of: false) else { return nil }
                let odd = (begin...end).filter { isLow[$0] }
                guard let least = odd.map({ counts[$0] }).min(), odd.count * 10 <= counts.count else { return nil }
                let small = odd.map { frames[$0] }
                let message =
                    "has \(small.count == 1 ? "" : "as few as ")\(least) bytes; half the others have \(usual) or more."
                return small.verdict(one: message, measured: .init("\(least) bytes", expected: "\(usual) bytes"))
            }
        }
    }

    package static let pixelAspect = LintRule(
        .init("size.pixel-aspect", .warning, evidence: .headers),
        summary: "A file declares that its pixels are not square.",
        notes: "Reads pHYs in PNG files and the density in JFIF files. Differences up to half a percent are ignored.",
        why: "Flipbook and most programs show pixels as squares, so the picture looks squeezed.",
        remedy: "Resize the frames to square pixels, or remove the pixel aspect ratio from the files.",
        passing: [
            [.init("walk.1.png", 160, 90) { $0.pixelAspect = .init(horizontal: 2835, vertical: 2835) }, "walk.2.png"]
        ],
        failing: [
            .walk(2) { $0.pixelAspect = .init(horizontal: 1, vertical: 2) },
            .walk(1, after: 2) { $0.pixelAspect = .init(horizontal: 59, vertical: 54) },
        ],
        judge: .frameKinds { frame in
            frame.details?.pixelAspect.flatMap { $0.isSquare ? nil : $0 }
        } verdict: { aspect, frames, sequence in
            // A higher density means a narrower pixel.
            let shape = "\(aspect.vertical):\(aspect.horizontal)"
            let known = sequence.frames.count { $0.details != nil }
            let others = frames.count < known ? " (the others are square)" : ""
            let message = "has pixels with an aspect ratio of \(shape)\(others), but all pixels are shown as squares."
            return frames.verdict(one: message, measured: .init(shape, expected: "1:1"))
        }
    )

    package static let oddCanvas = LintRule(
        .init("canvas.odd", .warning, evidence: .headers, isDefault: false),
        summary: "A side of the picture has an odd number of pixels.",
        notes: "Checks the most common frame size. Not run by default, since Flipbook adds the missing row or column.",
        why: "Most video has one color for every four pixels (4:2:0). Many encoders reject odd sizes; others crop the "
            + "picture.",
        remedy: "Draw on a canvas with even sides, or set one with \(setting: .size).",
        failing: [[.init("walk.1.png", 237, 135), .init("walk.2.png", 237, 135)]],
        judge: .sequence { sequence in
            guard sequence.isAnimation, !sequence.areNumberedStills else { return [] }
            return sequence.sizes.compactMap { statistics in
                guard let size = statistics.usual, size != size.roundedUpToEven else { return nil }
                let message = "the frames are \(size) px; 4:2:0 video needs even sides: \(size.roundedUpToEven)."
                return Verdict(message: message, measured: .init("\(size)", expected: "\(size.roundedUpToEven)"))
            }
        }
    )
}

private func twelve(areSmall: (Int) -> Bool) -> RuleExample {
    RuleExample(
        (1...12).map { number in
            RuleExample.File("walk.\(number).png", 160, 90) { $0.byteCount = areSmall(number) ? 500 : 100_000 }
        }
    )
}
