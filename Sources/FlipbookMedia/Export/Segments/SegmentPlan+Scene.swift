import FlipbookCore
import FlipbookImaging

extension SegmentPlan {
    /// The views over the frames and what happens to them; `nil` where there are none, or none that a manifest has.
    var scene: SceneSettings? {
        guard export.view.value(ManifestKey.views.rawValue) ?? export.view.value(ManifestKey.animations.rawValue) != nil
        else { return nil }
        do throws(ManifestError) {
            let manifest = try export.view.manifest(in: FilePath("plan"))
            return SceneSettings(views: manifest.views ?? [], animations: manifest.animations ?? [])
        } catch {
            // It is refused with the rest of the keys where the plan is used.
            return nil
        }
    }
}

extension SceneSettings {
    /// The same with every file renamed.
    func renamingFiles(_ rename: (String) -> String) -> SceneSettings {
        var copy = self
        copy.views = views.map { $0.renaming(rename) }
        copy.animations = animations.map { $0.renaming(rename) }
        return copy
    }
}

extension CheckedSequence {
    /// What decides besides the keys how views and texts are drawn; `nil` where there are none.
    func staging() throws(ExportError) -> SegmentPlan.Staging? {
        guard settings.scene != nil || !settings.texts.isEmpty else { return nil }
        let direction = settings.semanticContentAttribute.layoutDirection(relativeTo: settings.view.layoutDirection)
        return SegmentPlan.Staging(
            size: settings.scene?.size,
            safeAreaInsets: settings.scene?.safeAreaInsets ?? .zero,
            isRightToLeft: direction == .rightToLeft,
            letters: try letters()
        )
    }

    /// The pictures of texts in views, and one for each text over the frames, hashed; `nil` without any.
    private func letters() throws(ExportError) -> ContentHash? {
        var pictures = texts
        do throws(TextError) {
            pictures += try settings.texts.map { (label) throws(TextError) in
                try label.sample(scale: scene.scene.scale)
            }
        } catch {
            throw ExportError(.sequence(.setting(SettingFault(.texts, error.explanation))))
        }
        guard !pictures.isEmpty else { return nil }
        var digest = SHA256()
        for case .data(let data) in pictures.map(\.source) {
            digest.add("\(data.bytes.count)")
            data.bytes.withUnsafeBytes { digest.add($0) }
        }
        return digest.finish()
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
        ["image", "highlightedImage", "animationImages", "highlightedAnimationImages"].contains(key)
    }
}
