internal import CGStreamer
internal import Synchronization

extension Pipeline {
    /// Sets properties of the first element of a factory once `count` buffers have come to it, before the next one does.
    ///
    /// GLib warns of a value that the element does not take, and leaves it out.
    package func set(_ properties: [ElementGraph.Property], of factory: String, afterBuffers count: Int) {
        guard let element = elements.first(where: { $0.factory == factory }),
            let pad = gst_element_get_static_pad(element.pointer, "sink")
        else { return }
        gst_pad_add_probe(
            pad,
            GST_PAD_PROBE_TYPE_BUFFER,
            countBuffer,
            Unmanaged.passRetained(PropertyChange(properties, afterBuffers: count)).toOpaque(),
            { Unmanaged<PropertyChange>.fromOpaque($0!).release() }
        )
        gst_object_unref(pad)
    }
}

/// What is set, and when, for C to keep. It does not hold the element, whose pad holds it.
private final class PropertyChange: Sendable {
    private let properties: [ElementGraph.Property]
    private let countDown: Mutex<Int>

    init(_ properties: [ElementGraph.Property], afterBuffers count: Int) {
        self.properties = properties
        countDown = Mutex(count)
    }

    /// Counts a buffer that comes to the element of a pad; returns whether it was the one before which the properties are set.
    func count(at pad: UnsafeMutablePointer<GstPad>) -> Bool {
        let isDue = countDown.withLock { rest in
            defer { rest -= 1 }
            return rest == 0
        }
        guard isDue else { return false }
        guard let element = gst_pad_get_parent_element(pad) else { return true }
        let object = UnsafeMutableRawPointer(element)
        for property in properties {
            gst_util_set_object_arg(object.assumingMemoryBound(to: GObject.self), property.name, property.value)
        }
        gst_object_unref(object)
        return true
    }
}

private let countBuffer:
    @convention(c) (UnsafeMutablePointer<GstPad>?, UnsafeMutablePointer<GstPadProbeInfo>?, gpointer?)
        -> GstPadProbeReturn = { pad, _, context in
            guard let pad, let context else { return GST_PAD_PROBE_OK }
            let isDone = Unmanaged<PropertyChange>.fromOpaque(context).takeUnretainedValue().count(at: pad)
            return isDone ? GST_PAD_PROBE_REMOVE : GST_PAD_PROBE_OK
        }
