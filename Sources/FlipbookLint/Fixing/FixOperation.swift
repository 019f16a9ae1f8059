package import FlipbookCore
package import FlipbookLintModel

/// A change to a file. Names do not include a folder, since every change stays in one folder.
package struct FixOperation: Hashable, Sendable, CustomStringConvertible {
    package enum Change: Hashable, Sendable {
        case redraw(Redrawing)
        case rename
        /// Copies the frame before a missing one. The value is the copied frame's name after the fix.
        case hold(FilePath)
    }

    /// A phrase that describes the content that the fix lost, invented, or guessed, or `nil` for copies and lossless changes.
    var origin: String? {
        // A file that is renamed into a gap may not be the missing frame.
        if change == .rename { return rules.contains(.gap) ? "renamed from \(source)" : nil }
        guard case .redraw(let redrawing) = change else { return nil }
        // Scaling down keeps rendered content; scaling up invents pixels.
        if redrawing.isScaled { return redrawing.pads ? "scaled up from \(redrawing.size) px" : nil }
        return switch (redrawing.pads, redrawing.crops) {
        case (false, false): nil
        case (true, false): "padded from \(redrawing.size) px"
        case (false, true): "cropped from \(redrawing.size) px"
        case (true, true): "padded and cropped from \(redrawing.size) px"
        }
    }

    package let change: Change
    package let source, target: FilePath
    package let rules: [RuleID]

    package var isRedrawing: Bool { if case .redraw = change { true } else { false } }

    package var isHold: Bool { if case .hold = change { true } else { false } }

    /// The change in words: `walk.0003.png: renamed from walk.3.png`.
    package var words: String {
        switch change {
        case .redraw(let redrawing): "\(target): \(redrawing)"
        case .rename: "\(target): renamed from \(source)"
        case .hold(let held): "\(target): copied from \(held)"
        }
    }

    /// A line of a listing, with escaped names: `> walk.3.png -> walk.0003.png  (seq.mixed-padding)`.
    package var description: String {
        let why = "  (" + rules.map(\.rawValue).joined(separator: ", ").escapingControlCharacters + ")"
        return switch change {
        case .redraw(let redrawing): "~ \(source)  \(redrawing)\(why)"
        case .rename: "> \(source) -> \(target)\(why)"
        case .hold(let held): "+ \(target) = \(held)\(why)"
        }
    }
}
