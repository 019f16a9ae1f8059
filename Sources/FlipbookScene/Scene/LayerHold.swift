public import FlipbookCore

/// The way in which a layer follows the size of the one around it.
public enum LayerHold: Hashable, Sendable {
    /// Its margins and its size share what is gained or lost.
    case mask(AutoresizingMask)
    /// It stays pinned to the sides.
    case pins(ViewPins, alignmentRectInsets: EdgeInsets = .zero, safeAreaInsets: EdgeInsets = .zero)
}

extension Layer {
    /// Puts the layers within where they are held, after the size has changed, and those within them.
    /// - Parameter old: The size that they were put in.
    package mutating func layOutSublayers(from old: Size) {
        guard old != self.bounds.size else { return }
        for place in sublayers.indices {
            guard let hold = sublayers[place].hold else { continue }
            let size = sublayers[place].bounds.size
            // The rectangle around a turned layer says nothing of its size.
            let transform = sublayers[place].transform
            sublayers[place].transform = .identity
            let frame = sublayers[place].frame
            switch hold {
            case .mask(let mask): sublayers[place].frame = mask.frame(frame, from: old, to: self.bounds.size)
            case .pins(let pins, let alignment, let safeArea):
                sublayers[place].frame = pins.frame(
                    of: frame,
                    in: self.bounds,
                    layoutDirection,
                    alignmentRectInsets: alignment,
                    safeAreaInsets: safeArea
                )
            }
            sublayers[place].transform = transform
            sublayers[place].layOutSublayers(from: size)
        }
    }
}
