import GStreamer

/// The messages of GStreamer and its plugins. The errors that exporters and players throw explain the same faults better.
package enum LibraryMessages {
    package static var version: String { Runtime.version }

    /// Shows each message once per process, or not at all.
    package static func show(_ areShown: Bool) { LibraryLog.limit(toNone: !areShown) }

    package static var obstacle: String? { RunningPipelines.obstacle }
}
