import FlipbookCore
package import FlipbookLintModel
import FlipbookScene
import FlipbookSequences

/// What lies between caps and is stretched.
extension LintRule {
    /// Stretched parts that are not the same all along.
    package static let edgeVariation = LintRule(
        id: "caps.edge-variation",
        severity: .info,
        evidence: .pixels,
        summary: "What lies between the caps varies along the way that it is stretched.",
        discussion:
            "As far as a grid of 8 by 8 cells shows it: cells between the caps, side by side along the way, whose "
            + "mean colours differ by more than the option most. Where the canvas is as large as the picture, nothing is "
            + "stretched.",
        rationale:
            "Caps are for edges that may be of any length. A pattern, a knob or a shine between them is drawn out "
            + "with them, and looks bent.",
        remedy: "Move the caps so that an even part lies between them, or use resizingMode tile for a pattern.",
        options: [
            RuleOption(
                "most",
                "How far the mean colours of two neighbouring cells may differ, of 255 levels.",
                default: 48.0,
                in: 1...255
            )
        ],
        since: "0.2.0",
        passing: [
            stretchedExample(level: 100, at: 3),
            stretchedExample(level: 255, at: 0),
            stretchedExample(level: 255, at: 3) { $0.resizingMode = .tile },
            stretchedExample(level: 255, at: 3) { $0.size = PixelSize(width: 160, height: 90) },
        ],
        failing: [stretchedExample(level: 255, at: 3)]
    ) { options in
        let most = options.number("most")
        return .wholeManifest { manifest in
            for frame in manifest.frames {
                guard let facts = frame.pixels,
                    let axis = manifest.stretchedAxes(of: frame).first(where: { facts.grid.step(along: $0) > most })
                else { continue }
                let step = facts.grid.step(along: axis).rounded().shortest
                let way = axis.axis == .across ? "across" : "down"
                return Verdict(
                    key: .capInsets,
                    message: "what lies between the caps of \(frame.name) is stretched \(way), and varies that way by "
                        + "\(step) levels.",
                    measured: step,
                    expected: "at most \(most.shortest)"
                )
            }
            return nil
        }
    }
}

/// The cells of a picture's grid between its caps, along one axis.
private typealias StretchedCells = (axis: TiledZone.Axis, cells: Range<Int>)

extension ManifestEvidence {
    /// The axes along which a frame is stretched between its caps.
    fileprivate func stretchedAxes(of frame: FrameEvidence) -> [StretchedCells] {
        guard let caps = manifest.capInsets, manifest.resizingMode == .stretch, let bounds, let image = frame.pointSize,
            !image.isEmpty, [.scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw].contains(contentMode)
        else { return [] }
        let room = contentMode.rect(for: image, in: Rect(origin: .zero, size: bounds)).size
        let side = Double(PictureFacts.Grid.side)
        func cells(_ axis: TiledZone.Axis, _ low: Double, _ high: Double, _ length: Double) -> StretchedCells? {
            let first = (low / length * side).rounded(.up)
            let last = ((length - high) / length * side).rounded(.down)
            return last - first >= 2 && first >= 0
                ? (axis, Int(first)..<Int(min(last, side))) : nil
        }
        return [
            image.width == room.width ? nil : cells(.across, caps.left, caps.right, image.width),
            image.height == room.height ? nil : cells(.down, caps.top, caps.bottom, image.height),
        ].compactMap(\.self)
    }
}

extension PictureFacts.Grid {
    /// The largest step from one cell to the next along an axis, 0...255.
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

/// A manifest of a picture that is stretched between caps, with a column of cells that is brighter than the others.
private func stretchedExample(
    level: Int,
    at column: Int,
    _ change: (inout SequenceManifest) -> Void = { _ in }
) -> RuleExample {
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
        change(&$0)
    }
}
