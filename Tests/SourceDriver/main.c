// Drives a pipeline "ELEMENT ! appsink" by commands, and prints a line for each.
//
//   source-driver ELEMENT COMMAND ...
//
//   caps             waits for the end of a state change; prints width, height, format and rate
//   duration         prints nanoseconds, or none
//   pull             prints the next picture: place, time, duration, bytes and their checksum; or end
//   seek TIME        an accurate, flushing seek to nanoseconds; prints done or refused
//   state NAME       null, ready, paused or playing; prints done or failed
//   message          prints the first error or information that was posted, or none
#include <gst/app/gstappsink.h>
#include <gst/gst.h>
#include <stdio.h>
#include <string.h>

static GstElement *pipeline, *sink;

static void print_picture(GstSample *sample) {
    if (!sample) {
        puts("end");
        return;
    }
    GstBuffer *buffer = gst_sample_get_buffer(sample);
    GstMapInfo map;
    if (!gst_buffer_map(buffer, &map, GST_MAP_READ)) {
        puts("unreadable");
        return;
    }
    guint32 sum = 0;
    for (gsize index = 0; index < map.size; index++) sum = sum * 16777619u ^ map.data[index];
    printf("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %zu %08x\n", (gint64)GST_BUFFER_OFFSET(buffer),
           (gint64)GST_BUFFER_PTS(buffer), (gint64)GST_BUFFER_DURATION(buffer), map.size, sum);
    gst_buffer_unmap(buffer, &map);
    gst_sample_unref(sample);
}

static void print_caps(void) {
    // A state change that is under way has its end here.
    gst_element_get_state(pipeline, NULL, NULL, 20 * GST_SECOND);
    GstPad *pad = gst_element_get_static_pad(sink, "sink");
    GstCaps *caps = gst_pad_get_current_caps(pad);
    gst_object_unref(pad);
    if (!caps) {
        puts("none");
        return;
    }
    const GstStructure *fields = gst_caps_get_structure(caps, 0);
    gint width = 0, height = 0, numerator = 0, denominator = 1;
    gst_structure_get_int(fields, "width", &width);
    gst_structure_get_int(fields, "height", &height);
    gst_structure_get_fraction(fields, "framerate", &numerator, &denominator);
    printf("%d %d %s %d/%d\n", width, height, gst_structure_get_string(fields, "format"), numerator, denominator);
    gst_caps_unref(caps);
}

static void print_message(void) {
    GstBus *bus = gst_element_get_bus(pipeline);
    GstMessage *message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR | GST_MESSAGE_INFO);
    gst_object_unref(bus);
    if (!message) {
        puts("none");
        return;
    }
    GError *error = NULL;
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR)
        gst_message_parse_error(message, &error, NULL);
    else
        gst_message_parse_info(message, &error, NULL);
    puts(error->message);
    g_error_free(error);
    gst_message_unref(message);
}

static void set_state(const char *name) {
    GstState state = !strcmp(name, "null")     ? GST_STATE_NULL
                     : !strcmp(name, "ready")  ? GST_STATE_READY
                     : !strcmp(name, "paused") ? GST_STATE_PAUSED
                                               : GST_STATE_PLAYING;
    GstStateChangeReturn change = gst_element_set_state(pipeline, state);
    if (change == GST_STATE_CHANGE_ASYNC) change = gst_element_get_state(pipeline, NULL, NULL, 20 * GST_SECOND);
    puts(change == GST_STATE_CHANGE_FAILURE ? "failed" : "done");
}

static void run(const char *command) {
    gint64 number = 0;
    char word[16] = "";
    if (!strcmp(command, "caps")) {
        print_caps();
    } else if (!strcmp(command, "duration")) {
        if (gst_element_query_duration(pipeline, GST_FORMAT_TIME, &number))
            printf("%" G_GINT64_FORMAT "\n", number);
        else
            puts("none");
    } else if (!strcmp(command, "pull")) {
        print_picture(gst_app_sink_try_pull_sample(GST_APP_SINK(sink), 10 * GST_SECOND));
    } else if (sscanf(command, "seek %" G_GINT64_FORMAT, &number) == 1) {
        GstSeekFlags flags = GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE;
        puts(gst_element_seek_simple(pipeline, GST_FORMAT_TIME, flags, number) ? "done" : "refused");
    } else if (sscanf(command, "state %15s", word) == 1) {
        set_state(word);
    } else if (!strcmp(command, "message")) {
        print_message();
    } else {
        puts("unknown");
    }
}

int main(int count, char **arguments) {
    gst_init(&count, &arguments);
    if (count < 2) return 2;
    char *line = g_strdup_printf("%s ! appsink name=sink sync=false max-buffers=1", arguments[1]);
    GError *error = NULL;
    pipeline = gst_parse_launch(line, &error);
    if (!pipeline || error) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
    for (int index = 2; index < count; index++) run(arguments[index]);
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(sink);
    gst_object_unref(pipeline);
    g_free(line);
    return 0;
}
