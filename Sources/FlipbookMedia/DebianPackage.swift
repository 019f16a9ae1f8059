/// Which package of Debian and Ubuntu has a GStreamer element that Flipbook uses.
enum DebianPackage {
    /// The package with `element`; `nil` for an element that is not one of ours.
    static func containing(element: String) -> String? {
        switch element {
        case "x264enc": "gstreamer1.0-plugins-ugly"
        case "avenc_ffv1": "gstreamer1.0-libav"
        case "mp4mux", "qtdemux", "matroskamux", "matroskademux", "autovideosink": "gstreamer1.0-plugins-good"
        case "appsrc", "appsink", "videoconvert", "videoconvertscale", "videoscale": "gstreamer1.0-plugins-base"
        case "ximagesink", "xvimagesink": "gstreamer1.0-x"
        case "glimagesink": "gstreamer1.0-gl"
        case "waylandsink", "fbdevsink", "kmssink": "gstreamer1.0-plugins-bad"
        case "gtksink", "gtkglsink": "gstreamer1.0-gtk3"
        case "filesrc", "fdsink", "fakesink", "filesink": "libgstreamer1.0-0"
        default: nil
        }
    }
}
