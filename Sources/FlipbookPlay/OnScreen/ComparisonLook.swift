import FlipbookCore
package import FlipbookRender

package struct ComparisonLook: Hashable, Sendable {
    package enum Way: CaseIterable, Hashable, Sendable {
        case sideBySide
        /// A to the left of a line, B to its right.
        case wipe
        case difference
        case blink
        case first
        case second
    }

    package var way = Way.sideBySide
    /// The position of the wipe, as a fraction of the width.
    package var wipe = 0.5
    package var amplification = 1
    /// The shift of the second sequence in frames.
    package var offset: Int
    package var isSecondsTurn = false
    package let names: [String]

    package init(offset: Int, names: [String]) { (self.offset, self.names) = (offset, names) }

    package var layout: PictureComparison {
        switch way {
        case .sideBySide: .sideBySide
        case .wipe: .wipe(at: wipe)
        case .difference: .difference(amplification: amplification)
        case .blink: isSecondsTurn ? .second : .first
        case .first: .first
        case .second: .second
        }
    }

    /// A description of the shift: `B 2 frames later`.
    package var offsetName: String {
        if offset == 0 { return "B at the same frame" }
        return "B \(offset.magnitude.of("frame")) \(offset > 0 ? "later" : "earlier")"
    }

    /// A short description of the mode: `wipe`, `difference ×4`.
    var short: String {
        switch way {
        case .sideBySide: "side by side"
        case .wipe: "wipe"
        case .difference: amplification == 1 ? "difference" : "difference ×\(amplification)"
        case .blink: "alternating"
        case .first: "A alone"
        case .second: "B alone"
        }
    }

    /// A description of the mode, with the names of the sequences: `wipe: walk.####.png | fresh.####.png`.
    package var name: String {
        switch way {
        case .sideBySide, .wipe: "\(short): \(names.joined(separator: " | "))"
        case .difference, .blink: short
        case .first: "A: \(names[0])"
        case .second: "B: \(names[1])"
        }
    }
}
