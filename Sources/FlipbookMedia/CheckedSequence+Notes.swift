import FlipbookCore
import FlipbookImaging

/// What a user might not expect of a sequence's pictures, for any use of them.
extension CheckedSequence {
    /// Which frames have a profile, and what becomes of their colours; `nil` where they are sRGB's.
    var colorNote: Explanation? {
        let count = self.survey.headers.count { $0.hasColorProfile }
        let have = "\(having(count)) a colour profile"
        switch profileUse {
        case nil, .some(.none): return nil
        case .converted: return "\(have): the colours are converted to sRGB."
        case .damaged: return "\(have) that is damaged: the values are taken as sRGB."
        case .unsupported: return "\(have) of a kind that is not applied: the values are taken as sRGB."
        case .missing(let library):
            return "\(have), which is not applied without the library \(library): the values are taken as sRGB. "
                + "\(remedy: .install(element: library, for: .reading))."
        }
    }

    /// How many frames hold light, which has no upper end, rather than colours; `nil` when none does.
    var lightNote: Explanation? {
        let count = self.survey.headers.count { $0.format == .exr || $0.format == .hdr }
        guard count > 0 else { return nil }
        return
            "\(having(count)) amounts of light, which are shown by sRGB's curve: what is brighter than white is white."
    }

    /// How many of the frames have something: the beginning of a sentence.
    func having(_ count: Int) -> String {
        switch (count, self.survey.entries.count) {
        case (1, 1): "The frame has"
        case (1, let all): "1 of \(all) frames has"
        case (let some, let all) where some == all: "All \(all) frames have"
        case (let some, let all): "\(some) of \(all) frames have"
        }
    }

    /// Which overlays are not seen; `nil` when all are.
    var overlayNote: Explanation? {
        let unseen = unseenOverlays.map { settings.overlays[$0].image.description }
        guard let first = unseen.first else { return nil }
        let names = unseen.count == 1 ? first : "\(first) and \(unseen.count - 1) more"
        return "\(names): not shown, since nothing of the overlay lies on the \(self.canvas) canvas; "
            + "give it a smaller inset, or enlarge the canvas with \(remedy: .set(.size))."
    }

    /// Which frames of another size or scale were placed on the canvas; `nil` when all have its size.
    var placementNote: Explanation? {
        guard let first = self.fitted.first else { return nil }
        let names = self.fitted.count == 1 ? first : "\(first) and \(self.fitted.count - 1) more"
        return "\(names): placed on the \(self.canvas) canvas by \(settings.contentMode.name)."
    }

    /// Which of the view's settings have no effect, a sentence each.
    var viewNotes: [Explanation] {
        var notes: [Explanation] = []
        if settings.isOpaque, settings.alpha < 1 {
            notes.append(
                "The view is opaque, so its alpha of \(settings.alpha) has no effect; leave one of the two out."
            )
        }
        if settings.cornerRadius > 0, !settings.clipsToBounds, (settings.background ?? .clear) == .clear {
            notes.append(
                "The corner radius has no effect, since there is no background; cut the pictures, too, with "
                    + "\(remedy: .set(.clipsToBounds))."
            )
        }
        return notes
    }
}
