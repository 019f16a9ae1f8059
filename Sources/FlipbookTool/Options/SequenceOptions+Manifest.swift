import FlipbookCore

extension SequenceOptions {
    /// What the options say of properties. Whose patterns are read is no matter once the frames are found.
    var properties: SequenceProperties {
        var result = SequenceProperties()
        (result.frameRate, result.scale) = (fps, scale)
        (result.$missing, result.maximumGap, result.$mismatch) = (policies.missing, policies.maximumGap, mismatch)
        for change in [duration, size, contentMode, background] { change?.set(&result) }
        view.set(&result)
        color.set(&result)
        return result
    }

    /// What the options say and, where they are silent, what a manifest says. Frames and overlays are the manifest's.
    func over(_ manifest: SequenceManifest) -> SequenceManifest {
        var result = manifest
        // Each of the two says how fast the frames go, so an option for one puts both of the manifest's aside.
        if fps != nil || duration != nil { (result.frameRate, result.$animationDuration) = (nil, nil) }
        if view.capInsets != nil || view.resizing != nil {
            // The options are another way of cutting pictures.
            (result.leftCapWidth, result.topCapHeight, result.contentStretch) = (nil, nil, nil)
        }
        if let mirror = view.mirror { result.isMirrored = mirror }
        result.properties = properties.over(result.properties)
        if let device = screen.device, size == nil {
            result.size = device.pixelSize(scale: (result.scale ?? 1).value, isLandscape: screen.landscape)
        }
        return result
    }
}
