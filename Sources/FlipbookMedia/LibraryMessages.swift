import GStreamer

/// The messages of GStreamer and its plugins, which the errors of exports and players say in better words.
package enum LibraryMessages {
    /// The version of GStreamer, such as `1.22.0`.
    package static var version: String { Runtime.version }

    /// Shows each message once, or none. For programs: it holds for the whole process.
    package static func show(_ areShown: Bool) { LibraryLog.limit(toNone: !areShown) }

    /// The GStreamer element that takes nothing where nothing moves any more, or `nil` if none is known.
    package static var obstacle: String? { RunningPipelines.obstacle }
}
