public import FlipbookCore

/// The rule by which a layer follows the size of its superlayer.
public enum LayerHold: Hashable, Sendable {
    /// The flexible parts in the mask absorb the difference.
    case mask(AutoresizingMask)
    /// The layer stays pinned to its superlayer's edges, and to siblings.
    case pins(ViewPins, alignmentRectInsets: EdgeInsets = .zero, safeAreaInsets: EdgeInsets = .zero)

    var namesSiblings: Bool { if case .pins(let pins, _, _) = self { pins.nameSiblings } else { false } }
}

extension Layer {
    /// The size of a pinned layer's contents from a given time on.
    package struct ContentSize: Hashable, Sendable {
        /// Nanoseconds since the scene began.
        let time: Int64
        let size: Size

        package init(_ size: Size, from time: Int64 = 0) { (self.size, self.time) = (size, time) }
    }

    /// If the layer is the same size as its picture, adopts the size of a new picture. `time` is the nanosecond at which the
    /// new size takes effect.
    package mutating func follow(_ size: Size, from time: Int64) {
        guard hasPicturesSize else { return }
        contentSizes.append(ContentSize(size, from: time))
        contentSizes.sort { $0.time < $1.time }
    }

    /// A Boolean value that indicates whether sublayers might move even while this layer keeps its size.
    var movesSublayers: Bool {
        sublayers.contains { $0.isHeldBySiblings || $0.contentSizes.count > 1 }
            && sublayers.contains { $0.contentSizes.count > 1 || !$0.tracks.isEmpty }
    }

    /// Positions the sublayers at the given time. If a sublayer's size changes, its own sublayers are positioned, too.
    /// - Parameter old: This layer's size in the previous layout.
    package mutating func layOutSublayers(from old: Size, at time: Int64 = 0) {
        guard old != self.bounds.size || movesSublayers else { return }
        var sizes: [Size] = []
        for place in sublayers.indices {
            sizes.append(sublayers[place].bounds.size)
            guard case .mask(let mask)? = sublayers[place].hold else { continue }
            sublayers[place].layoutFrame = mask.frame(sublayers[place].layoutFrame, from: old, to: self.bounds.size)
        }
        layOutPinned(at: time) { $0.layoutFrame }
        if sublayers.contains(where: \.isHeldBySiblings) {
            // Pins follow siblings that are being animated.
            layOutPinned(at: time) { layer in
                layer.tracks.isEmpty
                    ? layer.layoutFrame
                    : changing(layer) { $0.sublayers = [] }.presentation(atNanosecond: time).layoutFrame
            }
        }
        for place in sublayers.indices { sublayers[place].layOutSublayers(from: sizes[place], at: time) }
    }

    /// Positions the pinned sublayers. `frame` returns the frame of a sibling that other sublayers may be pinned to.
    private mutating func layOutPinned(at time: Int64, frame: (Layer) -> Rect) {
        guard sublayers.contains(where: { if case .pins? = $0.hold { true } else { false } }) else { return }
        let items = sublayers.map { layer in
            var item = PinLayout.Item(id: layer.id, frame: frame(layer))
            if case .pins(let pins, let alignment, let safeArea)? = layer.hold, item.frame == layer.layoutFrame {
                (item.pins, item.alignmentRectInsets, item.safeAreaInsets) = (pins, alignment, safeArea)
                item.size = layer.contentSizes.last { $0.time <= time }?.size
            }
            return item
        }
        let layout = PinLayout(items, in: self.bounds, effectiveUserInterfaceLayoutDirection)
        for (place, item) in items.enumerated() where item.pins != nil {
            sublayers[place].layoutFrame = layout.frames[place]
        }
    }

    /// The frame without the transform. The rectangle around a rotated layer does not reveal its size.
    var layoutFrame: Rect {
        get { changing(geometry) { $0.transform = .identity }.frame }
        set {
            let transform = geometry.transform
            geometry.transform = .identity
            geometry.frame = newValue
            geometry.transform = transform
        }
    }
}
