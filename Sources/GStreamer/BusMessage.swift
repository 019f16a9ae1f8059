internal import CGStreamer
internal import Glibc

package enum BusMessage: Sendable {
    case endOfStream
    /// An element failed, so the pipeline delivers no more data.
    case error(PipelineError)
    /// An element reported a problem, but the pipeline continues.
    case warning(PipelineError)
    /// The user asked to close the window. Some sinks report an error instead.
    case closeRequested
    /// Each sink has received its first frame since a start or a flush.
    case prerolled

    init?(_ message: UnsafeMutablePointer<GstMessage>) {
        switch message.pointee.type {
        case GST_MESSAGE_EOS: self = .endOfStream
        case GST_MESSAGE_ERROR: self = .error(PipelineError(message, parsedBy: gst_message_parse_error))
        case GST_MESSAGE_WARNING: self = .warning(PipelineError(message, parsedBy: gst_message_parse_warning))
        case GST_MESSAGE_ASYNC_DONE: self = .prerolled
        default: return nil
        }
    }
}

package struct PipelineError: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case noSpaceLeft, cannotWrite, cannotOpen, other }

    package let kind: Kind
    package let element: String
    /// The message, in one sentence.
    package let message: String
    /// Details for developers, possibly empty.
    package let details: String

    /// The system's `errno`, or `nil` if unknown. GStreamer reports it only as text at the end of the details.
    package var systemCode: Int32? { (1...133).first { details.hasSuffix(String(cString: strerror($0))) } }

    /// A Boolean value that indicates whether an element rejected all formats. GStreamer reports this only in the details.
    package var isRefusal: Bool { details.contains("not-negotiated") }

    init(element: String, message: String) {
        (kind, self.element, self.message, details) = (.other, element, message, "")
    }

    init(
        _ message: UnsafeMutablePointer<GstMessage>,
        parsedBy parse: (
            UnsafeMutablePointer<GstMessage>?,
            UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
            UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?
        ) -> Void
    ) {
        var error: UnsafeMutablePointer<GError>?
        var debug: UnsafeMutablePointer<gchar>?
        parse(message, &error, &debug)
        defer {
            g_clear_error(&error)
            g_free(debug)
        }
        self.message = error.map { String(cString: $0.pointee.message) } ?? "unknown error"
        details = debug.map { String(cString: $0) } ?? ""
        let name = message.pointee.src.flatMap { gst_object_get_name($0) }
        defer { g_free(name) }
        element = name.map { String(cString: $0) } ?? "pipeline"
        let isOfResource = error?.pointee.domain == gst_resource_error_quark()
        let code = error.map { GstResourceError(rawValue: UInt32(bitPattern: $0.pointee.code)) }
        kind =
            switch isOfResource ? code : nil {
            case GST_RESOURCE_ERROR_NO_SPACE_LEFT: .noSpaceLeft
            case GST_RESOURCE_ERROR_WRITE, GST_RESOURCE_ERROR_OPEN_WRITE, GST_RESOURCE_ERROR_CLOSE: .cannotWrite
            case GST_RESOURCE_ERROR_NOT_FOUND, GST_RESOURCE_ERROR_OPEN_READ_WRITE, GST_RESOURCE_ERROR_BUSY: .cannotOpen
            default: .other
            }
    }
}
