import FlipbookImaging

/// The Debian and Ubuntu packages that contain GStreamer elements and libraries.
///
/// Source: the field `Gstreamer-Elements` in the package descriptions (Debian 12); `gstreamer1.0-gtk4` is in Debian 13.
package enum DebianPackage {
    package static func containing(element: String) -> String? {
        packages[element.hasSuffix(" of GStreamer") ? String(element.dropLast(" of GStreamer".count)) : element]
    }

    private static let packages = Dictionary(
        uniqueKeysWithValues: table.split { ";\n".contains($0) }.flatMap { row in
            let parts = row.split(separator: ": ").map { String($0.drop { $0 == " " }) }
            return parts[1].split(separator: ", ").map { (String($0), parts[0]) }
        }
    )

    /// The elements and libraries of each package. Since Debian 13, libheif's decoder has its own package.
    private static let table = """
        gstreamer1.0-plugins-ugly: x264enc
        gstreamer1.0-libav: avenc_ffv1, avenc_prores_ks, avenc_aac, avdec_h264, avdec_h265, avdec_vp9, avdec_vp8, \
        avdec_ffv1, avdec_prores
        gstreamer1.0-plugins-bad: x265enc, h265parse, av1enc, av1parse, av1dec, vp9parse, vp9alphadecodebin, \
        vp8alphadecodebin, waylandsink, gtkwaylandsink, fbdevsink, kmssink, dfbvideosink, vulkansink, \
        decklinkvideosink, fakevideosink, fpsdisplaysink, intervideosink
        gstreamer1.0-plugins-good: mp4mux, qtmux, qtdemux, matroskamux, matroskademux, webmmux, vp9enc, vp8enc, \
        flacenc, vp9dec, vp8dec, pngdec, capssetter, autoaudiosink, autovideosink, aasink, cacasink, gdkpixbufsink, \
        v4l2sink
        gstreamer1.0-plugins-base: appsrc, appsink, videoconvert, videoconvertscale, videoscale, decodebin, \
        audioconvert, audioresample, vorbisenc
        gstreamer1.0-x: ximagesink, xvimagesink; gstreamer1.0-gl: glimagesink, glimagesinkelement, glsinkbin
        gstreamer1.0-pulseaudio: pulsesink; gstreamer1.0-alsa: alsasink; gstreamer1.0-gtk3: gtksink, gtkglsink
        gstreamer1.0-gtk4: gtk4paintablesink; gstreamer1.0-vaapi: vaapisink; gstreamer1.0-pipewire: pipewiresink
        libsdl2-2.0-0: libSDL2-2.0.so.0; libwebp7: libwebp.so.7; liblcms2-2: liblcms2.so.2; libheif1: libheif.so.1
        libheif-plugin-libde265: libheif's HEVC decoder; libjxl0.7: libjxl.so.0.7; libavif15: libavif.so.15
        librsvg2-2: librsvg-2.so.2; libpangocairo-1.0-0: libpangocairo-1.0.so.0
        libopenexr-3-1-30: libOpenEXRCore-3_1.so.30; libgstreamer1.0-0: filesrc, fdsink, fakesink, filesink
        """

    static func installing(_ element: String) -> String? {
        guard let package = containing(element: element) else { return nil }
        let later = RuntimeLibrary.version(after: element).map { "; \($0) is newer than Flipbook supports" }
        return installing(package: package) + (later ?? "")
    }

    static func installing(package: String) -> String { "install it with 'apt install \(package)' (Debian, Ubuntu)" }
}

package struct MissingPart: Encodable {
    let library: String
    package let package: String?

    package init(_ library: String) { (self.library, package) = (library, DebianPackage.containing(element: library)) }
}

extension RuntimeLibrary { package var lacking: [MissingPart] { isInstalled ? [] : [MissingPart(name)] } }

extension ImageFormat { package var lacking: [MissingPart] { missingLibrary.map { [MissingPart($0)] } ?? [] } }

extension [MissingPart] {
    package var packages: [String] { Set(compactMap(\.package)).sorted() }

    /// The remedy, such as `apt install libwebp7`, or the name of the missing part if its package is unknown. `nil` if nothing
    /// is missing.
    package var advice: String? {
        first.map { packages.isEmpty ? "\($0.library) is missing" : "apt install \(packages.joined(separator: " "))" }
    }

    package var words: String { isEmpty ? "" : map(\.library).joined(separator: ", ") + " missing" }
}
