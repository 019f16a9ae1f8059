import FlipbookCore
import FlipbookImaging
import FlipbookLintModel

extension FixDraft {
    /// Has pictures of odd sizes written in the usual one, and opaque ones without their alpha channel.
    mutating func redraw() {
        for (frame, sequence) in members {
            let name = FilePath(frame.path.lastComponent)
            let rules = [RuleID.mixedSize, RuleID.unusedAlpha].filter { found($0, frame.path) }
            guard !rules.isEmpty else { continue }
            if let reason = obstacle(to: frame, name) {
                for rule in rules { refuse(rule, name.description, reason) }
                continue
            }
            guard let header = frame.header else { continue }
            var (size, answered) = (header.size, [RuleID]())
            if rules.contains(RuleID.mixedSize), let usual = usualSize(of: frame, in: sequence),
                usual != header.size
            {
                if let reason = Self.excess(of: usual) {
                    refuse(RuleID.mixedSize, name.description, reason)
                } else if let newSize = sized(header.size, usual) {
                    size = newSize
                    answered.append(RuleID.mixedSize)
                } else {
                    let way = settings.sizing == .pad ? "larger" : "smaller"
                    let reason = "it is \(way) than \(usual) px, and --fix-size \(settings.sizing.rawValue) leaves it"
                    refuse(RuleID.mixedSize, name.description, reason)
                }
            }
            let pads = size.width > header.size.width || size.height > header.size.height
            let drops = rules.contains(RuleID.unusedAlpha) && !pads && isOpaque(name)
            if drops { answered.append(RuleID.unusedAlpha) }
            if rules.contains(RuleID.unusedAlpha), !drops {
                let reason = pads ? "what is added to it is transparent" : "not all of its pixels are opaque"
                refuse(RuleID.unusedAlpha, name.description, reason)
            }
            guard !answered.isEmpty else { continue }
            let redrawing = Redrawing(
                size: header.size,
                newSize: size,
                hasAlpha: pads || header.hasAlpha && !drops,
                dropsAlpha: drops
            )
            redrawings.append(FixOperation(change: .redraw(redrawing), source: name, target: name, rules: answered))
        }
    }

    private func usualSize(of frame: FrameEvidence, in sequence: SequenceEvidence) -> PixelSize? {
        SizeStatistics(sequence.frames, scale: frame.scale).usual
    }

    /// Why no picture of a size is made, which headers alone may claim; `nil` where it can be.
    private static func excess(of size: PixelSize) -> String? {
        do throws(ImageError) {
            try DecodingLimits().check(size)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func isOpaque(_ name: FilePath) -> Bool {
        if case .success(let facts) = inventory.pixels[name] { facts.leastAlpha == 255 } else { false }
    }

    /// The usual size, if that is allowed.
    private func sized(_ size: PixelSize, _ usual: PixelSize) -> PixelSize? {
        let isSmaller = size.width < usual.width || size.height < usual.height
        let isLarger = size.width > usual.width || size.height > usual.height
        return switch settings.sizing {
        case .fit: usual
        case .pad: isLarger ? nil : usual
        case .crop: isSmaller ? nil : usual
        }
    }

    /// Why a picture cannot be written anew without a loss that nobody asked for; `nil` where it can.
    private func obstacle(to frame: FrameEvidence, _ name: FilePath) -> String? {
        if case .link = inventory.names[name] { return "it is a link; fix the file that it leads to" }
        guard inventory.isFile(name) else { return "it is no plain file" }
        guard let details = frame.details else { return "its header cannot be read" }
        let header = details.header
        guard header.format == .png else {
            return "it is \(header.format.noun), and Flipbook writes PNG; use another program"
        }
        if header.bitDepth > 8 { return "it has \(header.bitDepth) bits a channel, and would be written with 8" }
        if details.isAnimated { return "it is an animation by itself, of which one picture would be left" }
        if case .gamma(let gamma) = header.colorTag, !(43_300...47_500).contains(gamma) {
            return "its numbers have another gamma than sRGB's, and would be changed"
        }
        if header.colorModel == .gray, details.colorStatements.contains(.iccProfile) {
            return "its profile is for gray, and it would be written as RGB"
        }
        switch inventory.pixels[name] {
        case .success: return nil
        case .failure(let error): return "\(error)"
        case nil: return "its pixels were not read"
        }
    }
}
