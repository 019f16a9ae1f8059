internal import CGStreamer

extension Pipeline {
    /// Has an element, mostly a muxer, write texts about the whole file. An element that writes none is left as it is.
    ///
    /// - Parameters:
    ///   - tags: GStreamer's names of the texts, such as `title`, and the texts.
    ///   - factory: What made the element, such as `qtmux`.
    package func write(tags: [(name: String, text: String)], with factory: String) {
        guard !tags.isEmpty, let element = elements.first(where: { $0.factory == factory }),
            g_type_check_instance_is_a(element.reference.cast(to: GTypeInstance.self), gst_tag_setter_get_type()) != 0,
            let list = gst_tag_list_new_empty()
        else { return }
        for (name, text) in tags {
            var value = GValue()
            g_value_init(&value, GType(G_TYPE_STRING_FUNDAMENTAL))
            g_value_set_string(&value, text)
            gst_tag_list_add_value(list, GST_TAG_MERGE_REPLACE, name, &value)
            g_value_unset(&value)
        }
        gst_tag_setter_merge_tags(OpaquePointer(element.reference.raw), list, GST_TAG_MERGE_REPLACE)
        gst_tag_list_unref(list)
    }
}
