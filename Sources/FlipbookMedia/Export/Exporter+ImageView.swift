public import FlipbookCore
public import Logging

extension Exporter {
    /// An exporter of what an image view shows: the cycle of its pictures, or its picture, drawn as the view draws them.
    ///
    /// The view's bounds are the canvas; where they are empty, that is as large as the first picture. A view that repeats
    /// its cycle for ever gives one cycle. The view's `accessibilityLabel` becomes the file's description, where
    /// the settings have none and the format has a place for it.
    ///
    /// - Parameters:
    ///   - view: The view, as it is now.
    ///   - settings: What is written; of ``ExportSettings/sequence`` the view decides what it has properties for.
    ///   - logger: Gets the steps on the way; silent unless the host installs a handler.
    public init(
        showing view: ImageView,
        settings: ExportSettings,
        logger: Logger = Logger(label: "flipbook.export") { _ in SwiftLogNoOpLogHandler() }
    ) {
        var settings = settings
        settings.sequence = settings.sequence.showing(view)
        settings.sequence.animationRepeatCount =
            settings.profile.format.loops ? view.animationRepeatCount : max(1, view.animationRepeatCount)
        settings.describe(description: view.accessibility.spokenLabel)
        self.init(frames: PictureSets(view).current, settings: settings, logger: logger)
    }
}
