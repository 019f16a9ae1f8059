import FlipbookCore

extension SequenceOptions {
    /// What the options say of properties. Whose patterns are read is no matter once the frames are found.
    var properties: SequenceProperties {
        var said = view.properties
        said.frameRate = fps
        said.$animationDuration = duration
        said.$missing = policies.missing
        said.maximumGap = policies.maximumGap
        said.$mismatch = mismatch
        said.size = size
        said.$contentMode = contentMode
        said.backgroundColor = background
        said.scale = scale
        return said
    }

    /// What the options say and, where they are silent, what a manifest says. Frames and overlays are the manifest's.
    func over(_ manifest: SequenceManifest) -> SequenceManifest {
        var said = manifest
        // Each of the two says how fast the frames go, so an option for one puts both of the manifest's aside.
        if fps != nil || duration != nil { (said.frameRate, said.$animationDuration) = (nil, nil) }
        if view.capInsets != nil || view.resizing != nil {
            // The options are another way of cutting pictures.
            (said.leftCapWidth, said.topCapHeight, said.contentStretch) = (nil, nil, nil)
        }
        if let mirror = view.mirror { said.isMirrored = mirror }
        said.properties = properties.over(said.properties)
        if let device, size == nil {
            said.size = device.pixelSize(scale: (said.scale ?? 1).value, isLandscape: landscape)
        }
        return said
    }
}
