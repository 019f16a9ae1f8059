import FlipbookCore
package import FlipbookImaging
import GStreamer

extension ImageCodec {
    /// Videos, by GStreamer: each of a file's pictures is a frame, shown for as long as the file says.
    package static let video = ImageCodec(
        "video",
        extensions: ["mp4", "m4v", "mov", "mkv", "webm", "avi"],
        matches: { VideoContainer($0) != nil },
        openFile: { (path, request) throws(ImageError) in try VideoSession(path, request) }
    ).decoding(by: "GStreamer")

    /// Loads what decodes videos, for a process that gives up reading other files than its inputs afterwards. What cannot be
    /// loaded is missing when a video is opened.
    package static func prepareForVideos() {
        do throws(MachineShortage) {
            try VideoSession.checkRoom()
            VideoReader.loadElements()
        } catch {
            // So does each video when it is opened.
        }
    }
}

extension ImageCodecs {
    /// The table with videos, which GStreamer reads.
    package var withVideos: ImageCodecs { adding(.video) }
}
