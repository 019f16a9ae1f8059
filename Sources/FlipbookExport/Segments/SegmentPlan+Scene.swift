import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene

extension SegmentPlan {
    /// The views over the frames and what happens to them; `nil` where there are none, or none that a manifest has.
    /// - Parameter rename: What the plan's files are called here.
    func scene(_ rename: (String) -> String = { $0 }) -> SceneSettings? {
        guard export.view.value(ManifestKey.views.rawValue) ?? export.view.value(ManifestKey.animations.rawValue) != nil
        else { return nil }
        do throws(ManifestError) {
            let manifest = try export.view.manifest(in: FilePath("plan"))
            var timelines = (export.timelines ?? [])[...]
            let views = try (manifest.views ?? []).map { (view) throws(ManifestError) in
                try self.view(view.renaming(rename), showing: &timelines, rename)
            }
            return SceneSettings(views: views, animations: (manifest.animations ?? []).map { $0.renaming(rename) })
        } catch {
            // It is refused with the rest of the keys where the plan is used.
            return nil
        }
    }

    /// A view and those within, each with the frames of its timeline, which are taken from the front.
    private func view(
        _ view: ManifestView,
        showing timelines: inout ArraySlice<ExportPlan.ViewTimeline>,
        _ rename: (String) -> String
    ) throws(ManifestError) -> ManifestView {
        var view = view
        if view.timeline != nil, let timeline = timelines.popFirst() {
            var frames: [Frame] = []
            for run in timeline.runs {
                let image = try image(of: run.drawing, isRead: false, rename)
                frames += repeatElement(Frame(image), count: run.count)
            }
            (view.frames, view.frameRate) = (frames, timeline.frameRate)
        }
        func inner(_ views: [ManifestView]?) throws(ManifestError) -> [ManifestView]? {
            try views?.map { (inner) throws(ManifestError) in try self.view(inner, showing: &timelines, rename) }
        }
        view.subviews = try inner(view.subviews)
        view.overlayContentView = try inner(view.overlayContentView)
        return view
    }
}

extension CheckedSequence {
    /// What decides besides the keys how views and texts are drawn; `nil` where there are none.
    func staging() throws(ExportError) -> SegmentPlan.Staging? {
        let letters = try letters()
        guard settings.scene != nil || letters != nil else { return nil }
        let direction = settings.semanticContentAttribute.layoutDirection(relativeTo: settings.view.layoutDirection)
        return SegmentPlan.Staging(
            size: settings.scene?.size,
            safeAreaInsets: settings.scene?.safeAreaInsets ?? .zero,
            isRightToLeft: direction == .rightToLeft,
            letters: letters
        )
    }

    /// The pictures of texts in views, one for each text over the frames, and those of burnt-in letters, hashed; `nil` without any.
    private func letters() throws(ExportError) -> ContentHash? {
        var pictures = texts
        do throws(TextError) {
            pictures += try settings.texts.map { (label) throws(TextError) in
                try label.sample(scale: scene.scene.scale)
            }
        } catch {
            throw ExportError.sequence(.setting(SettingFault(.texts, error.explanation)))
        }
        do throws(ImageError) {
            for burnIn in settings.burnIns { pictures += try burnIn.samples() }
        } catch {
            throw ExportError.sequence(.setting(SettingFault(.texts, error.explanation)))
        }
        guard !pictures.isEmpty else { return nil }
        var digest = SHA256()
        for case .data(let data) in pictures.map(\.source) {
            digest.add("\(data.bytes.count)")
            data.bytes.withUnsafeBytes { digest.add($0) }
        }
        return ContentHash(digest)
    }
}

extension ManifestDocument.Value {
    /// The value without the names of pictures: their contents count, not what they are called.
    var withoutNamesOfPictures: Self {
        switch self {
        case .list(let list): return .list(list.map(\.withoutNamesOfPictures))
        case .object(let values):
            let isImage = values["property"] == .text("image")
            return .object(
                Dictionary(
                    uniqueKeysWithValues: values.map { key, value in
                        if case .text = value, Self.namesPicture(key) || isImage && key == "to" {
                            return (key, .text(""))
                        }
                        if case .list(let list) = value, Self.namesPicture(key) {
                            return (key, .list(list.map(\.withoutName)))
                        }
                        return (key, value.withoutNamesOfPictures)
                    }
                )
            )
        case .flag, .whole, .number, .text: return self
        }
    }

    /// An entry of a list of pictures without its name.
    private var withoutName: Self { if case .text = self { .text("") } else { withoutNamesOfPictures } }

    private static func namesPicture(_ key: String) -> Bool {
        ["image", "highlightedImage", "animationImages", "highlightedAnimationImages", "input"].contains(key)
    }
}
