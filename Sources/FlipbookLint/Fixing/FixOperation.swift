package import FlipbookCore
package import FlipbookLintModel

/// One change that fixes something in a folder. Names have no folder: every change stays in it.
package struct FixOperation: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        case redraw(Redrawing)
        case rename
        /// A missing frame is made of the one before it: a copy. Its name is that after the fix.
        case hold(FilePath)
    }

    package let change: Change
    /// The name of the file before the fix.
    package let source: FilePath
    /// The name that comes of it; the same as ``source`` for a picture that is rewritten.
    package let target: FilePath
    package let rules: [RuleID]

    package var isRedrawing: Bool { if case .redraw = change { true } else { false } }

    package var isHold: Bool { if case .hold = change { true } else { false } }
}

extension FixOperation.Change {
    /// The fault of a picture that this makes less than a renderer's, a fragment, or `nil` if nothing of its work is lost or
    /// made up, and for copies.
    var origin: String? {
        guard case .redraw(let redrawing) = self else { return nil }
        // What a renderer drew larger is all there; what it drew smaller is not.
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
    /// A line of a listing, names escaped: `> walk.3.png -> walk.0003.png  (seq.mixed-padding)`.
    package var description: String {
        let why = "  (" + rules.map(\.rawValue).joined(separator: ", ").escapingControlCharacters + ")"
        return switch change {
        case .redraw(let redrawing): "~ \(source)  \(redrawing)\(why)"
        case .rename: "> \(source) -> \(target)\(why)"
        case .hold(let held): "+ \(target) = \(held)\(why)"
        }
    }
}
