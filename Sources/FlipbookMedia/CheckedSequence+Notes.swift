package import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookSequences

extension CheckedSequence {
    package func noting(_ frame: Frame) -> CheckedSequence {
        let entry = self.survey.entries.first { $0.frame.source == frame.source }
        return changing(self) { if let entry { $0.checked.survey = FrameSurvey(entries: [entry]) } }
    }

    package var colorNote: Explanation? { colorNote { _ in true } }

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
                let remedy = Remedy.set(Setting(.inputProfile), to: "srgb")
                let way: Explanation = called == ["a gamma"] ? " To keep the stored values, use \(remedy: remedy)." : ""
                return Explanation("\(have): the colors are converted to \(settings.canvasSpace.name).") + way
            case .damaged: return Explanation("\(have) that is damaged; the colors are treated as sRGB\(names).")
            case .unsupported:
                return Explanation("\(have) of an unsupported kind; the colors are treated as sRGB\(names).")
            case .missing(let library):
                return
                    "\(have), which cannot be applied without the library \(library); the colors are treated as "
                    + "sRGB\(names); \(remedy: .install(element: library, for: .reading))."
            }
        }
        let silent = names { $0.colorTag == .untagged && !$0.isSceneLinear }
        if uses.contains(.converted), !silent.isEmpty {
            sentences.append(
                "\(having(silent.count, "does", "do")) not specify colors; sRGB is assumed (\(Self.list(silent)))."
            )
        }
        return sentences.joined(separator: " ")
    }

    private func names(_ isMeant: (ImageHeader) -> Bool) -> [String] {
        let meant = self.survey.entries.filter { $0.header?.header.map(isMeant) ?? false }
        return meant.compactMap(\.frame.path?.name.description)
    }

    private static func list(_ names: [String]) -> String {
        names.distinct.map(\.escapingControlCharacters).listed(atMost: 3)
    }

    /// A note on an external file that is not loaded although an SVG file refers to it.
    var outsideNote: Explanation? {
        guard let (file, target) = outsideReference else { return nil }
        return
            "\(file.name.description): '\(target.escapingControlCharacters)' is an external reference and is not "
            + "loaded. Embed it as a data: URL."
    }

    package var channelNote: Explanation? {
        let idle = [(Setting.layer, settings.layerName != nil), (.channels, settings.channels != nil)].filter(\.1)
        guard let first = idle.first, !self.survey.headers.contains(where: { $0.format == .exr }) else { return nil }
        return "\(setting: first.0): none of the frames is an OpenEXR file, so this has no effect."
    }

    package var lightNote: Explanation? {
        let headers = self.survey.headers
        let count = settings.codecs.colors.areLight ? headers.count : headers.count(where: \.isSceneLinear)
        guard count > 0 else {
            let idle = [(ManifestKey.exposure, settings.exposure != 0), (.lut, settings.lookupTable != nil)].filter(\.1)
            guard let first = idle.first else { return nil }
            return
                "\(setting: Setting(first.0)): none of the frames is scene-linear, so this has no effect. If the frames are "
                + "linear, use \(remedy: .set(Setting(.inputProfile), to: InputProfile.Standard.linear.rawValue))."
        }
        let are = "\(having(count, "is", "are")) scene-linear"
        guard let table = settings.codecs.colors.lookupTable
        else { return "\(are), shown with sRGB's curve: values brighter than white become white." }
        return "\(are), shown through \(table.name.escapingControlCharacters)."
    }

    /// A note on decoded frames with scene-linear light that is brighter than the display's white.
    package var clippingNote: Explanation? {
        let files = scene.drawings.files { Double($0.clippedCount) / Double($1) }
        guard let worst = files.first else { return nil }
        let percent = worst.part < 0.001 ? "less than 0.1" : "\((worst.part * 1000).rounded() / 10)"
        let others = files.count == 1 ? "" : ", the most among \(files.count) such frames"
        let start = "\(worst.path.name.description): \(percent) % of the pixels are brighter than"
        guard settings.codecs.colors.lookupTable == nil else {
            return "\(start) the domain of the lookup table and are clipped\(others). "
                + "Use a lower \(remedy: .set(Setting(.exposure))), or a table with a larger domain."
        }
        return "\(start) white and are clipped\(others). "
            + "Use a lower \(remedy: .set(Setting(.exposure))), or a lookup table with \(remedy: .set(Setting(.lut)))."
    }

    package var strayNote: Explanation? {
        let files = scene.drawings.files { loss, _ in Double(loss.strayCount) }
        guard let worst = files.first else { return nil }
        let others = files.count == 1 ? "" : "; \(files.count) frames have such pixels, this one the most"
        return Explanation("\(worst.path.name.description): \(worst.loss.strays), shown black or white\(others).")
    }

    /// Returns the files' bits per channel, and whether they are dithered, or `nil` if all bits are kept.
    package func lostDepth(keeping kept: Int) -> (stored: String, way: String)? {
        let stored = self.survey.headers.map(\.bitDepth).max() ?? 8
        return kept < stored ? ("\(stored) bits per channel", kept < depth ? ", with dithering" : "") : nil
    }

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
            "\(unseen.listed(atMost: 1)): not shown, because it is outside the \(self.canvas) canvas. Use a smaller "
            + "inset, or enlarge the canvas with \(remedy: .set(.size))."
    }

    /// Notes on ambiguous files, on levels, and on the rates and time codes in headers.
    package var remarkNotes: [Explanation] {
        [rateNote, timeCodeNote, chosenLevelsNote].compactMap(\.self) + filesNotes + stackNotes
    }

    private var timeCodeNote: Explanation? {
        let coded = self.survey.entries.compactMap { entry -> (number: Int, code: TimeCode)? in
            guard entry.frame.substitution == nil, let number = entry.frame.number else { return nil }
            return entry.header?.header?.timeCode.map { (number, $0) }
        }
        guard let (place, next) = TimeCode.breaks(in: coded, at: self.survey.headers.storedRate ?? self.rate).first
        else { return nil }
        let (number, code) = coded[place]
        return
            "The time codes in the headers are not continuous: frame \(number) has \(code.description), where "
            + "\(next.description) was expected."
    }

    private var rateNote: Explanation? {
        let rates = self.storedRates.map(\.description).sorted()
        guard let first = rates.first, self.survey.entries.count > 1 else { return nil }
        guard rates.count == 1 else {
            return "The headers specify different rates (\(rates.joined(separator: ", "))), so "
                + "\(FrameRate.imageViewDefault.description) frames/s is used. "
                + "Set a rate with \(remedy: .set(.frameRate))."
        }
        return "The headers specify \(first) frames/s, which is used. "
            + "Set a different rate with \(remedy: .set(.frameRate))."
    }

    private var filesNotes: [Explanation] {
        let remarks = self.survey.entries.filter { $0.frame.substitution == nil }.compactMap(\.header?.header?.remark)
        return remarks.distinct.map { remark in
            let count = remarks.count { $0 == remark }
            switch remark {
            case .firstLayer(let name, let all):
                return
                    "\(having(count, "shows", "show")) the layer \(name.escapingControlCharacters), the first of "
                    + "\(all) with colors. Choose a different layer with \(remedy: .set(.layer))."
            case .assumedAlpha:
                return "\(having(count)) an extra channel without a type, which is treated as transparency."
            case .extraChannels(let extra):
                return
                    "\(having(count)) \(extra.of("channel")) other than color and transparency, which "
                    + "\(extra == 1 ? "is" : "are") ignored."
            case .companions(let what):
                return "\(having(count)) \(what) after the main picture; only the main picture is shown."
            case .flaw(let what): return "\(having(count)) \(what); all pixels are present."
            }
        }
    }

    package var placementNote: Explanation? {
        guard let first = fitted.first else { return nil }
        let others = fitted.count - 1
        let rest = "; \(others.of("other file")) \(others == 1 ? "differs" : "differ") from the canvas, too"
        return Explanation("\(first)\(others == 0 ? "" : rest).")
    }

    /// A note that the sequence runs faster because frames are left out, or that its rate does not match its duration.
    package var paceNote: Explanation? {
        guard settings.frameRate == nil || settings.isRateOfAllFrames, settings.scene == nil, settings.transition == nil
        else { return nil }
        // In a stack, the next frame is the next image of the same channel.
        let (asked, own, step) = (settings.animationDuration, stack?.stack.filmStride ?? 1, self.frames.stride)
        let stride = step % own == 0 ? step / own : step
        guard asked <= .zero else {
            guard let rate = self.rate, self.timing.cycleDuration != asked else { return nil }
            let frames = self.timing.frameCount.of("frame")
            return "\(frames) in \(asked.seconds) s: shown at \(rate) frames/s, the nearest simple rate."
        }
        guard stride > 1 else { return nil }
        let start: Explanation =
            "One of every \(stride) frames is shown, so the sequence runs \(stride == 2 ? "twice" : "\(stride) times") "
            + "as fast. To keep its length, use "
        // A lower rate would drop frames that have a duration of their own.
        let rate = self.frames.frames.contains { $0.duration != nil } ? nil : self.rate
        if let rate = rate.flatMap({ FrameRate(Int64($0.numerator), Int64($0.denominator) * Int64(stride)) }) {
            return start + "\(remedy: .set(.frameRate, to: "\(rate)"))."
        }
        return self.timing.cycleDuration.multiplied(by: RationalTime(Int64(stride))).map {
            start + "\(remedy: .set(.duration, to: "\($0.seconds)"))."
        }
    }

    /// A note on a video's audio that is not used, or that begins earlier than the frames.
    package func soundNote(_ use: String, beside track: AudioTrack?) -> Explanation? {
        let leads = self.survey.entries.lazy.map { ($0.frame.path, $0.header?.header?.soundLead) }
        guard case (let path?, let lead?)? = leads.first(where: { $0.1 != nil }),
            track.map({ $0.file == FilePath(path.string) && $0.offset == .zero }) ?? true
        else { return nil }
        let (file, pictures) = (FilePath(path.string), self.found.frames.compactMap(\.path?.picture))
        let fact: Explanation = "The audio of \(file) "
        guard settings.animationDuration <= .zero, zip(pictures, pictures.dropFirst()).allSatisfy({ $1 == $0 + 1 })
        else { return fact + (track == nil ? "is not \(use)." : "differs from these frames in order or speed.") }
        let earlier = FrameList(picturesOf: file, codecs: settings.codecs)?.frames.prefix { $0.path != path } ?? []
        let start = earlier.compactMap(\.duration).reduce(lead, +)
        let shift = start > .zero ? Remedy.set(.audioOffset, to: "-\(start.seconds.shortest)") : nil
        guard track == nil
        else { return shift.map { fact + "begins before these frames. To match them, use \(remedy: $0)." } }
        let shifting: Explanation = shift.map { " and \(remedy: $0)" } ?? ""
        return fact + "is not \(use). To add it, use \(remedy: .set(.audio, to: file.quotedAsArgument))\(shifting)."
    }

    /// Notes for viewers about frames that differ from their files in time, position, color, or content.
    package var playedNotes: [Explanation] {
        [paceNote, placementNote, lostColorNote, firstPictureNote].compactMap { $0 } + remarkNotes
    }

    /// A note on files with multiple pictures, of which only the first is shown.
    private var firstPictureNote: Explanation? {
        let names = names(\.holdsSeveralPictures)
        guard !names.isEmpty else { return nil }
        let hold = Set(names).count == 1 ? "holds" : "hold"
        return "\(Self.list(names)) \(hold) multiple pictures; only the first is shown. An export rejects such files."
    }

    /// Notes on ineffective settings of views, and on replaced frames of views.
    package var viewNotes: [Explanation] {
        var notes = [outsideNote].compactMap(\.self) + standInsInViews.map { Explanation("\($0).") }
        if settings.isOpaque, settings.alpha < 1 {
            notes.append("The view is opaque, so its alpha of \(settings.alpha) has no effect. Remove one of the two.")
        }
        if settings.properties.view.hasIdleCorners {
            notes.append(
                "The corner radius has no effect without a background. To also round the pictures, use "
                    + "\(remedy: .set(.clipsToBounds))."
            )
        }
        return notes
    }

    private var stack: (stack: ImageStack, numbers: [Int])? {
        let images = self.survey.entries.compactMap { entry -> (stack: ImageStack, path: String, number: Int)? in
            guard let stack = entry.header?.header?.stack, let path = entry.frame.path, let number = path.picture
            else { return nil }
            return (stack, path.string, number)
        }
        guard let first = images.first else { return nil }
        return (first.stack, images.filter { $0.path == first.path }.map(\.number))
    }

    /// Notes on images that do not form a single movie, and on their recording rate if a different rate is used.
    private var stackNotes: [Explanation] {
        guard let (stack, numbers) = stack else { return [] }
        var rateNote: Explanation?
        if let rate = stack.frameRate, stack.count(.time) > 1, numbers.count > 1, settings.frameRate == nil,
            settings.animationDuration <= .zero, rate != self.rate
        {
            // The rate differs from the file's by at most one billionth.
            let interval = ((rate.frameDuration.seconds * 1e8).rounded() / 1e8).shortest
            rateNote =
                "According to the file, its images were recorded every \(interval) s. Show them at that rate with "
                + "\(remedy: .set(.frameRate, to: rate.description))."
        }
        return [stack.note(on: numbers), rateNote].compactMap(\.self)
    }
}
