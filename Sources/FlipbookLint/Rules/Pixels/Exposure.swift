import FlipbookCore
package import FlipbookLintModel
import FlipbookSequences
internal import Glibc

extension LintRule {
    package static let exposureFlicker = LintRule(
        .init("pixel.exposure-flicker", .warning, evidence: .pixels),
        summary: "A frame is brighter or darker than its neighbors with the same content, or many frames flicker.",
        notes: "Compares the mean colors in a grid of 8 by 8 cells with those of the neighboring frames. The neighbors "
            + "must look alike, and the whole picture must be uniformly brighter or darker, by at most one and a half "
            + "stops. A larger difference is a flash.",
        why: "Variations in shutter speed, aperture or automatic exposure are visible as flicker, especially in "
            + "time-lapse sequences.",
        remedy: "Render or develop the frame again like the others, or adjust its brightness.",
        options: [
            RuleOption("stops", "The minimum difference that is reported, in stops.", default: 0.3, in: 0.05...1.5),
            RuleOption("flicker", "The minimum flicker that is reported, in stops.", default: 0.15, in: 0.02...1.5),
        ],
        passing: [
            .numbered(1...8) { $1.makeScene(1) },
            .numbered(1...8, "fade") { $1.makeScene(1 - 0.1 * Double($0)) },
            .numbered(1...8) { $1.makeScene($0 == 5 ? 0.97 : 1) },
        ],
        failing: [
            .numbered(1...8) { $1.makeScene($0 == 5 ? 0.85 : 1) },
            .numbered(1...8, "lapse") { $1.makeScene($0 % 2 == 0 ? 0.92 : 1) },
        ]
    ) { options in
        let (least, flicker) = (options.number("stops"), options.number("flicker"))
        return .strips { strip in
            let changes = Exposure.changes(in: strip)
            let flickering = changes.filter { abs($0.stops) >= flicker }
            if flickering.count >= 4, flickering.count * 2 >= strip.frames.count {
                let mean = flickering.reduce(0) { $0 + abs($1.stops) } / Double(flickering.count)
                let (frames, stops) = (flickering.map { strip.frames[$0.place].frame }, "\(mean.fixed(1)) stops")
                let message = "the brightness of \(frames.count.of("frame")) flickers by \(stops)."
                let fix: Explanation = "Even out the brightness, or use the same exposure for all frames."
                return [Verdict(on: frames, message: message, fix: fix, measured: .init(stops))]
            }
            // pixel.clipped reports blown-out frames.
            let clear = changes.filter {
                abs($0.stops) >= least && $0.hasEvenNeighbors && !($0.stops > 0 && strip.isBurntOut(at: $0.place))
            }
            return clear.map { change in
                let stops = "\(abs(change.stops).fixed(1)) stops \(change.stops < 0 ? "darker" : "brighter")"
                let message = "shows the same picture as its neighbors, but \(stops)."
                let measured = Verdict.Measurement("\(change.stops.fixed(1)) stops", expected: "0 stops")
                return Verdict(on: [strip.frames[change.place].frame], message: message, measured: measured)
            }
        }
    }
}

/// The difference in brightness between a frame and its neighbors with the same content.
struct Exposure {
    let place: Int
    /// The difference in stops, positive if the frame is brighter.
    let stops: Double
    let hasEvenNeighbors: Bool

    fileprivate static func changes(in strip: Strip) -> [Exposure] {
        guard strip.frames.count > 3 else { return [] }
        let grids = strip.frames.map(\.pixels.grid)
        let found = grids.indices.dropFirst().dropLast().compactMap { place in
            (-1...1).contains { strip.frames[place + $0].pixels.isUniform } ? nil : Exposure(at: place, of: grids)
        }
        return found
            + (darkest(of: strip, grids).map { dark in found.contains { $0.place == dark.place } ? [] : [dark] } ?? [])
    }

    /// Returns the frame that is darker than all other frames of a sprite, even if the sprite moves. Its brightest pixel and
    /// its colors must be darker, and the brightest pixels of the other frames must be similar.
    private static func darkest(of strip: Strip, _ grids: [PictureFacts.Grid]) -> Exposure? {
        let summits = strip.frames.map { Double($0.pixels.tones.brightest) }
        guard summits.count >= 6, let place = summits.indices.min(by: { summits[$0] < summits[$1] }),
            place > 0, place + 1 < summits.count, !strip.frames[place].pixels.isUniform
        else { return nil }
        let others = summits.indices.filter { $0 != place }.map { summits[$0] }.sorted()
        guard let low = others.first, let high = others.last, high - low <= 10 else { return nil }
        let factor = summits[place] / others[others.count / 2]
        guard summits[place] < low * 0.93, factor > 0.6 else { return nil }
        func brightness(_ place: Int) -> Double { grids[place].colors.reduce(0, +) }
        let change = 2 * brightness(place) / (brightness(place - 1) + brightness(place + 1))
        guard change < 1, abs(change / factor - 1) <= 0.07 else { return nil }
        return Exposure(place: place, stops: log2(factor) * 2.2, hasEvenNeighbors: true)
    }

    private init(place: Int, stops: Double, hasEvenNeighbors: Bool) {
        (self.place, self.stops, self.hasEvenNeighbors) = (place, stops, hasEvenNeighbors)
    }

    /// Returns `nil` unless the picture is the mean of its neighbors multiplied by a single factor.
    init?(at place: Int, of grids: [PictureFacts.Grid]) {
        guard let gain = Self.gain(of: grids[place], beside: grids[place - 1], grids[place + 1]) else { return nil }
        // Encoded values are light raised to the power of 1/2.2.
        stops = log2(gain.factor) * 2.2
        guard abs(stops) <= 1.5 else { return nil }
        hasEvenNeighbors = abs(log2(max(1e-6, gain.across))) * 2.2 * 3 <= abs(stops)
        self.place = place
    }

    /// Returns the gain of a picture relative to its neighbors, and the gain between the neighbors.
    private static func gain(of grid: PictureFacts.Grid, beside before: PictureFacts.Grid, _ after: PictureFacts.Grid)
        -> (factor: Double, across: Double)?
    {
        let mean = before.mean(with: after)
        guard grid.colorSum > 0, before.colorSum > 0, after.colorSum > 0 else { return nil }
        let factor = grid.colorSum / max(1, mean.colorSum)
        let distance = grid.distance(to: mean)
        if distance > 0.05, mean.scaled(by: factor).distance(to: grid) * 3 <= distance {
            return (factor, before.colorSum / after.colorSum)
        }
        // For a sprite on a transparent background, only colors are compared, and all must change by the same factor.
        guard [grid, before, after].allSatisfy({ $0.clearShare >= 0.2 }) else { return nil }
        let sides = zip(before.colors, after.colors)
        let factors = zip(grid.colors, sides).map { color, sides -> Double in 2 * color / max(1e-6, sides.0 + sides.1) }
        guard let least = factors.min(), let most = factors.max(), least > 0, most <= least * 1.03 else { return nil }
        let across = sides.map { $0 / max(1e-6, $1) }.max { abs($0 - 1) < abs($1 - 1) }
        return (factors.reduce(0, +) / Double(factors.count), across ?? 1)
    }
}
