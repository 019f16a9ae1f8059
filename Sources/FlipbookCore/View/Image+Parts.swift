/// Pictures over one another that are one: what several tracks of a timeline show together.
extension Image {
    /// Images over one another as one, the lowest first: all are drawn in the same view, each placed as it would be alone.
    ///
    /// It has the size of the lowest one that has pixels, where that stays.
    package static func stack(_ images: [Image]) -> Image {
        let seen = images.filter { $0 != .nothing }
        guard var stack = seen.first else { return .nothing }
        guard seen.count > 1 else { return stack }
        stack = stack.settled
        stack.above += seen.dropFirst()
        return stack
    }

    /// The image as one that stays, so that it may be a side of another transition: where it is on its way to another one,
    /// that lies over nothing.
    package var settled: Image {
        guard transition != nil else { return self }
        var image = Image.nothing
        image.above = [self]
        return image
    }

    /// Whether pictures besides its own are seen of it.
    package var isComposed: Bool { transition != nil || !above.isEmpty }

    /// All pictures that are seen of it: its own, those above it, and those of what it is on its way to.
    package var parts: [Image] {
        isComposed ? [self] + above.flatMap(\.parts) + (transition?.image.parts ?? []) : [self]
    }

    /// Its own picture alone.
    package var alone: Image {
        guard isComposed else { return self }
        var image = self
        (image.above, image.transition) = ([], nil)
        return image
    }

    /// The image with others in the place of those above it and of the one that it is on its way to.
    package func changingOthers<Failure>(_ change: (Image) throws(Failure) -> Image) throws(Failure) -> Image {
        guard isComposed else { return self }
        var image = self
        image.above = try above.map(change)
        if let next = transition?.image { image.transition?.image = try change(next) }
        return image
    }
}
