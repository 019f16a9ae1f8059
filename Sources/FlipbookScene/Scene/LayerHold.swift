public import FlipbookCore

/// The way in which a layer follows the size of the one around it.
public enum LayerHold: Hashable, Sendable {
    /// Its margins and its size share what is gained or lost.
    case mask(AutoresizingMask)
    /// It stays pinned to the sides, and to the layers beside it, which pins name by their ids.
    case pins(ViewPins, alignmentRectInsets: EdgeInsets = .zero, safeAreaInsets: EdgeInsets = .zero)

    /// A Boolean value that indicates a hold by layers beside.
    var namesSiblings: Bool { if case .pins(let pins, _, _) = self { pins.nameSiblings } else { false } }
}

extension Layer {
    /// The size of a pinned layer's contents from a time on.
    package struct ContentSize: Hashable, Sendable {
        /// Nanoseconds since the scene began.
        let time: Int64
        let size: Size

        package init(_ size: Size, from time: Int64 = 0) { (self.size, self.time) = (size, time) }
    }

    /// Has a pinned layer take the size of another picture from a time on, in nanoseconds, where its own is its picture's.
    package mutating func follow(_ size: Size, from time: Int64) {
        guard hasPicturesSize else { return }
        contentSizes.append(ContentSize(size, from: time))
        contentSizes.sort { $0.time < $1.time }
    }

    /// A Boolean value that indicates layers within that may lie elsewhere at another time, though this one keeps its size:
    /// their contents change, or those move by which they are held.
    var movesSublayers: Bool {
        sublayers.contains { $0.isHeldBySiblings || $0.contentSizes.count > 1 }
            && sublayers.contains { $0.contentSizes.count > 1 || !$0.tracks.isEmpty }
    }

    /// Puts the layers within where they are held at a time, and those within them where that changes their size.
    /// - Parameter old: The size that they were put in.
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
            // Those that move by themselves are followed.
            layOutPinned(at: time) { layer in
                layer.tracks.isEmpty
                    ? layer.layoutFrame
                    : changing(layer) { $0.sublayers = [] }.presentation(atNanosecond: time).layoutFrame
            }
        }
        for place in sublayers.indices { sublayers[place].layOutSublayers(from: sizes[place], at: time) }
    }

    /// Puts pinned layers within where they are held.
    /// - Parameter frame: The place of one that is followed.
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

    /// The frame without the transform: the rectangle around a turned layer says nothing of its size.
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
