public import FlipbookImaging

extension SequenceEvidence {
    /// The files that cannot be read, in groups of one kind, the kinds in order of appearance.
    /// - Parameter kind: what kind of fault an error is; `nil` for one that is not looked for.
    public func faults<Kind: Hashable>(
        by kind: (ImageError) -> Kind?
    ) -> [(kind: Kind, frames: [FrameEvidence])] {
        var groups = FrameGroups<Kind>()
        for frame in frames {
            guard let error = frame.fault, let kind = kind(error) else { continue }
            groups.append(frame, to: kind)
        }
        return groups.all
    }

    /// The files that cannot be read for the one reason that is asked for.
    public func faulty(where isLookedFor: (ImageError) -> Bool) -> [FrameEvidence] {
        frames.filter { $0.fault.map(isLookedFor) ?? false }
    }
}
