public import FlipbookCore

/// How a view is resized with its superview: UIKit's `UIView.AutoresizingMask`. What is flexible shares what is gained or
/// lost, each as it was large; without anything flexible, the view stays where it is from the upper left.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// The mask as bits, UIKit's.
    public let rawValue: Int

    /// A mask from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The room on the left.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The width.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The room on the right.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The room above.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The height.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The room below.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)

    /// A frame after the superview's size has changed.
    public func frame(_ frame: Rect, from old: Size, to new: Size) -> Rect {
        let across = length(
            frame.minX,
            frame.width,
            old.width - frame.maxX,
            new.width - old.width,
            (.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin)
        )
        let down = length(
            frame.minY,
            frame.height,
            old.height - frame.maxY,
            new.height - old.height,
            (.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin)
        )
        return Rect(x: across.start, y: down.start, width: across.length, height: down.length)
    }

    private func length(
        _ before: Double,
        _ length: Double,
        _ after: Double,
        _ gain: Double,
        _ parts: (AutoresizingMask, AutoresizingMask, AutoresizingMask)
    ) -> (start: Double, length: Double) {
        let flexible = [parts.0, parts.1, parts.2].map(contains)
        let weights = zip(flexible, [before, length, after]).map { $0 ? max($1, 0) : 0 }
        let all = weights.reduce(0, +)
        let count = flexible.count { $0 }
        guard count > 0 else { return (before, length) }
        // Parts without any length share evenly.
        let shares = zip(flexible, weights).map { isFlexible, weight in
            all > 0 ? gain * weight / all : (isFlexible ? gain / Double(count) : 0)
        }
        return (before + shares[0], max(length + shares[1], 0))
    }
}

extension View {
    /// Resizes the views within, after the size has changed.
    func resizeSubviews(from old: Size) {
        guard old != bounds.size else { return }
        for view in subviews where view.pins != nil { view.layOut() }
        for view in subviews where view.pins == nil && !view.autoresizingMask.isEmpty {
            view.frame = view.autoresizingMask.frame(view.frame, from: old, to: bounds.size)
        }
    }
}
