import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene

extension SegmentPlan {
    /// Returns the views over the frames, including their animations. `rename` converts the names of the plan's files.
    func scene(_ rename: (String) -> String = { $0 }) -> SceneSettings? {
        guard export.view.value(ManifestKey.views.rawValue) ?? export.view.value(ManifestKey.animations.rawValue) != nil
        else { return nil }
        do throws(ManifestError) {
            let manifest = try export.view.manifest(in: FilePath("plan")).renaming(rename)
            var timelines = (export.timelines ?? [])[...]
            let views = try (manifest.views ?? []).map { (view) throws(ManifestError) in
                try self.view(view, showing: &timelines, rename)
            }
            return SceneSettings(views: views, animations: manifest.animations ?? [])
        } catch {
            // Invalid keys are reported when the plan is used.
            return nil
        }
    }

    /// Returns a view and its subviews, with the frames of their timelines. These timelines are removed from the front of the
    /// list.
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
    /// Returns the facts, in addition to the keys, that determine how views and text are drawn, or `nil` if there are none.
    func staging() throws -> SegmentPlan.Staging? {
        let letters = try letters()
        guard settings.scene != nil || letters != nil else { return nil }
        let usual = settings.view.layoutDirection ?? .leftToRight
        let direction = settings.semanticContentAttribute.layoutDirection(relativeTo: usual)
        let (size, insets) = (settings.scene?.size, settings.scene?.safeAreaInsets ?? .zero)
        let isRightToLeft = direction == .rightToLeft
        return .init(size: size, safeAreaInsets: insets, isRightToLeft: isRightToLeft, letters: letters)
    }

    /// Hashes pictures of all text: the text of views, a sample of each text over the frames, and the characters of burned-in
    /// text.
    private func letters() throws -> ContentHash? {
        var pictures = texts
        do {
            for label in settings.texts { pictures.append(try label.sample(scale: scene.scene.scale)) }
            for burnIn in settings.burnIns { pictures += try burnIn.samples() }
        } catch {
            let reason = (error as? any ExplainedError)?.explanation ?? Explanation(String(describing: error))
            throw ExportError.sequence(.setting(SettingFault(.texts, reason)))
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
    /// The value without the names of pictures. The contents of the pictures are hashed instead.
    var withoutNamesOfPictures: Self {
        switch self {
        case .list(let list): return .list(list.map(\.withoutNamesOfPictures))
        case .object(let values):
            let isImage = values["property"] == .text("image")
            let pairs = values.map { key, value -> (String, Self) in
                if case .text = value, Self.namesPicture(key) || isImage && key == "to" { return (key, .text("")) }
                if case .list(let list) = value, Self.namesPicture(key) { return (key, .list(list.map(\.withoutName))) }
                return (key, value.withoutNamesOfPictures)
            }
            return .object(Dictionary(uniqueKeysWithValues: pairs))
        case .flag, .whole, .number, .text: return self
        }
    }

    private var withoutName: Self { if case .text = self { .text("") } else { withoutNamesOfPictures } }

    private static func namesPicture(_ key: String) -> Bool {
        ["image", "highlightedImage", "animationImages", "highlightedAnimationImages", "input"].contains(key)
    }
}
