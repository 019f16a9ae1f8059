package import FlipbookImaging
package import GStreamer

extension Picture {
    /// Returns the picture's own bytes as a buffer, which keeps the picture alive.
    /// - Parameters:
    ///   - time: Nanoseconds since the start.
    ///   - serial: A number that identifies the frame downstream.
    package func buffer(at time: Int64, for duration: Int64, serial: UInt64? = nil) -> Buffer {
        withUnsafeBytes { bytes in
            Buffer(lending: bytes, keeping: self, presentationTime: time, duration: duration, serial: serial)
        }
    }
}
