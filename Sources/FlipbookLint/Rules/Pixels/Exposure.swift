import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel

/// Frames that are brighter, darker or flatter than those around them, and show the same.
extension LintRule {
    /// A frame, or every other one, that is a part of a stop brighter or darker.
    package static let exposureFlicker = LintRule(
        id: "pixel.exposure-flicker",
        severity: .warning,
        evidence: .pixels,
        summary:
            "A frame shows what its neighbours show, brighter or darker; or the brightness of many frames flickers.",
        discussion:
            "The mean colours of 8 by 8 cells are compared with those of the frames before and after. Only a change that is "
            + "one factor for the whole picture counts, of a part of a stop; more than a stop and a half is a flash. "
            + "Neighbours that differ from one another, as in a fade, are no measure.",
        rationale:
            "A shutter, an iris or an automatic exposure that differs from frame to frame is seen as flicker, in time lapses "
            + "and under microscopes first of all.",
        remedy: "Render or develop the frame again as the others, or even the brightness out.",
        options: [
            RuleOption("stops", "From which part of a stop on one frame is told.", default: 0.3, in: 0.05...1.5),
            RuleOption(
                "flicker",
                "From which part of a stop on flicker of many frames is told.",
                default: 0.15,
                in: 0.02...1.5
            ),
        ],
        passing: [
            RuleExample((1...8).map { number in RuleExample.File("walk.\(number).png", pixels: scene(1)) }),
            RuleExample(
                (1...8).map { number in RuleExample.File("fade.\(number).png", pixels: scene(1 - 0.1 * Double(number)))
                }
            ),
            RuleExample(
                (1...8).map { number in RuleExample.File("walk.\(number).png", pixels: scene(number == 5 ? 0.97 : 1)) }
            ),
        ],
        failing: [
            RuleExample(
                (1...8).map { number in RuleExample.File("walk.\(number).png", pixels: scene(number == 5 ? 0.85 : 1)) }
            ),
            RuleExample(
                (1...8).map { number in
                    RuleExample.File("lapse.\(number).png", pixels: scene(number % 2 == 0 ? 0.92 : 1))
                }
            ),
        ]
    ) { options in
        let (least, flicker) = (options.number("stops"), options.number("flicker"))
        return .strips { strip in
            let changes = Exposure.changes(in: strip)
            let flickering = changes.filter { abs($0.stops) >= flicker }
            if flickering.count >= 4, flickering.count * 2 >= strip.frames.count {
                let mean = flickering.reduce(0) { $0 + abs($1.stops) } / Double(flickering.count)
                return [
                    Verdict(
                        on: flickering.map { strip.frames[$0.place].frame },
                        message:
                            "the brightness of \(flickering.count.of("frame")) flickers by \(inTenths(mean)) stops.",
                        fix: "Even the brightness out, or expose all frames alike.",
                        measured: "\(inTenths(mean)) stops"
                    )
                ]
            }
            return changes.filter { abs($0.stops) >= least && $0.hasEvenNeighbours }.map { change in
                let word = change.stops < 0 ? "darker" : "brighter"
                return Verdict(
                    on: [strip.frames[change.place].frame],
                    message: "shows what its neighbours show, \(inTenths(abs(change.stops))) stops \(word).",
                    fix: "Render or develop it again as the others.",
                    measured: "\(inTenths(change.stops)) stops",
                    expected: "0 stops"
                )
            }
        }
    }

    /// A frame of video levels, 16 to 235, among frames of full ones.
    package static let limitedRange = LintRule(
        id: "pixel.limited-range",
        severity: .warning,
        evidence: .pixels,
        summary: "A frame reaches from 16 to 235 only, and shows what the others show from 0 to 255.",
        rationale:
            "It was taken for video on its way: black is grey and white is grey in it, and it flickers among the others.",
        remedy: "Export the frame again with full range.",
        passing: [RuleExample((1...6).map { RuleExample.File("walk.\($0).png", pixels: scene(1)) })],
        failing: [
            RuleExample(
                (1...6).map { number in
                    RuleExample.File("walk.\(number).png") {
                        scene(1)(&$0)
                        guard number == 4 else { return }
                        $0.tones = PictureFacts.Tones(darkest: 16, brightest: 235)
                        $0.grid = $0.grid.limited
                    }
                },
                alsoFoundBy: []
            )
        ],
        judge: .strips { strip in
            let isLimited = strip.frames.map { $0.pixels.tones.darkest >= 14 && $0.pixels.tones.brightest <= 238 }
            let isFull = strip.frames.map { $0.pixels.tones.darkest <= 6 && $0.pixels.tones.brightest >= 249 }
            guard isFull.count(where: { $0 }) * 3 >= isFull.count * 2 else { return [] }
            let odd = isLimited.indices.filter { place in
                guard isLimited[place] else { return false }
                let grid = strip.frames[place].pixels.grid
                // The nearest whole frames on both sides.
                let around = [isFull[..<place].lastIndex(of: true), isFull[place...].firstIndex(of: true)].compactMap {
                    $0
                }
                return around.contains { near in
                    let whole = strip.frames[near].pixels.grid
                    let distance = whole.distance(to: grid)
                    return distance >= 1.5 && whole.limited.distance(to: grid) * 3 <= distance
                }
            }.map { strip.frames[$0].frame }
            guard !odd.isEmpty else { return [] }
            return [
                Verdict(
                    on: odd,
                    one: "reaches from 16 to 235, as video does; the others reach from 0 to 255.",
                    many: "reach from 16 to 235, as video does; the others reach from 0 to 255.",
                    fix: "Export \(odd.them) again with full range.",
                    measured: "16-235",
                    expected: "0-255"
                )
            ]
        }
    )

    /// Frames in which much is burnt out.
    package static let clipped = LintRule(
        id: "pixel.clipped",
        severity: .warning,
        evidence: .pixels,
        summary: "A frame has far more burnt-out pixels than its neighbours, which show the same.",
        discussion:
            "A pixel is burnt out where a channel is 255. With the option most every frame that has more is found.",
        rationale: "What is burnt out cannot be brought back, and measures nothing under a microscope.",
        remedy: "Expose or render the frame again.",
        options: [
            RuleOption(
                "most",
                "Which share of a frame may be burnt out, whatever its neighbours have.",
                default: 1.0,
                in: 0...1
            )
        ],
        passing: [RuleExample((1...6).map { RuleExample.File("walk.\($0).png", pixels: burnt(0.3)) })],
        failing: [
            RuleExample(
                (1...6).map { number in RuleExample.File("walk.\(number).png", pixels: burnt(number == 3 ? 0.4 : 0.02))
                }
            )
        ]
    ) { options in
        let most = options.number("most")
        return .strips { strip in
            let shares = strip.frames.map(\.pixels.tones.burntShare)
            let odd = shares.indices.filter { place in
                if shares[place] > most { return true }
                guard place > 0, place + 1 < shares.count, !strip.frames[place].pixels.isUniform else { return false }
                let before = strip.frames[place - 1].pixels.grid, after = strip.frames[place + 1].pixels.grid
                let around = max(shares[place - 1], shares[place + 1])
                // Another picture is another rule's.
                return shares[place] >= around * 3 + 0.1
                    && strip.frames[place].pixels.grid.correlation(with: before) > 0.8
                    && strip.frames[place].pixels.grid.correlation(with: after) > 0.8
            }
            guard !odd.isEmpty else { return [] }
            let frames = odd.map { strip.frames[$0].frame }
            let worst = Int((odd.map { shares[$0] }.max() ?? 0) * 100)
            return [
                Verdict(
                    on: frames,
                    one: "\(worst) % of it are burnt out; around it far less is.",
                    many: "are burnt out in up to \(worst) % of their pixels.",
                    fix: "Expose or render \(frames.them) again.",
                    measured: "\(worst) %"
                )
            ]
        }
    }
}

/// How much brighter or darker a frame is than its neighbours, which show the same.
struct Exposure {
    /// The frame.
    let place: Int
    /// Positive for a frame that is brighter.
    let stops: Double
    /// Whether the frames before and after are as bright as one another.
    let hasEvenNeighbours: Bool

    /// The frames of a strip that are brighter or darker than those around them, and show the same.
    fileprivate static func changes(in strip: Strip) -> [Exposure] {
        guard strip.frames.count > 3 else { return [] }
        let grids = strip.frames.map(\.pixels.grid)
        return grids.indices.dropFirst().dropLast().compactMap { place in
            (-1...1).contains { strip.frames[place + $0].pixels.isUniform } ? nil : Exposure(at: place, of: grids)
        }
    }

    /// `nil` where something else than one factor tells a picture from the mean of those beside it.
    init?(at place: Int, of grids: [PictureFacts.Grid]) {
        guard let gain = Self.gain(of: grids[place], beside: grids[place - 1], grids[place + 1]) else { return nil }
        // Coded levels go with light to the power of 1/2.2.
        stops = log2(gain.factor) * 2.2
        guard abs(stops) <= 1.5 else { return nil }
        hasEvenNeighbours = abs(log2(max(1e-6, gain.across))) * 2.2 * 3 <= abs(stops)
        self.place = place
    }

    /// The factor that tells a picture from those beside it, and the one that tells these apart.
    private static func gain(
        of grid: PictureFacts.Grid,
        beside before: PictureFacts.Grid,
        _ after: PictureFacts.Grid
    ) -> (factor: Double, across: Double)? {
        let mean = before.mean(with: after)
        guard grid.colorSum > 0, before.colorSum > 0, after.colorSum > 0 else { return nil }
        let factor = grid.colorSum / max(1, mean.colorSum)
        let distance = grid.distance(to: mean)
        if distance > 0.05, mean.scaled(by: factor).distance(to: grid) * 3 <= distance {
            return (factor, before.colorSum / after.colorSum)
        }
        // A sprite moves over clear ground; its colours alone are compared, and all of them have to change alike.
        guard [grid, before, after].allSatisfy({ $0.clearShare >= 0.2 }) else { return nil }
        let sides = zip(before.colors, after.colors)
        let factors = zip(grid.colors, sides).map { 2 * $0 / max(1e-6, $1.0 + $1.1) }
        guard let least = factors.min(), let most = factors.max(), least > 0, most <= least * 1.03 else { return nil }
        let across = sides.map { $0 / max(1e-6, $1) }.max { abs($0 - 1) < abs($1 - 1) }
        return (factors.reduce(0, +) / Double(factors.count), across ?? 1)
    }
}

extension PictureFacts.Grid {
    /// The sum of all colours.
    fileprivate var colorSum: Double {
        Double(means.indices.reduce(0) { $0 + ($1 % 4 == 3 ? 0 : Int(means[$1])) })
    }

    /// The share of cells that are clear.
    fileprivate var clearShare: Double {
        let clear = stride(from: 3, to: means.count, by: 4).count { means[$0] == 0 }
        return Double(clear * 4) / Double(means.count)
    }

    /// Red, green and blue of what covers the picture.
    fileprivate var colors: [Double] {
        let cover = stride(from: 3, to: means.count, by: 4).reduce(1.0) { $0 + Double(means[$1]) }
        return (0..<3).map { channel in
            stride(from: channel, to: means.count, by: 4).reduce(0.0) { $0 + Double(means[$1]) } / cover
        }
    }

    /// The mean of two grids.
    fileprivate func mean(with other: Self) -> Self {
        Self(means: zip(means, other.means).map { UInt16((Int($0) + Int($1)) / 2) })
    }

    /// The same picture with all colours times a factor.
    fileprivate func scaled(by factor: Double) -> Self {
        Self(means: means.enumerated().map { $0 % 4 == 3 ? $1 : UInt16(min(65_535, Double($1) * factor)) })
    }

    /// The same picture in video levels.
    fileprivate var limited: Self {
        Self(
            means: means.indices.map { index in
                if index % 4 == 3 { return means[index] }
                let alpha = Double(means[index / 4 * 4 + 3])
                return UInt16(alpha * 16 / 255 + Double(means[index]) * 219 / 255)
            }
        )
    }

    /// How well one picture's colours follow another's, -1...1.
    fileprivate func correlation(with other: Self) -> Double {
        let count = Double(means.count)
        let mine = means.reduce(0) { $0 + Double($1) } / count
        let theirs = other.means.reduce(0) { $0 + Double($1) } / count
        var (product, own, foreign) = (0.0, 0.0, 0.0)
        for (left, right) in zip(means, other.means) {
            product += (Double(left) - mine) * (Double(right) - theirs)
            own += (Double(left) - mine) * (Double(left) - mine)
            foreign += (Double(right) - theirs) * (Double(right) - theirs)
        }
        return own == 0 || foreign == 0 ? 0 : product / (own * foreign).squareRoot()
    }
}

/// The exponent of two for a positive number, to four decimals.
private func log2(_ number: Double) -> Double {
    var (rest, exponent, part) = (number, 0.0, 1.0)
    while rest >= 2 { (rest, exponent) = (rest / 2, exponent + 1) }
    while rest < 1 { (rest, exponent) = (rest * 2, exponent - 1) }
    for _ in 0..<16 {
        part /= 2
        rest *= rest
        if rest >= 2 { (rest, exponent) = (rest / 2, exponent + part) }
    }
    return exponent
}

/// A made-up opaque picture from dark to bright, times a factor.
private func scene(_ gain: Double) -> @Sendable (inout PictureFacts) -> Void {
    { facts in
        PictureFacts.opaque(&facts)
        facts.leastAlpha = 0
        facts.grid = PictureFacts.Grid(
            means: facts.grid.means.enumerated().map { index, _ in
                index % 4 == 3 ? 255 << 8 : UInt16(Double((index / 4 * 3 + 20) << 8) * gain)
            }
        )
    }
}

private func burnt(_ share: Double) -> @Sendable (inout PictureFacts) -> Void {
    { facts in
        scene(1)(&facts)
        facts.tones.burntShare = share
    }
}
