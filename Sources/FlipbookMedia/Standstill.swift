import GStreamer

/// What stands in the way where nothing moves any more.
package enum Standstill {
    /// The GStreamer element that takes nothing; `nil` where none is known.
    package static var element: String? { RunningPipelines.obstacle }
}
