internal import CGStreamer

/// The clock of the system, which pipelines that belong together keep the time of.
package enum SystemClock {
    /// Its time in nanoseconds.
    package static var now: Int64 {
        guard let clock = gst_system_clock_obtain() else { return 0 }
        defer { gst_object_unref(clock) }
        return Int64(clamping: gst_clock_get_time(clock))
    }
}

extension Pipeline {
    /// Has the times of buffers be those of the system's clock, from its beginning to its end: neither a flush nor a pause moves them.
    package func keepTimeOfSystemClock() {
        runBySystemClock()
        let element = reference.cast(to: GstElement.self)
        gst_element_set_start_time(element, GstClockTime.max)
        gst_element_set_base_time(element, 0)
    }

    /// Keeps the time of the system's clock, also where an element has a clock of its own.
    package func runBySystemClock() {
        guard let clock = gst_system_clock_obtain() else { return }
        defer { gst_object_unref(clock) }
        gst_pipeline_use_clock(reference.cast(to: GstPipeline.self), clock)
    }
}
