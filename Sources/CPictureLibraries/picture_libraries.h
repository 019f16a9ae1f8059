// What we call of libraries that are loaded at run time: the program is built without their headers.
//
// Each part is true of the versions whose names RuntimeLibrary has: libheif.so.1, libavif.so.15, libjxl.so.0.7 and .0.11,
// librsvg-2.so.2, libcairo.so.2 and libpangocairo-1.0.so.0, libOpenEXRCore-3_1.so.30, libaom.so.3. Objects are opaque; structures have the fields that those
// versions have.
#pragma once

#include <stddef.h>
#include <stdint.h>

// libheif: every call returns an error, 0 for none.

struct heif_outcome {
    int code;
    int detail;
    const char *message;
};

enum { HEIF_AV1 = 4 };
// The kinds of an error that mean that there is no decoder of a picture.
enum { HEIF_UNSUPPORTED = 4, HEIF_NO_CODER = 3000 };
// The kind that a decoder reports where it gets no memory, among other reasons.
enum { HEIF_DECODER_FAILED = 7 };
// That of too little memory, but for a picture that is beyond the library's own limits.
enum { HEIF_NO_MEMORY = 6, HEIF_BEYOND_LIMITS = 1000 };
enum { HEIF_SPACE_RGB = 1, HEIF_RGBA = 11, HEIF_RGBA_16_LITTLE = 15, HEIF_INTERLEAVED = 10 };
// As the file has it: luma and chroma in planes, mostly.
enum { HEIF_SPACE_YCBCR = 0, HEIF_420 = 1, HEIF_422 = 2, HEIF_444 = 3, HEIF_OWN = 99 };
enum { HEIF_LUMA = 0, HEIF_BLUE_DIFFERENCE = 1, HEIF_RED_DIFFERENCE = 2, HEIF_ALPHA = 6 };

// What the numbers mean, by the code points of ITU-T H.273; the structure goes on.
struct heif_code_points {
    uint8_t version;
    int primaries, transfer, matrix;
    uint8_t is_full_range;
};

typedef void *(*heif_context_make)(void);
typedef void (*heif_release)(void *object);
typedef struct heif_outcome (*heif_context_read)(void *context, const void *bytes, size_t count, const void *options);
typedef struct heif_outcome (*heif_context_primary)(void *context, void **handle);
typedef int (*heif_number)(const void *object);
typedef int (*heif_plane_size)(const void *image, int channel);
typedef struct heif_outcome (*heif_decode)(const void *handle, void **image, int space, int layout, const void *options);
typedef uint32_t (*heif_version)(void);
typedef struct heif_outcome (*heif_points_read)(const void *image, struct heif_code_points **points);
typedef const uint8_t *(*heif_plane_read)(const void *image, int channel, int *bytes_per_row);
typedef struct heif_outcome (*heif_image_make)(int width, int height, int space, int layout, void **image);
typedef struct heif_outcome (*heif_image_add)(void *image, int channel, int width, int height, int bits);
typedef uint8_t *(*heif_plane_write)(void *image, int channel, int *bytes_per_row);
typedef struct heif_outcome (*heif_encoder_find)(void *context, int format, void **encoder);
typedef struct heif_outcome (*heif_encoder_set)(void *encoder, int value);
typedef struct heif_outcome (*heif_encoder_set_text)(void *encoder, const char *name, const char *value);
typedef struct heif_outcome (*heif_encode)(void *context, const void *image, void *encoder, const void *options, void **handle);

typedef struct heif_outcome (*heif_add_text)(void *context, const void *handle, const void *bytes, int count);

struct heif_output {
    int version;
    struct heif_outcome (*write)(void *context, const void *bytes, size_t count, void *target);
};
typedef struct heif_outcome (*heif_context_write_to)(void *context, struct heif_output *output, void *target);

// libjxl.

struct jxl_layout {
    uint32_t channels;
    int type;
    int byte_order;
    size_t alignment;
};

enum { JXL_8_BITS = 2, JXL_16_BITS = 3, JXL_LITTLE_ENDIAN_ORDER = 1 };
enum { JXL_MORE_INPUT = 2, JXL_WANTS_PIXELS = 5, JXL_INFO = 0x40, JXL_COLOR = 0x100, JXL_PIXELS = 0x1000 };
enum { JXL_MORE_OUTPUT = 2, JXL_EFFORT = 0 };
enum { JXL_DONE = 0, JXL_FRAME = 0x400 };

struct jxl_info {
    int has_container;
    uint32_t width, height;
    uint32_t bits, exponent_bits;
    float brightest, darkest;
    int is_relative;
    float linear_below;
    int keeps_profile, has_preview, is_animated;
    int orientation;
    uint32_t color_channels, extra_channels, alpha_bits, alpha_exponent_bits;
    int is_premultiplied;
    uint32_t preview_width, preview_height;
    uint32_t ticks, ticks_divisor, loops;
    int has_time_codes;
    uint32_t shown_width, shown_height;
    uint8_t reserved[100];
};

// What precedes a picture of an animation.
struct jxl_frame {
    uint32_t ticks, time_code, name_length;
    int is_last;
    int is_cropped;
    int32_t x, y;
    uint32_t width, height;
    uint32_t blending, blended_with, blending_alpha;
    int is_clamped;
    uint32_t kept_as;
};

// Larger than any version's: sRGB is filled in by the library.
struct jxl_color {
    uint8_t bytes[512];
};

// How the numbers of a picture stand for light, by the code points of ITU-T H.273 where it has them.
struct jxl_encoding {
    int space, white_point;
    double white[2];
    int primaries;
    double red[2], green[2], blue[2];
    int transfer;
    double power;
    int intent;
};

enum { JXL_RGB = 0, JXL_GRAY = 1, JXL_DAYLIGHT = 1, JXL_SRGB_PRIMARIES = 1, JXL_OF_PIXELS = 1 };
enum { JXL_UNKNOWN_TRANSFER = 2, JXL_POWER = 65535, JXL_FIRST_WITHOUT_LAYOUT = 9000 };

typedef void *(*jxl_make)(const void *memory);
typedef void (*jxl_act)(void *object);
typedef int (*jxl_set)(void *object, int value);
typedef int (*jxl_input)(void *decoder, const uint8_t *bytes, size_t count);
typedef int (*jxl_process)(void *decoder);
typedef int (*jxl_get_info)(const void *decoder, struct jxl_info *info);
// The first versions take a layout that they do not use.
typedef int (*jxl_target)(void *decoder, const struct jxl_layout *layout, void *pixels, size_t count);
// A box of a file beside its pictures, whose type has four letters.
typedef int (*jxl_use_boxes)(void *encoder);
typedef int (*jxl_add_box)(void *encoder, const char *type, const uint8_t *bytes, size_t count, int is_packed);
typedef void (*jxl_fill_info)(struct jxl_info *info);
typedef int (*jxl_use_info)(void *encoder, const struct jxl_info *info);
typedef void (*jxl_fill_color)(struct jxl_color *color, int is_gray);
typedef int (*jxl_use_color)(void *encoder, const struct jxl_color *color);
typedef void *(*jxl_make_settings)(void *encoder, const void *source);
typedef int (*jxl_set_number)(void *settings, float value);
typedef int (*jxl_set_option)(void *settings, int option, int64_t value);
typedef int (*jxl_add)(const void *settings, const struct jxl_layout *layout, const void *pixels, size_t count);
typedef void (*jxl_fill_frame)(struct jxl_frame *frame);
typedef int (*jxl_use_frame)(void *settings, const struct jxl_frame *frame);
typedef int (*jxl_get_frame)(const void *decoder, struct jxl_frame *frame);
typedef uint32_t (*jxl_version)(void);
// Versions before 0.9 take a layout that they do not use.
typedef int (*jxl_get_encoding)(const void *decoder, int target, struct jxl_encoding *encoding);
typedef int (*jxl_get_encoding_0_7)(
    const void *decoder, const struct jxl_layout *unused, int target, struct jxl_encoding *encoding);
typedef int (*jxl_get_profile_length)(const void *decoder, int target, size_t *count);
typedef int (*jxl_get_profile_length_0_7)(
    const void *decoder, const struct jxl_layout *unused, int target, size_t *count);
typedef int (*jxl_get_profile)(const void *decoder, int target, uint8_t *bytes, size_t count);
typedef int (*jxl_get_profile_0_7)(
    const void *decoder, const struct jxl_layout *unused, int target, uint8_t *bytes, size_t count);
typedef int (*jxl_output)(void *encoder, uint8_t **next, size_t *room);

// libavif: every call returns a result, 0 for none.

struct avif_data {
    uint8_t *bytes;
    size_t count;
};

// The beginning of the library's own structure, which it makes itself.
struct avif_image {
    uint32_t width, height, depth;
    int layout, range, chroma_place;
    uint8_t *planes[3];
    uint32_t bytes_per_row[3];
    int owns_planes;
    uint8_t *alpha;
    uint32_t alpha_bytes_per_row;
    int owns_alpha, is_premultiplied;
    struct avif_data profile;
    uint16_t primaries, transfer, matrix;
};

struct avif_pixels {
    uint32_t width, height, depth;
    int format, upsampling, downsampling, avoids_libyuv, ignores_alpha, is_premultiplied, is_float;
    uint8_t *bytes;
    uint32_t bytes_per_row;
    // Room for what other versions add.
    uint64_t rest[8];
};

struct avif_encoder {
    int library;
    int threads, speed, key_distance;
    uint64_t timescale;
    int least_quantizer, most_quantizer, least_alpha_quantizer, most_alpha_quantizer;
};

struct avif_times {
    uint64_t timescale;
    double time;
    uint64_t ticks;
    double duration;
    uint64_t duration_ticks;
};

struct avif_place {
    uint64_t offset;
    size_t count;
};

struct avif_decoder {
    int library, threads, source, allows_progressive, allows_parts, ignores_exif, ignores_xmp;
    uint32_t most_pixels, longest_side, most_images, strictness;
    struct avif_image *image;
    int index, count, progress;
    struct avif_times times;
    uint64_t timescale;
    double duration;
    uint64_t duration_ticks;
};

enum {
    AVIF_444 = 1,
    AVIF_422 = 2,
    AVIF_420 = 3,
    AVIF_LIMITED_RANGE = 0,
    AVIF_FULL_RANGE = 1,
    AVIF_FROM_ITEM = 1,
    AVIF_FROM_TRACKS = 2,
    AVIF_ALONE = 2
};

typedef struct avif_image *(*avif_image_make)(uint32_t width, uint32_t height, uint32_t depth, int layout);
typedef void (*avif_release)(void *object);
typedef void (*avif_pixels_set)(struct avif_pixels *pixels, const struct avif_image *image);
typedef void (*avif_text_set)(struct avif_image *image, const uint8_t *bytes, size_t count);
typedef int (*avif_convert)(struct avif_image *image, const struct avif_pixels *pixels);
typedef int (*avif_convert_back)(const struct avif_image *image, struct avif_pixels *pixels);
typedef struct avif_encoder *(*avif_encoder_make)(void);
typedef int (*avif_encoder_add)(struct avif_encoder *encoder, const struct avif_image *image, uint64_t ticks, uint32_t flags);
typedef void (*avif_encoder_set)(struct avif_encoder *encoder, const char *key, const char *value);
typedef int (*avif_encoder_end)(struct avif_encoder *encoder, struct avif_data *output);
typedef void (*avif_data_free)(struct avif_data *data);
typedef const char *(*avif_words)(int result);
typedef struct avif_decoder *(*avif_decoder_make)(void);
typedef int (*avif_decoder_set)(struct avif_decoder *decoder, const uint8_t *bytes, size_t count);
typedef int (*avif_decoder_act)(struct avif_decoder *decoder);
typedef int (*avif_decoder_seek)(struct avif_decoder *decoder, uint32_t index);
typedef int (*avif_decoder_place)(const struct avif_decoder *decoder, uint32_t index, struct avif_place *place);
typedef int (*avif_decoder_time)(const struct avif_decoder *decoder, uint32_t index, struct avif_times *times);

// librsvg and cairo.

struct svg_rectangle {
    double x, y, width, height;
};

typedef void *(*svg_open)(const uint8_t *bytes, size_t count, void **error);
typedef int (*svg_draw)(void *handle, void *context, const struct svg_rectangle *place, void **error);
typedef void (*svg_release)(void *object);
typedef void *(*cairo_surface_make)(uint8_t *pixels, int format, int width, int height, int bytes_per_row);
typedef void *(*cairo_context_make)(void *surface);
typedef int (*cairo_number)(void *object);

// Pango: objects are opaque, lengths are 1024ths of a pixel, and so are sizes of fonts.

enum { PANGO_UNITS = 1024, PANGO_BREAK_ANYWHERE_AT_NEED = 2, PANGO_DOTS_AT_END = 3 };
enum { CAIRO_GRAY = 2, CAIRO_UNHINTED = 1, CAIRO_UNHINTED_METRICS = 1, CAIRO_ROUND = 1 };

struct pango_rectangle {
    int x, y, width, height;
};

typedef void *(*pango_make)(void);
typedef void *(*pango_get)(void *object);
typedef void *(*pango_find)(void *context, const void *description);
typedef const char *(*pango_name)(const void *description);
typedef void (*pango_use)(void *object, const void *other);
typedef void (*pango_set_name)(void *description, const char *name);
typedef void (*pango_set_text)(void *layout, const char *text, int length);
typedef void (*pango_measure)(void *layout, struct pango_rectangle *ink, struct pango_rectangle *logical);
typedef void (*pango_measure_size)(void *layout, int *width, int *height);
typedef void (*cairo_set_number)(void *object, double value);
typedef void (*cairo_set_point)(void *context, double x, double y);
typedef void (*cairo_set_color)(void *context, double red, double green, double blue, double alpha);
typedef void (*cairo_set_choice)(void *object, int value);

// OpenEXR's core: every call returns a code, 0 for none.

struct exr_options {
    size_t size;
    void (*report)(const void *file, int32_t code, const char *message);
    void *allocate, *free;
    void *source;
    int64_t (*read)(const void *file, void *source, void *target, uint64_t count, uint64_t offset, const void *report);
    int64_t (*length)(const void *file, void *source);
    void *write, *close;
    int most_width, most_height, most_tile_width, most_tile_height;
    int zip_level;
    float dwa_quality;
    int flags;
};

struct exr_chunk {
    int32_t index;
    int32_t x, y, height, width;
    uint8_t level_x, level_y, type, compression;
    uint64_t offset, packed, unpacked;
    uint64_t counts_offset, counts_size;
};

struct exr_channel {
    const char *name;
    int32_t height, width;
    int32_t step_x, step_y;
    uint8_t is_linear;
    int8_t bytes;
    uint16_t type;
    // What is filled in by the caller: the numbers that are wanted, and where they go.
    int16_t wanted_bytes;
    uint16_t wanted_type;
    int32_t bytes_per_pixel, bytes_per_row;
    uint8_t *target;
};

enum { EXR_FLOATS = 2 };

struct exr_decoding {
    struct exr_channel *channels;
    int16_t channel_count;
    uint16_t flags;
    int part;
    const void *file;
    struct exr_chunk chunk;
    // What is the library's own, and room to spare.
    uint64_t rest[256];
};

typedef int32_t (*exr_open)(void **file, const char *name, const struct exr_options *options);
typedef int32_t (*exr_close)(void **file);
typedef int32_t (*exr_rows)(const void *file, int part, int y, struct exr_chunk *chunk);
typedef int32_t (*exr_rows_in_chunk)(const void *file, int part, int32_t *count);
typedef int32_t (*exr_tile)(const void *file, int part, int x, int y, int level_x, int level_y, struct exr_chunk *chunk);
typedef int32_t (*exr_prepare)(const void *file, int part, const struct exr_chunk *chunk, struct exr_decoding *decoding);
typedef int32_t (*exr_run)(const void *file, int part, struct exr_decoding *decoding);
typedef int32_t (*exr_end)(const void *file, struct exr_decoding *decoding);

// The C interface of OpenEXR's library of C++: every call but the first returns 0 for an error.

typedef void *(*exr_colors_open)(const char *name);
typedef int (*exr_colors_close)(void *file);
// Where the pixel in column 0 and row 0 goes, or would go: four numbers of half precision.
typedef int (*exr_colors_target)(void *file, void *start, size_t pixels_per_column, size_t pixels_per_row);
typedef int (*exr_colors_read)(void *file, int first, int last);
typedef const void *(*exr_colors_header)(const void *file);
typedef void (*exr_colors_window)(const void *header, int *left, int *top, int *right, int *bottom);
typedef int (*exr_colors_channels)(const void *file);
enum { EXR_RED = 1, EXR_GREEN = 2, EXR_BLUE = 4, EXR_ALPHA = 8, EXR_LUMA = 16, EXR_CHROMA = 32 };

// libaom: every call returns an error, 0 for none, but where it says otherwise. True of AOM_ENCODER_ABI_VERSION 29, which
// AOM_VERSION says, and which the library compares with its own.

enum { AOM_VERSION = 29, AOM_HAS_16_BIT_SAMPLES = 0x40000 };

struct aom_settings {
    uint32_t usage, threads, profile, width, height, limit, most_width, most_height;
    uint32_t bit_depth, input_bit_depth;
    int32_t tick_seconds, ticks;
    uint32_t error_resilience, pass, lag;
    uint32_t dropping, resizing, resizing_denominator, resizing_key_denominator;
    uint32_t superres, superres_denominator, superres_key_denominator, superres_threshold, superres_key_threshold;
    uint32_t end_usage;
    struct {
        void *bytes;
        size_t count;
    } notes[2];
    uint32_t bit_rate, least_quantizer, most_quantizer, undershoot, overshoot;
    uint32_t buffer, initial_buffer, best_buffer, bias, least_section, most_section;
    int32_t forwards_keys;
    uint32_t key_mode, least_key_distance, most_key_distance;
    // What is the library's own, and room to spare.
    uint64_t rest[256];
};

enum { AOM_CONSTANT_QUALITY = 3 };

struct aom_picture {
    uint32_t format, primaries, transfer, matrix;
    int32_t is_gray;
    uint32_t siting, range;
    uint32_t width, height, bit_depth, shown_width, shown_height, wanted_width, wanted_height;
    uint32_t column_shift, row_shift;
    uint8_t *planes[3];
    int32_t strides[3];
    size_t byte_count;
    int32_t bits_per_sample, temporal_layer, spatial_layer;
    void *owner;
    uint64_t rest[16];
};

enum { AOM_I420 = 0x102, AOM_I422 = 0x105, AOM_I444 = 0x106 };

struct aom_encoder {
    const char *name;
    const void *interface;
    int32_t error;
    const char *words;
    int64_t flags;
    const void *settings;
    void *own;
};

struct aom_packet {
    // 0 for compressed pictures.
    int32_t kind;
    const void *bytes;
    size_t count;
    int64_t time;
};

typedef const void *(*aom_interface)(void);
typedef const char *(*aom_version)(void);
typedef int (*aom_defaults)(const void *interface, struct aom_settings *settings, unsigned usage);
typedef int (*aom_open)(struct aom_encoder *encoder, const void *interface, const struct aom_settings *settings, int64_t flags, int version);
typedef int (*aom_set)(struct aom_encoder *encoder, const char *name, const char *value);
typedef int (*aom_encode)(struct aom_encoder *encoder, const struct aom_picture *picture, int64_t time, unsigned long duration, int64_t flags);
// The next packet; no pointer where there is none.
typedef const struct aom_packet *(*aom_next)(struct aom_encoder *encoder, const void **place);
typedef int (*aom_close)(struct aom_encoder *encoder);

// A file of memory, which Swift's module of the C library lacks. memfd_create(2).
enum { MEMORY_IS_NOT_INHERITED = 1 };
int memfd_create(const char *name, unsigned int flags);
