internal import CImageKernels
package import CPictureLibraries

// The libraries, each by the names of the interfaces whose declarations were compared, and what is called of them.

extension RuntimeLibrary {
    /// Libaom, version 3 of its binary interface.
    package static let aom = RuntimeLibrary("libaom.so.3")
    /// Libavif of Debian 12, of Debian 13 and of Ubuntu 22.04, each with an interface of its own.
    package static let avif = RuntimeLibrary(
        "libavif.so.15",
        "libavif.so.16",
        "libavif.so.13",
        beforeLoading: flipbook_leave_out_remarks
    )
    package static let heif = RuntimeLibrary("libheif.so.1")
    /// Libjxl, whose versions before 1 have each an interface of its own: the used parts are the same in these.
    package static let jxl = RuntimeLibrary(
        "libjxl.so.0.7",
        "libjxl.so.0.11",
        beforeLoading: flipbook_leave_out_remarks
    )
    /// LittleCMS: version 2 of its interface, since 2010.
    package static let lcms = RuntimeLibrary("liblcms2.so.2", isOpaque: true)
    /// OpenEXR 3.1 to 3.3's core.
    package static let openEXR = RuntimeLibrary("libOpenEXRCore-3_1.so.30")
    /// OpenEXR 3.1's library of C++.
    static let openEXRColors = RuntimeLibrary("libOpenEXR-3_1.so.30", isOpaque: true)
    /// Pango's part for cairo; what is called of it came in 1.18. What it is linked with is found through it.
    package static let pango = RuntimeLibrary("libpangocairo-1.0.so.0")
    /// Librsvg, since 2007; what is called of it came in 2.46. What it is linked with is found through it.
    package static let rsvg = RuntimeLibrary("librsvg-2.so.2")
    /// SDL 2, for windows; what is called of it came in 2.0.18.
    package static let sdl = RuntimeLibrary("libSDL2-2.0.so.0")
    /// Google's libwebp: version 7 of its interface, since 2018.
    package static let webP = RuntimeLibrary("libwebp.so.7", isOpaque: true)
}

// `nil` where the library is not installed.
extension AOMCalls { static let loaded: Self? = RuntimeLibrary.aom.calls(AOMCalls_names()) }
extension AVIFCalls { static let loaded: Self? = RuntimeLibrary.avif.calls(AVIFCalls_names()) }
extension HEIFCalls { static let loaded: Self? = RuntimeLibrary.heif.calls(HEIFCalls_names()) }
extension JXLCalls { static let loaded: Self? = RuntimeLibrary.jxl.calls(JXLCalls_names()) }
extension JXLColorCalls { static let loaded: Self? = RuntimeLibrary.jxl.calls(JXLColorCalls_names()) }
extension JXL07ColorCalls { static let loaded: Self? = RuntimeLibrary.jxl.calls(JXL07ColorCalls_names()) }
extension LCMSCalls { static let loaded: Self? = RuntimeLibrary.lcms.calls(LCMSCalls_names()) }
extension EXRCalls { static let loaded: Self? = RuntimeLibrary.openEXR.calls(EXRCalls_names()) }
extension ImfCalls { static let loaded: Self? = RuntimeLibrary.openEXRColors.calls(ImfCalls_names()) }
extension PangoCalls { package static let loaded: Self? = RuntimeLibrary.pango.calls(PangoCalls_names()) }
extension RSVGCalls { static let loaded: Self? = RuntimeLibrary.rsvg.calls(RSVGCalls_names()) }
extension WebPCalls { static let loaded: Self? = RuntimeLibrary.webP.calls(WebPCalls_names()) }

extension AVIFLayout {
    package static let loaded =
        switch RuntimeLibrary.avif.installedName {
        case "libavif.so.13": AVIF_LAYOUT_0_9
        case "libavif.so.15": AVIF_LAYOUT_0_11
        default: AVIF_LAYOUT_1
        }
}
