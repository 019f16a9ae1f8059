public import FlipbookCore

/// The parts of a view that change with its superview: UIKit's `UIView.AutoresizingMask`. What is flexible shares what
/// is gained or lost, each as it was large; without anything flexible, the view stays where it is from the upper left.
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
        let columns: [AutoresizingMask] = [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin]
        let rows: [AutoresizingMask] = [.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin]
        let (left, right) = (frame.minX, old.width - frame.maxX)
        let (top, bottom) = (frame.minY, old.height - frame.maxY)
        let across = length([left, frame.width, right], columns.map(contains), new.width - old.width)
        let down = length([top, frame.height, bottom], rows.map(contains), new.height - old.height)
        return Rect(x: across.start, y: down.start, width: across.length, height: down.length)
    }

    private func length(_ parts: [Double], _ flexible: [Bool], _ gain: Double) -> (start: Double, length: Double) {
        let weights = zip(flexible, parts).map { $0 ? max($1, 0) : 0 }
        let all = weights.reduce(0, +)
        let count = flexible.count { $0 }
        guard count > 0 else { return (parts[0], parts[1]) }
        // Parts without any length share evenly.
        let shares = zip(flexible, weights).map { isFlexible, weight in
            all > 0 ? gain * weight / all : (isFlexible ? gain / Double(count) : 0)
        }
        return (parts[0] + shares[0], max(parts[1] + shares[1], 0))
    }
}

extension View {
    /// Resizes the views within, after the size has changed.
    func resizeSubviews(from old: Size) {
        guard old != bounds.size else { return }
        isLayingOut = true
        for view in subviews where view.pins == nil && !view.autoresizingMask.isEmpty {
            view.frame = view.autoresizingMask.frame(view.frame, from: old, to: bounds.size)
        }
        isLayingOut = false
        layOutPinned()
    }
}
