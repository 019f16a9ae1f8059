package import FlipbookCore
package import FlipbookLintModel

/// One change of a file in a folder. Names have no folder, since every change stays in it.
package struct FixOperation: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        case redraw(Redrawing)
        case rename
        /// A missing frame becomes a copy of the one before it, whose name after the fix this is.
        case hold(FilePath)
    }

    package let change: Change
    package let source: FilePath
    /// The name after the change. For a rewritten picture, it is the same as ``source``.
    package let target: FilePath
    package let rules: [RuleID]

    package var isRedrawing: Bool { if case .redraw = change { true } else { false } }

    package var isHold: Bool { if case .hold = change { true } else { false } }
}

extension FixOperation.Change {
    /// A fragment that says why the picture is less than a renderer's, or `nil` for copies and if nothing is lost or invented.
    var origin: String? {
        guard case .redraw(let redrawing) = self else { return nil }
        // A larger picture from a renderer is complete, but a smaller one is not.
        if redrawing.isScaled { return redrawing.pads ? "scaled up from \(redrawing.size) px" : nil }
        return switch (redrawing.pads, redrawing.crops) {
        case (false, false): nil
        case (true, false): "padded from \(redrawing.size) px"
        case (false, true): "cropped from \(redrawing.size) px"
        case (true, true): "padded and cropped from \(redrawing.size) px"
        }
    }
}

extension FixOperation: CustomStringConvertible {
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
