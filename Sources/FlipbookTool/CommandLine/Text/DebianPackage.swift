import FlipbookFiles
import FlipbookImaging

/// Which package of Debian and Ubuntu has a GStreamer element that Flipbook uses, or can show frames in.
///
/// After the lists of elements in the packages' own descriptions (`Gstreamer-Elements`, Debian 12); `gstreamer1.0-gtk4` is in Debian 13.
package enum DebianPackage {
    /// The package with `element`, which may be called one of GStreamer; `nil` for an element that we do not know.
    package static func containing(element: String) -> String? {
        switch element.hasSuffix(" of GStreamer") ? String(element.dropLast(" of GStreamer".count)) : element {
        case "x264enc": "gstreamer1.0-plugins-ugly"
        case "avenc_ffv1", "avenc_prores_ks", "avenc_aac", "avdec_h264", "avdec_h265", "avdec_vp9", "avdec_vp8",
            "avdec_ffv1",
            "avdec_prores":
            "gstreamer1.0-libav"
        case "x265enc", "h265parse", "av1enc", "av1parse", "av1dec", "vp9parse", "vp9alphadecodebin",
            "vp8alphadecodebin":
            "gstreamer1.0-plugins-bad"
        case "mp4mux", "qtmux", "qtdemux", "matroskamux", "matroskademux", "webmmux", "vp9enc", "vp8enc", "flacenc",
            "vp9dec", "vp8dec", "pngdec", "capssetter":
            "gstreamer1.0-plugins-good"
        case "appsrc", "appsink", "videoconvert", "videoconvertscale", "videoscale", "decodebin", "audioconvert",
            "audioresample", "vorbisenc":
            "gstreamer1.0-plugins-base"
        case "ximagesink", "xvimagesink": "gstreamer1.0-x"
        case "glimagesink", "glimagesinkelement", "glsinkbin": "gstreamer1.0-gl"
        case "pulsesink": "gstreamer1.0-pulseaudio"
        case "alsasink": "gstreamer1.0-alsa"
        case "autoaudiosink", "autovideosink", "aasink", "cacasink", "gdkpixbufsink", "v4l2sink":
            "gstreamer1.0-plugins-good"
        case "waylandsink", "gtkwaylandsink", "fbdevsink", "kmssink", "dfbvideosink", "vulkansink", "decklinkvideosink",
            "fakevideosink", "fpsdisplaysink", "intervideosink":
            "gstreamer1.0-plugins-bad"
        case "gtksink", "gtkglsink": "gstreamer1.0-gtk3"
        case "gtk4paintablesink": "gstreamer1.0-gtk4"
        case "qmlglsink": "gstreamer1.0-qt5"
        case "qml6glsink": "gstreamer1.0-qt6"
        case "vaapisink": "gstreamer1.0-vaapi"
        case "pipewiresink": "gstreamer1.0-pipewire"
        case "clutterautovideosink", "cluttersink": "gstreamer1.0-clutter-3.0"
        case "libwebp.so.7": "libwebp7"
        case "liblcms2.so.2": "liblcms2-2"
        case "libheif.so.1": "libheif1"
        // Of their own in Debian 13.
        case "libheif's decoder of AV1": "libheif-plugin-dav1d"
        case "libheif's decoder of HEVC": "libheif-plugin-libde265"
        case "libheif's encoder of AV1": "libheif-plugin-aomenc"
        case "libjxl.so.0.7": "libjxl0.7"
        case "libavif.so.15": "libavif15"
        case "librsvg-2.so.2": "librsvg2-2"
        case "libpangocairo-1.0.so.0": "libpangocairo-1.0-0"
        case "libOpenEXRCore-3_1.so.30": "libopenexr-3-1-30"
        case "filesrc", "fdsink", "fakesink", "filesink": "libgstreamer1.0-0"
        default: nil
        }
    }

    /// How to install the package with `element`, a part of a sentence; `nil` where we know none.
    static func installing(_ element: String) -> String? {
        guard let package = containing(element: element) else { return nil }
        let later = RuntimeLibrary.version(after: element).map { ", since \($0) is newer than what Flipbook knows" }
        return installing(package: package) + (later ?? "")
    }

    /// How to install a package, a part of a sentence.
    static func installing(package: String) -> String { "install it with 'apt install \(package)' (Debian, Ubuntu)" }
}
