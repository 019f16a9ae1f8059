import Glibc

/// What a program that shows a window settles for its whole process, before its first ``Player``. A library must not.
extension Display {
    /// Has plugins look for the window system that is there only.
    package static func prepareProcess() {
        if current.wayland == nil, current.x11 != nil {
            // GL's sink would try Wayland first, whose library calls it an error that there is none.
            setenv("GST_GL_WINDOW", "x11", 0)
        }
    }
}
