import FlipbookCore

extension SequenceOptions {
    /// What the options say and, where they are silent, what a manifest says. Frames and overlays are the manifest's.
    func over(_ manifest: SequenceManifest) -> SequenceManifest {
        var said = manifest
        // Each of the two says how fast the frames go, so an option for one puts both of the manifest's aside.
        if fps != nil || duration != nil { (said.frameRate, said.animationDuration) = (fps, duration) }
        said.missing = policies.missing ?? manifest.missing
        said.maximumGap = policies.maximumGap ?? manifest.maximumGap
        said.mismatch = mismatch ?? manifest.mismatch
        let deviceSize = device.map { device in
            (scale ?? manifest.scale ?? 1).pixels(of: landscape ? device.size.turned : device.size, scale: 1)
        }
        said.size = size ?? deviceSize ?? manifest.size
        said.contentMode = contentMode ?? manifest.contentMode
        said.backgroundColor = background ?? manifest.backgroundColor
        said.scale = scale ?? manifest.scale
        said.isHighlighted = view.highlighted ?? manifest.isHighlighted
        if view.capInsets != nil || view.resizing != nil {
            // The options are another way of cutting pictures.
            (said.leftCapWidth, said.topCapHeight, said.contentStretch) = (nil, nil, nil)
        }
        said.capInsets = view.capInsets ?? manifest.capInsets
        said.resizingMode = view.resizing ?? manifest.resizingMode
        said.filter = view.filter ?? manifest.filter
        said.orientation = view.orientation ?? manifest.orientation
        said.pixelPolicy = view.pixelPolicy ?? manifest.pixelPolicy
        if let mirror = view.mirror {
            said.flipsForRightToLeftLayoutDirection = mirror ? true : nil
            said.semanticContentAttribute = mirror ? .forceRightToLeft : nil
        }
        said.tintColor = view.tint ?? manifest.tintColor
        said.alpha = view.alpha ?? manifest.alpha
        said.isOpaque = view.opaque ?? manifest.isOpaque
        return said
    }
}
