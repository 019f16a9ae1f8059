import GStreamer

/// The machine's processors.
enum ProcessorCount {
    /// How many processors this process may use, by its affinity; at least 1.
    static var usable: Int { Runtime.processorCount }
}
