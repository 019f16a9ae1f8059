import FlipbookCore
package import FlipbookLintModel
import FlipbookScene

extension LintRule {
    package static let defaultRate = LintRule(
        .init("dur.default-rate", .info, evidence: .manifest),
        summary: "Neither a rate nor a duration is set, so the sequence plays at 30 frames per second.",
        why: "The rate might be unintentional. In UIKit, a duration of 0 means 30 frames per second.",
        remedy: "Set animationDuration or frameRate, for example frameRate: 30.",
        failing: [.manifest { $0.frameRate = nil }],
        judge: .wholeManifest { manifest in
            let properties = manifest.manifest
            guard properties.animationImages != nil, properties.frameRate == nil, !manifest.hasOwnDurations,
                properties.animationDuration <= .zero
            else { return nil }
            let key: ManifestKey = properties.$animationDuration == nil ? .animationImages : .animationDuration
            return Verdict(key: key, message: "no rate is set, so the sequence plays at 30 frames per second.")
        }
    )

    package static let tooFast = LintRule(
        .init("dur.too-fast", .warning, evidence: .names),
        summary: "Frames are shown for less than a sixtieth of a second.",
        notes: "Applies to animationDuration and to durations of single frames. A frameRate is considered intentional.",
        why: "Most screens show 60 frames per second and skip the rest. GIF players even slow down to ten per second.",
        remedy: "Show the frames for longer, or, if the rate is intentional, specify it with frameRate.",
        options: [RuleOption("fastest", "The maximum frame rate.", default: 60, in: 1...1000)],
        failing: [
            .manifest {
                $0.animationImages = .pattern("a@.png")
                $0.frameRate = nil
                $0.$animationDuration = RationalTime(1, 100)
            }
        ]
    ) { options in
        let fastest = options.integer("fastest")
        return .wholeManifest { manifest in
            guard let (key, shortest) = manifest.shortestFrame, shortest.seconds * Double(fastest) < 1 - 1e-9,
                shortest > .zero
            else { return nil }
            let (seconds, rate) = (shortest.seconds.shortest, 1 / shortest.seconds)
            let text = rate < 1e9 ? "\(Int(rate.rounded()))" : "more than a billion"
            let message = "frames are shown for \(seconds) s each (\(text) per second); most screens show \(fastest)."
            let measured = Verdict.Measurement("\(text) frames per second", expected: "at most \(fastest)")
            return Verdict(key: key, message: message, measured: measured)
        }
    }

    package static let durationOutlier = LintRule(
        .init("dur.outlier", .warning, evidence: .manifest),
        summary: "A frame is shown for a far longer or far shorter time than most frames.",
        notes: "Applies to lists of at least five durations. By default, an outlier is ten times longer or shorter "
            + "than the median. The first and last frame may be longer. Nothing is reported if a quarter of the "
            + "durations are outliers.",
        why: "A misplaced decimal point or a wrong unit looks like a freeze, or makes a frame invisible.",
        remedy: "Correct the duration. If it is intentional, write it with the key 'hold'.",
        options: [RuleOption("times", "The maximum ratio to the median.", default: 10.0, in: 1.5...100_000)],
        passing: [durations([100, 100, 500, 100, 100, 100, 3000])],
        failing: [durations([100, 100, 100, 10_000, 100, 100, 100]), durations([200, 200, 200, 200, 200, 200, 18])]
    ) { options in
        let times = options.number("times")
        return .manifest { manifest in
            guard case .list(let entries) = manifest.manifest.animationImages else { return [] }
            let timed: [(index: Int, seconds: Double, image: FilePath)] = entries.indices.compactMap {
                if case .duration(let time) = entries[$0].timing { ($0, time.seconds, entries[$0].image) } else { nil }
            }
            guard timed.count >= 5 else { return [] }
            let usual = timed.map(\.seconds).sorted()[timed.count / 2]
            guard usual > 0 else { return [] }
            let long = timed.filter { $0.seconds > usual * times && $0.index > 0 && $0.index < entries.count - 1 }
            let short = timed.filter { $0.seconds * times < usual }
            guard (long.count + short.count) * 4 < timed.count else { return [] }
            return [(long, "longer"), (short, "shorter")].compactMap { odd, word in
                guard let first = odd.first else { return nil }
                let more = odd.count == 1 ? "" : " (and \((odd.count - 1).of("more frame", "more frames")))"
                return Verdict(
                    key: .animationImages,
                    message: "frame \(first.index + 1), \(FilePath(first.image.lastComponent)), is shown for "
                        + "\(first.seconds.shortest) s\(more), far \(word) than the usual \(usual.shortest) s.",
                    measured: .init("\(first.seconds.shortest) s", expected: "about \(usual.shortest) s")
                )
            }
        }
    }

    package static let infiniteRepeat = LintRule(
        .init("repeat.infinite-export", .warning, evidence: .manifest, isDefault: false),
        summary: "The sequence repeats forever.",
        notes: "Not run by default, since most animations on screen repeat forever.",
        why: "A video file cannot repeat forever, so an export needs a number of cycles.",
        remedy: "Set the number of cycles, or export with \(setting: .repeatCount).",
        failing: [.manifest { $0.animationRepeatCount = 0 }],
        judge: .wholeManifest { manifest in
            guard manifest.manifest.animationRepeatCount == 0 else { return nil }
            let message = "animationRepeatCount 0 repeats forever, which a video file cannot do."
            return Verdict(key: .animationRepeatCount, message: message, measured: "0")
        }
    )

    package static let noPoster = LintRule(
        .init("end.no-poster", .info, evidence: .manifest, isDefault: false),
        summary: "The animation ends after a set number of cycles, but there is no picture to show afterward.",
        notes: "Not run by default, since an exported movie stays on its last frame.",
        why: "UIKit shows the view's image after an animation has ended. Without an image, the view is empty.",
        remedy: "Set the key 'image' to the picture that should stay visible.",
        failing: [.manifest { $0.animationRepeatCount = 3 }],
        judge: .wholeManifest { manifest in
            let properties = manifest.manifest
            guard let cycles = properties.$animationRepeatCount, cycles > 0, properties.image == nil,
                properties.animationImages != nil
            else { return nil }
            let message = "after \(cycles.of("cycle")), nothing is shown, because there is no image."
            return Verdict(key: .animationRepeatCount, message: message)
        }
    )

    package static let posterMismatch = LintRule(
        .init("end.poster-mismatch", .warning, evidence: .headers),
        summary: "The still picture has a different size from the frames.",
        why: "The view jumps when the animation begins and when it ends.",
        remedy: "Draw the picture at the same size as the frames.",
        passing: [.manifest(others: [.init("p.png", 160, 90)]) { $0.image = FilePath("p.png") }],
        failing: [.manifest(others: [.init("p.png", 200, 90)]) { $0.image = FilePath("p.png") }],
        judge: .wholeManifest { manifest in
            guard let image = manifest.image, let size = image.pointSize, let usual = manifest.usualPointSize,
                size != usual
            else { return nil }
            let message = "the still picture is \(size.inPoints) points; the frames are \(usual.inPoints)."
            return Verdict(key: .image, message: message, measured: .init(size.inPoints, expected: usual.inPoints))
        }
    )
}

extension ManifestEvidence {
    /// The shortest duration of a frame, and the key that sets it.
    fileprivate var shortestFrame: (key: ManifestKey, time: RationalTime)? {
        if case .list(let entries) = manifest.animationImages, hasOwnDurations {
            let times = entries.compactMap { if case .duration(let time) = $0.timing { time } else { nil } }
            return times.min().map { (.animationImages, $0) }
        }
        guard let duration = manifest.$animationDuration, slotCount > 0 else { return nil }
        let (below, overflow) = duration.denominator.multipliedReportingOverflow(by: Int64(slotCount))
        return overflow ? nil : (.animationDuration, RationalTime(duration.numerator, below))
    }
}

private func durations(_ milliseconds: [Int64]) -> RuleExample {
    let files: [RuleExample.File] = milliseconds.indices.map { "a\($0 + 1).png" }
    return RuleExample.manifest(files) { manifest in
        manifest.animationImages = .list(
            zip(files, milliseconds).map { file, time in
                SequenceManifest.Entry(image: FilePath(file.name), timing: .duration(RationalTime(time, 1000)))
            }
        )
    }
}
