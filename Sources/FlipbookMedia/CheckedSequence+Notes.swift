package import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookSequences

/// Notes on a sequence's pictures that a user might not expect, for any use of them.
extension CheckedSequence {
    /// The same sequence, of which notes are about one frame that is shown.
    package func noting(_ frame: Frame) -> CheckedSequence {
        let entry = self.survey.entries.first { $0.frame.source == frame.source }
        return changing(self) { if let entry { $0.checked.survey = FrameSurvey(entries: [entry]) } }
    }

    /// A note on frames with a profile and on their colors, or `nil` if these are sRGB's.
    package var colorNote: Explanation? { colorNote { _ in true } }

    /// The same of the frames whose profile has no effect.
    var lostColorNote: Explanation? { colorNote { $0 != .converted } }

    private func colorNote(of isMeant: (ProfileUse) -> Bool) -> Explanation? {
        let frames = self.survey.entries.compactMap(\.frame.path).compactMap { path in
            statedColors[FilePath(path.string)].map { (name: path.name.description, stated: $0) }
        }
        let uses = frames.map(\.stated.use).distinct.filter { $0 != .none && isMeant($0) }
        guard !uses.isEmpty else { return nil }
        var sentences = uses.map { use -> Explanation in
            let same = frames.filter { $0.stated.use == use }
            let (kinds, called) = (Set(same.map(\.stated.meaning)).count, same.map(\.stated.name).distinct)
            let list = Self.list(called.map { $0.isEmpty ? "one without a name" : $0 })
            let have =
                "\(having(same.count)) \(called == ["a gamma"] ? "a gamma other than sRGB's" : "a color profile")"
                + (kinds < 2 ? "" : " of \(kinds) kinds (\(list))")
            let names =
                use == .converted || same.count == self.survey.entries.count ? "" : " (\(Self.list(same.map(\.name))))"
            switch use {
            case .none, .converted:
                return Explanation("\(have): the colors are converted to \(settings.canvasSpace.name).")
            case .damaged: return Explanation("\(have) that is damaged: the values are taken as sRGB\(names).")
            case .unsupported:
                return Explanation("\(have) of a kind that is not applied: the values are taken as sRGB\(names).")
            case .missing(let library):
                return
                    "\(have), which is not applied without the library \(library): the values are taken as sRGB\(names); "
                    + "\(remedy: .install(element: library, for: .reading))."
            }
        }
        let silent = names { $0.colorTag == .untagged && !$0.isSceneLinear }
        if uses.contains(.converted), !silent.isEmpty {
            sentences.append(
                Explanation(
                    "\(having(silent.count, "says", "say")) nothing of \(silent.count == 1 ? "its" : "their") colors, "
                        + "which are taken as sRGB's (\(Self.list(silent)))."
                )
            )
        }
        return sentences.joined(separator: " ")
    }

    private func names(_ isMeant: (ImageHeader) -> Bool) -> [String] {
        self.survey.entries.compactMap { entry in
            guard case .success(let header) = entry.header, isMeant(header) else { return nil }
            return entry.frame.path?.name.description
        }
    }

    private static func list(_ names: [String]) -> String {
        names.distinct.map(\.escapingControlCharacters).listed(atMost: 3)
    }

    /// A note on the part of another file that an SVG draws, which is left out, or `nil` if there is none.
    var outsideNote: Explanation? {
        guard let (file, target) = outsideReference else { return nil }
        return
            "\(file.name.description): '\(target.escapingControlCharacters)' lies outside of the drawing, and is left out. "
            + "Embed it as a data: URL."
    }

    /// A note on a choice of channels without effect, since no frame has any to choose from, or `nil` if there is none.
    package var channelNote: Explanation? {
        let idle = [(Setting.layer, settings.layerName != nil), (.channels, settings.channels != nil)].filter(\.1)
        guard let first = idle.first, !self.survey.headers.contains(where: { $0.format == .exr }) else { return nil }
        return "\(setting: first.0): no frame is an OpenEXR file, so there is no effect."
    }

    /// A note on scene-linear frames, or on a setting without effect where there are none, or `nil` if there is neither.
    package var lightNote: Explanation? {
        let headers = self.survey.headers
        let count = settings.codecs.colors.areLight ? headers.count : headers.count(where: \.isSceneLinear)
        guard count > 0 else {
            let idle = [
                (ManifestKey.exposure, settings.exposure != 0), (.lut, settings.lookupTable != nil),
            ].filter(\.1)
            guard let first = idle.first else { return nil }
            return
                "\(setting: Setting(first.0)): no frame is scene-linear, so there is no effect; where the frames are "
                + "nevertheless, say \(remedy: .set(Setting(.inputProfile), to: InputProfile.Standard.linear.rawValue))."
        }
        let are = "\(having(count, "is", "are")) scene-linear"
        guard let table = settings.codecs.colors.lookupTable else {
            return "\(are), shown by sRGB's curve: what is brighter than white is white."
        }
        return "\(are), shown through \(table.name.escapingControlCharacters)."
    }

    /// A note on scene-linear frames that were brighter than what is shown, as far as decoded, or `nil` if none was.
    package var clippingNote: Explanation? {
        let files = scene.drawings.clippedFiles
        guard let worst = files.first else { return nil }
        let percent = worst.part < 0.001 ? "less than 0.1" : "\((worst.part * 1000).rounded() / 10)"
        let others = files.count == 1 ? "" : ", the most of \(files.count) such frames"
        let start = "\(worst.path.name.description): \(percent) % of the pixels are brighter than"
        guard settings.codecs.colors.lookupTable == nil else {
            return "\(start) the domain of the lookup table, and are clipped\(others). "
                + "Give a lower \(remedy: .set(Setting(.exposure))), or a table of a larger domain."
        }
        return "\(start) white, and are clipped\(others). "
            + "Give a lower \(remedy: .set(Setting(.exposure))), or a view with \(remedy: .set(Setting(.lut)))."
    }

    /// A note on frames with NaN or infinity, as far as decoded, or `nil` if none has any.
    package var strayNote: Explanation? {
        let files = scene.drawings.strayFiles
        guard let worst = files.first else { return nil }
        let others = files.count == 1 ? "" : "; \(files.count) frames have such pixels, this one the most"
        return Explanation("\(worst.path.name.description): \(worst.loss.strays), shown black or white\(others).")
    }

    /// The beginning of a sentence on so many of the frames.
    package func having(_ count: Int, _ one: String = "has", _ several: String = "have") -> String {
        switch (count, self.survey.entries.count) {
        case (1, 1): "The frame \(one)"
        case (1, let all): "1 of \(all) frames \(one)"
        case (let some, let all) where some == all: "All \(all) frames \(several)"
        case (let some, let all): "\(some) of \(all) frames \(several)"
        }
    }

    package var overlayNote: Explanation? {
        let unseen = unseenOverlays.map { settings.overlays[$0].image.description }
        guard !unseen.isEmpty else { return nil }
        return
            "\(unseen.listed(atMost: 1)): not shown, since nothing of the overlay lies on the \(self.canvas) canvas; "
            + "give it a smaller inset, or enlarge the canvas with \(remedy: .set(.size))."
    }

    /// Notes on files that can be understood in several ways, on the rate that they say, and on levels.
    package var remarkNotes: [Explanation] {
        [rateNote, timeCodeNote, chosenLevelsNote].compactMap(\.self) + filesNotes + stackNotes
    }

    private var timeCodeNote: Explanation? {
        let coded = self.survey.entries.compactMap { entry -> (number: Int, code: TimeCode)? in
            guard entry.frame.substitution == nil, let number = entry.frame.number,
                case .success(let header)? = entry.header
            else { return nil }
            return header.timeCode.map { (number, $0) }
        }
        guard let (place, next) = TimeCode.breaks(in: coded, at: self.survey.headers.storedRate ?? self.rate).first
        else { return nil }
        let (number, code) = coded[place]
        return
            "The time codes in the headers do not run on: frame \(number) has \(code.description), and \(next.description) "
            + "follows the one before."
    }

    private var rateNote: Explanation? {
        let rates = self.storedRates.map(\.description).sorted()
        guard let first = rates.first, self.survey.entries.count > 1 else { return nil }
        guard rates.count == 1 else {
            return "The headers say different rates (\(rates.joined(separator: ", "))), so the sequence has "
                + "\(FrameRate.imageViewDefault.description) frames/s. Set a rate with \(remedy: .set(.frameRate))."
        }
        return "The headers say \(first) frames/s, which is used. Set another rate with \(remedy: .set(.frameRate))."
    }

    private var filesNotes: [Explanation] {
        let remarks = self.survey.entries.compactMap { entry -> ImageHeader.Remark? in
            if case .success(let header) = entry.header, entry.frame.substitution == nil { header.remark } else { nil }
        }
        return remarks.distinct.map { remark in
            let count = remarks.count { $0 == remark }
            switch remark {
            case .firstLayer(let name, let all):
                return
                    "\(having(count, "shows", "show")) the layer \(name.escapingControlCharacters), the first of \(all) with "
                    + "colors. Choose another with \(remedy: .set(.layer))."
            case .assumedAlpha:
                return "\(having(count)) a channel without a type beside the colors, which is taken for transparency."
            case .extraChannels(let extra):
                let what =
                    extra == 1
                    ? "channel that is neither color nor transparency, and is"
                    : "channels that are neither color nor transparency, and are"
                return "\(having(count)) \(extra) \(what) left out."
            case .companions(let what):
                return "\(having(count)) \(what) behind the picture; the picture alone is shown."
            case .flaw(let what): return "\(having(count)) \(what); all pixels are there."
            }
        }
    }

    /// A note on frames of another size or scale, or `nil` if all have the canvas's.
    package var placementNote: Explanation? {
        guard let first = self.fitted.first else { return nil }
        let others = self.fitted.count - 1
        return Explanation(others == 0 ? "\(first)." : "\(first); so \(others == 1 ? "is" : "are") \(others) more.")
    }

    /// A note on a sequence that runs faster since frames are left out, or at another rate than its duration gives.
    package var paceNote: Explanation? {
        guard settings.frameRate == nil || settings.isRateOfAllFrames, settings.scene == nil, settings.transition == nil
        else { return nil }
        let (asked, own, step) = (settings.animationDuration, ownStride, self.frames.stride)
        let stride = step % own == 0 ? step / own : step
        guard asked <= .zero else {
            guard let rate = self.rate, self.timing.cycleDuration != asked else { return nil }
            let frames = self.timing.frameCount.of("frame")
            return "\(frames) in \(asked.seconds) s: shown at \(rate) frames/s, the nearest rate of small numbers."
        }
        guard stride > 1 else { return nil }
        let start: Explanation =
            "One frame of each \(stride) is shown, so the sequence runs \(stride == 2 ? "twice" : "\(stride) times") as fast. "
            + "To keep its length, give "
        if let rate = self.rate.flatMap({ FrameRate(Int64($0.numerator), Int64($0.denominator) * Int64(stride)) }) {
            return start + "\(remedy: .set(.frameRate, to: "\(rate)"))."
        }
        return self.timing.cycleDuration.multiplied(by: RationalTime(Int64(stride))).map {
            start + "\(remedy: .set(.duration, to: "\($0.seconds)"))."
        }
    }

    /// Notes for a viewer: on frames that differ from their files in time, in place, in colors or in pictures.
    package var playedNotes: [Explanation] {
        [paceNote, placementNote, lostColorNote, firstPictureNote].compactMap { $0 } + remarkNotes
    }

    /// Of which files, among those of one picture, the first of several is shown, or `nil` for none.
    private var firstPictureNote: Explanation? {
        let names = names(\.holdsSeveralPictures)
        guard !names.isEmpty else { return nil }
        let have = Set(names).count == 1 ? "holds" : "hold"
        return Explanation(
            "\(Self.list(names)) \(have) several pictures, of which the first is shown; an export refuses that."
        )
    }

    /// Notes on settings of the view without effect, and on stand-ins for frames of views.
    package var viewNotes: [Explanation] {
        var notes = [outsideNote].compactMap(\.self) + standInsInViews.map { Explanation("\($0).") }
        if settings.isOpaque, settings.alpha < 1 {
            notes.append(
                "The view is opaque, so its alpha of \(settings.alpha) has no effect; leave one of the two out."
            )
        }
        if settings.properties.view.hasIdleCorners {
            notes.append(
                "The corner radius has no effect, since there is no background; cut the pictures, too, with "
                    + "\(remedy: .set(.clipsToBounds))."
            )
        }
        return notes
    }
}
