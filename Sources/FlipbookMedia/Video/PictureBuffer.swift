package import FlipbookImaging
package import GStreamer

extension Picture {
    /// The picture's own bytes for GStreamer, which keep it as long as they are used.
    /// - Parameters:
    ///   - time: Nanoseconds since the start.
    ///   - serial: A number to know the frame by at the other end.
    package func buffer(at time: Int64, for duration: Int64, serial: UInt64? = nil) -> Buffer {
        withUnsafeBytes { bytes in
            Buffer(lending: bytes, keeping: self, presentationTime: time, duration: duration, serial: serial)
        }
    }
}
