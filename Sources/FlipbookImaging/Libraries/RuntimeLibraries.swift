internal import CImageKernels
package import CPictureLibraries

extension RuntimeLibrary {
    package static let aom = RuntimeLibrary("libaom.so.3")
    /// libavif in Debian 12, Debian 13, and Ubuntu 22.04. Its interface differs between them.
    package static let avif =
        RuntimeLibrary("libavif.so.15", "libavif.so.16", "libavif.so.13", beforeLoading: flipbook_leave_out_remarks)
    package static let heif = RuntimeLibrary("libheif.so.1")
    /// libjxl. Its interface varied before version 1, but the functions that Flipbook uses are the same in these versions.
    package static let jxl =
        RuntimeLibrary("libjxl.so.0.7", "libjxl.so.0.11", beforeLoading: flipbook_leave_out_remarks)
    /// LittleCMS with interface version 2, in use since 2010.
    package static let lcms = RuntimeLibrary("liblcms2.so.2", isOpaque: true)
    /// OpenEXR's core library, versions 3.1 to 3.3.
    package static let openEXR = RuntimeLibrary("libOpenEXRCore-3_1.so.30")
    static let openEXRColors = RuntimeLibrary("libOpenEXR-3_1.so.30", isOpaque: true)
    /// Pango's cairo backend, 1.18 or later. It also provides the functions of the libraries that it is linked with.
    package static let pango = RuntimeLibrary("libpangocairo-1.0.so.0")
    /// librsvg, 2.46 or later. It also provides the functions of the libraries that it is linked with.
    package static let rsvg = RuntimeLibrary("librsvg-2.so.2")
    /// SDL 2.0.18 or later, for windows.
    package static let sdl = RuntimeLibrary("libSDL2-2.0.so.0")
    /// libwebp with interface version 7, in use since 2018.
    package static let webP = RuntimeLibrary("libwebp.so.7", isOpaque: true)
}

// The functions of each library, or `nil` if the library is not installed.
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
        ["libavif.so.13": AVIF_LAYOUT_0_9, "libavif.so.15": AVIF_LAYOUT_0_11][RuntimeLibrary.avif.installedName ?? ""]
        ?? AVIF_LAYOUT_1
}
