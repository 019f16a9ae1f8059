package import FlipbookCore
package import FlipbookLintModel

/// One change that fixes something in a folder. Names have no folder: every change stays in it.
package struct FixOperation: Hashable, Sendable {
    /// What is done.
    package enum Change: Hashable, Sendable {
        /// The picture is written anew, under its name.
        case redraw(Redrawing)
        /// The file gets another name.
        case rename
        /// A missing frame is made of the one before it: a copy. Its name is that after
        /// the fix.
        case hold(FilePath)
    }

    /// What is done.
    package let change: Change
    /// The name of the file before the fix.
    package let source: FilePath
    /// The name that comes of it; the same as ``source`` for a picture that is written anew.
    package let target: FilePath
    /// The rules that it answers, by name.
    package let rules: [RuleID]
}

extension FixOperation {
    /// Whether a picture is written anew.
    package var isRedrawing: Bool {
        if case .redraw = change { true } else { false }
    }

    /// Whether a missing frame is made.
    package var isHold: Bool {
        if case .hold = change { true } else { false }
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
