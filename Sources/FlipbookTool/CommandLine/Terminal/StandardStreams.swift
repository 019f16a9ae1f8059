import Glibc

/// The three streams that every program is started with, or should be.
package enum StandardStreams {
    /// Opens `/dev/null` in the place of a stream that was closed.
    ///
    /// Otherwise the next file to be opened, the video for one, would get the
    /// number, and messages would be written into it. Standard output takes nothing then, so that nothing is thought to have
    /// been written that was not.
    package static func keepOpen() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The system gives the lowest free number, which is this one.
            _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR)
        }
    }
}
