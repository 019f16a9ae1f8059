import FlipbookCore
package import FlipbookLintModel
import FlipbookScene
import FlipbookSequences

extension LintRule {
    package static let edgeVariation = LintRule(
        .init("caps.edge-variation", .info, evidence: .pixels, since: "0.2.0"),
        summary: "The part between the caps is stretched in a direction in which its colors vary.",
        notes: "Compares the mean colors in a grid of 8 by 8 cells. The option sets the maximum difference between "
            + "neighboring cells in the direction of stretching. Nothing is reported if the canvas is the same size as "
            + "the picture.",
        why: "A pattern, a knob or a highlight between the caps is stretched as well, and looks distorted.",
        remedy: "Move the caps so that the part between them is uniform, or set resizingMode to tile for a pattern.",
        options: [RuleOption("most", "The maximum difference, from 0 to 255.", default: 48.0, in: 1...255)],
        passing: [
            stretched(level: 100, at: 3),
            stretched(level: 255, at: 0),
            stretched(level: 255, at: 3) { $0.resizingMode = .tile },
            stretched(level: 255, at: 3) { $0.size = PixelSize(width: 160, height: 90) },
        ],
        failing: [stretched(level: 255, at: 3)]
    ) { options in
        let most = options.number("most")
        return .wholeManifest { manifest in
            for frame in manifest.frames {
                guard let facts = frame.pixels,
                    let axis = manifest.stretchedAxes(of: frame).first(where: { facts.grid.step(along: $0) > most })
                else { continue }
                let step = facts.grid.step(along: axis).rounded().shortest
                let way = axis.axis == .across ? "horizontally" : "vertically"
                return Verdict(
                    key: .capInsets,
                    message: "the part between the caps of \(frame.name) is stretched \(way), but varies by \(step) "
                        + "levels in that direction.",
                    measured: .init(step, expected: "at most \(most.shortest)")
                )
            }
            return nil
        }
    }

    package static let smallTile = LintRule(
        .init("caps.tile-too-small", .warning, evidence: .headers),
        summary: "The part between the caps is only a few pixels wide and is repeated many times.",
        notes: "Applies to parts of two to seven pixels. By default, up to 64 repetitions are allowed. A single pixel "
            + "is stretched instead.",
        why: "Each repetition is drawn separately, although a pattern this small is not visible.",
        remedy: "Set resizingMode to stretch, choose insets that leave one pixel, or use a larger pattern.",
        options: [RuleOption("repeats", "The maximum number of repetitions.", default: 64, in: 1...1_000_000)],
        passing: [tiledExample(inset: 40, width: 1040), tiledExample(inset: 78, width: 200)],
        failing: [tiledExample(inset: 78, width: 556)]
    ) { options in
        let most = options.integer("repeats")
        return .wholeManifest { manifest in
            let zone = manifest.tiledZones.first { (2..<8).contains($0.center) && $0.repeats > Double(most) }
            guard let zone else { return nil }
            let repeats = zone.repeats.rounded(.up).shortest
            let message =
                "\(zone.center.shortest) pixels between the caps are repeated \(repeats) times \(zone.axis.rawValue)."
            let measured = Verdict.Measurement("\(repeats) repetitions", expected: "at most \(most)")
            return Verdict(key: .capInsets, message: message, measured: measured)
        }
    }

    package static let partialTile = LintRule(
        .init("caps.tile-partial", .info, evidence: .headers),
        summary: "The repeated pattern does not fit between the caps a whole number of times.",
        notes: "Nothing is reported for a pattern of a single pixel, or for a pattern that is larger than the space.",
        why: "The last repetition is cut off, which is visible as a seam beside the right or bottom cap.",
        remedy: "Choose a canvas that fits the caps and a whole number of patterns, or set resizingMode to stretch.",
        passing: [tiledExample(width: 320)],
        failing: [tiledExample(width: 300)],
        judge: .wholeManifest { manifest in
            let zone = manifest.tiledZones.first { zone in
                zone.center > 1 && zone.repeats > 1 && abs(zone.repeats - zone.repeats.rounded()) * zone.center > 0.01
            }
            guard let zone else { return nil }
            let repeats = zone.repeats.hundredths
            return Verdict(
                key: .capInsets,
                message: "the \(zone.center.shortest) pixels between the caps fit \(repeats) times "
                    + "\(zone.axis.rawValue), so the last repetition is cut off.",
                measured: .init("\(repeats) repetitions", expected: "a whole number")
            )
        }
    )
}

/// The grid cells between a picture's caps, along one axis.
private typealias StretchedCells = (axis: TiledZone.Axis, cells: Range<Int>)

extension ManifestEvidence {
    fileprivate func stretchedAxes(of frame: FrameEvidence) -> [StretchedCells] {
        let side = Double(PictureFacts.Grid.side)
        return axes(of: frame, tiled: false).compactMap { axis, length, room, low, high in
            let first = (low / length * side).rounded(.up)
            let last = ((length - high) / length * side).rounded(.down)
            guard length != room, last - first >= 2, first >= 0 else { return nil }
            return (axis, Int(first)..<Int(min(last, side)))
        }
    }
}

extension PictureFacts.Grid {
    fileprivate func step(along stretched: StretchedCells) -> Double {
        let side = Self.side
        var most = 0
        for line in 0..<side {
            for cell in stretched.cells.dropLast() {
                let (near, far) =
                    stretched.axis == .across
                    ? (line * side + cell, line * side + cell + 1) : (cell * side + line, (cell + 1) * side + line)
                for channel in 0..<4 {
                    most = max(most, abs(Int(means[near * 4 + channel]) - Int(means[far * 4 + channel])))
                }
            }
        }
        return Double(most) / 256
    }
}

private func stretched(level: Int, at column: Int, _ set: (inout SequenceManifest) -> Void = { _ in }) -> RuleExample {
    let files = ["a1.png", "a2.png"].map { name in
        RuleExample.File(name) { facts in
            let side = PictureFacts.Grid.side
            let base = name == "a1.png" ? 80 : 90
            facts.grid = PictureFacts.Grid(
                means: (0..<side * side).flatMap { cell -> [UInt16] in
                    let gray = UInt16(cell % side == column ? level : base) << 8
                    return [gray, gray, gray, 200 << 8]
                }
            )
        }
    }
    return .manifest(files) {
        $0.capInsets = EdgeInsets(top: 10, left: 20, bottom: 10, right: 20)
        $0.resizingMode = .stretch
        $0.size = PixelSize(width: 280, height: 90)
        set(&$0)
    }
}

private func tiledExample(inset: Double = 60, width: Int) -> RuleExample {
    .manifest {
        $0.capInsets = EdgeInsets(top: 0, left: inset, bottom: 0, right: inset)
        $0.resizingMode = .tile
        $0.size = PixelSize(width: width, height: 90)
    }
}
