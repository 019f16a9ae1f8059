public import FlipbookCore

/// The parts of a view that resize with its superview: UIKit's `UIView.AutoresizingMask`. Flexible parts share a change in size
/// in proportion to their lengths. If no part is flexible, the view keeps its distance from the top left corner.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// The bits, as in UIKit.
    public let rawValue: Int

    /// Creates a mask from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The left margin.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The width.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The right margin.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The top margin.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The height.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The bottom margin.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)

    /// Returns the frame after a change in the superview's size.
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
        // Parts without a length share the change evenly.
        let shares = zip(flexible, weights).map { isFlexible, weight in
            all > 0 ? gain * weight / all : (isFlexible ? gain / Double(count) : 0)
        }
        return (parts[0] + shares[0], max(parts[1] + shares[1], 0))
    }

    package static let named: [(name: String, value: AutoresizingMask)] = [
        ("flexibleLeftMargin", .flexibleLeftMargin), ("flexibleWidth", .flexibleWidth),
        ("flexibleRightMargin", .flexibleRightMargin), ("flexibleTopMargin", .flexibleTopMargin),
        ("flexibleHeight", .flexibleHeight), ("flexibleBottomMargin", .flexibleBottomMargin),
    ]
}
