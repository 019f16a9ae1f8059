// The flipbooksrc element: an image sequence as raw video, with exact times.
#include <gst/base/gstpushsrc.h>
#include <gst/gst.h>

#include "FlipbookSource.h"

#define PACKAGE "flipbook"
#define TYPE_FLIPBOOK_SRC (flipbook_src_get_type())

G_DECLARE_FINAL_TYPE(FlipbookSrc, flipbook_src, FLIPBOOK, SRC, GstPushSrc)

struct _FlipbookSrc {
    GstPushSrc parent;
    /// The values of the location and of the other properties, in order. An unset value is NULL.
    gchar *location;
    gchar **values;
    void *sequence;
    flipbook_description description;
};

G_DEFINE_TYPE(FlipbookSrc, flipbook_src, GST_TYPE_PUSH_SRC)

enum { PROPERTY_LOCATION = 1, PROPERTY_FIRST_OPTION };

/// The properties other than the location: the command's options, terminated by an entry without a name.
static flipbook_property *options;
static size_t option_count;

static GstStaticPadTemplate pad_template = GST_STATIC_PAD_TEMPLATE(
    "src", GST_PAD_SRC, GST_PAD_ALWAYS,
    GST_STATIC_CAPS("video/x-raw, format = (string) { RGBA, RGBA64_LE }, width = (int) [ 1, max ], "
                    "height = (int) [ 1, max ], framerate = (fraction) [ 0, max ]"));

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    FlipbookSrc *self = FLIPBOOK_SRC(object);
    gchar **place = id == PROPERTY_LOCATION ? &self->location : &self->values[id - PROPERTY_FIRST_OPTION];
    GST_OBJECT_LOCK(self);
    g_free(*place);
    if (G_VALUE_HOLDS_BOOLEAN(value)) *place = g_strdup(g_value_get_boolean(value) ? "true" : "false");
    else *place = g_value_dup_string(value);
    GST_OBJECT_UNLOCK(self);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    FlipbookSrc *self = FLIPBOOK_SRC(object);
    GST_OBJECT_LOCK(self);
    const gchar *text = id == PROPERTY_LOCATION ? self->location : self->values[id - PROPERTY_FIRST_OPTION];
    if (G_VALUE_HOLDS_BOOLEAN(value)) g_value_set_boolean(value, g_strcmp0(text, "true") == 0);
    else g_value_set_string(value, text);
    GST_OBJECT_UNLOCK(self);
}

static void finalize(GObject *object) {
    FlipbookSrc *self = FLIPBOOK_SRC(object);
    g_free(self->location);
    for (size_t index = 0; index < option_count; index++) g_free(self->values[index]);
    g_free(self->values);
    G_OBJECT_CLASS(flipbook_src_parent_class)->finalize(object);
}

static void post_error(FlipbookSrc *self, flipbook_outcome outcome, char *message) {
    const char *text = message ? message : "";
    if (outcome == FLIPBOOK_WRONG_INPUT) GST_ELEMENT_ERROR(self, STREAM, WRONG_TYPE, ("%s", text), (NULL));
    else GST_ELEMENT_ERROR(self, RESOURCE, READ, ("%s", text), (NULL));
    free(message);
}

static gboolean start(GstBaseSrc *source) {
    FlipbookSrc *self = FLIPBOOK_SRC(source);
    if (!self->location || !*self->location) {
        GST_ELEMENT_ERROR(self, RESOURCE, NOT_FOUND,
                          ("Set the property location to a folder, a pattern such as walk.####.png, an animated file, a video, a sprite sheet, or a manifest."),
                          (NULL));
        return FALSE;
    }
    const char **names = g_new(const char *, option_count + 1);
    for (size_t index = 0; index < option_count; index++) names[index] = options[index].name;
    char *message = NULL;
    flipbook_outcome outcome = flipbook_open(self->location, names, (const char *const *)self->values, option_count,
                                             &self->sequence, &self->description, &message);
    g_free(names);
    if (outcome != FLIPBOOK_DONE) {
        post_error(self, outcome, message);
        return FALSE;
    }
    if (message) {
        GST_ELEMENT_INFO(self, STREAM, FORMAT, ("%s", message), (NULL));
        free(message);
    }
    return TRUE;
}

static gboolean stop(GstBaseSrc *source) {
    FlipbookSrc *self = FLIPBOOK_SRC(source);
    if (self->sequence) flipbook_close(self->sequence);
    self->sequence = NULL;
    return TRUE;
}

static GstCaps *get_caps(GstBaseSrc *source, GstCaps *filter) {
    FlipbookSrc *self = FLIPBOOK_SRC(source);
    GstCaps *caps;
    if (self->sequence) {
        const flipbook_description *it = &self->description;
        caps = gst_caps_new_simple("video/x-raw", "format", G_TYPE_STRING, it->is_deep ? "RGBA64_LE" : "RGBA", "width",
                                   G_TYPE_INT, it->width, "height", G_TYPE_INT, it->height, "framerate", GST_TYPE_FRACTION,
                                   it->rate_numerator, it->rate_denominator, "pixel-aspect-ratio", GST_TYPE_FRACTION, 1, 1,
                                   "interlace-mode", G_TYPE_STRING, "progressive", "colorimetry", G_TYPE_STRING, "sRGB", NULL);
    } else {
        caps = gst_static_pad_template_get_caps(&pad_template);
    }
    if (filter) {
        GstCaps *common = gst_caps_intersect_full(filter, caps, GST_CAPS_INTERSECT_FIRST);
        gst_caps_unref(caps);
        caps = common;
    }
    return caps;
}

static gboolean is_seekable(GstBaseSrc *source) { return TRUE; }

static gboolean do_seek(GstBaseSrc *source, GstSegment *segment) {
    FlipbookSrc *self = FLIPBOOK_SRC(source);
    if (segment->rate < 0) {
        GST_WARNING_OBJECT(self, "reverse playback is not supported");
        return FALSE;
    }
    flipbook_seek(self->sequence, (int64_t)segment->position);
    segment->time = segment->start;
    return TRUE;
}

static gboolean query(GstBaseSrc *source, GstQuery *query) {
    FlipbookSrc *self = FLIPBOOK_SRC(source);
    GstFormat format;
    if (GST_QUERY_TYPE(query) == GST_QUERY_DURATION && self->sequence) {
        gst_query_parse_duration(query, &format, NULL);
        if (format == GST_FORMAT_TIME && self->description.duration >= 0) {
            gst_query_set_duration(query, format, self->description.duration);
            return TRUE;
        }
    }
    return GST_BASE_SRC_CLASS(flipbook_src_parent_class)->query(source, query);
}

static gboolean unlock(GstBaseSrc *source) {
    FlipbookSrc *self = FLIPBOOK_SRC(source);
    if (self->sequence) flipbook_interrupt(self->sequence, true);
    return TRUE;
}

static gboolean unlock_stop(GstBaseSrc *source) {
    FlipbookSrc *self = FLIPBOOK_SRC(source);
    if (self->sequence) flipbook_interrupt(self->sequence, false);
    return TRUE;
}

static GstFlowReturn create(GstPushSrc *source, GstBuffer **buffer) {
    FlipbookSrc *self = FLIPBOOK_SRC(source);
    flipbook_picture picture;
    char *message = NULL;
    flipbook_outcome outcome = flipbook_next(self->sequence, &picture, &message);
    switch (outcome) {
    case FLIPBOOK_DONE: break;
    case FLIPBOOK_END: return GST_FLOW_EOS;
    case FLIPBOOK_INTERRUPTED: return GST_FLOW_FLUSHING;
    default: post_error(self, outcome, message); return GST_FLOW_ERROR;
    }
    *buffer = gst_buffer_new_wrapped_full(GST_MEMORY_FLAG_READONLY, (gpointer)picture.bytes, picture.size, 0, picture.size,
                                          picture.owner, flipbook_picture_release);
    GST_BUFFER_PTS(*buffer) = (GstClockTime)picture.presentation_time;
    GST_BUFFER_DURATION(*buffer) = picture.duration > 0 ? (GstClockTime)picture.duration : GST_CLOCK_TIME_NONE;
    GST_BUFFER_OFFSET(*buffer) = (guint64)picture.index;
    GST_BUFFER_OFFSET_END(*buffer) = (guint64)picture.index + 1;
    return GST_FLOW_OK;
}

static void flipbook_src_init(FlipbookSrc *self) {
    self->values = g_new0(gchar *, option_count + 1);
    gst_base_src_set_format(GST_BASE_SRC(self), GST_FORMAT_TIME);
    gst_base_src_set_live(GST_BASE_SRC(self), FALSE);
}

static void install_properties(GObjectClass *object_class) {
    const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY;
    g_object_class_install_property(
        object_class, PROPERTY_LOCATION,
        g_param_spec_string("location", "Location",
                            "A folder, a pattern such as walk.####.png, an animated file, a video, a sprite sheet, or a manifest.", NULL,
                            flags));
    flipbook_property property;
    while (flipbook_property_at(option_count, &property)) option_count++;
    options = g_new0(flipbook_property, option_count + 1);
    for (size_t index = 0; index < option_count; index++) {
        flipbook_property_at(index, &options[index]);
        const flipbook_property *option = &options[index];
        GParamSpec *spec = option->is_flag ? g_param_spec_boolean(option->name, option->name, option->help, FALSE, flags)
                                           : g_param_spec_string(option->name, option->name, option->help, NULL, flags);
        g_object_class_install_property(object_class, PROPERTY_FIRST_OPTION + index, spec);
    }
}

static void flipbook_src_class_init(FlipbookSrcClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->finalize = finalize;
    install_properties(object_class);

    GstElementClass *element_class = GST_ELEMENT_CLASS(class);
    gst_element_class_set_static_metadata(element_class, "Image sequence source", "Source/Video",
                                          "Provides the frames of an image sequence or a manifest at their exact times",
                                          "Flipbook's authors");
    gst_element_class_add_static_pad_template(element_class, &pad_template);

    GstBaseSrcClass *source_class = GST_BASE_SRC_CLASS(class);
    source_class->start = start;
    source_class->stop = stop;
    source_class->get_caps = get_caps;
    source_class->is_seekable = is_seekable;
    source_class->do_seek = do_seek;
    source_class->query = query;
    source_class->unlock = unlock;
    source_class->unlock_stop = unlock_stop;
    GST_PUSH_SRC_CLASS(class)->create = create;
}

static gboolean plugin_init(GstPlugin *plugin) {
    return gst_element_register(plugin, "flipbooksrc", GST_RANK_NONE, TYPE_FLIPBOOK_SRC);
}

GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, flipbook, "Sequences of images", plugin_init, "0.2.0", "Apache 2.0",
                  "Flipbook", "https://github.com/flipbook/flipbook")
