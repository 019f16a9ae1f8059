// The parts of libraries that Flipbook uses. The libraries are loaded at run time, since the program is built without their
// headers.
//
// Each function, field, and constant is declared once, under the library's own name. RuntimeLibrary fills a structure of
// functions in the order of its list. Objects are opaque, and enumerations are integers. LibraryHeaderTests compares everything
// with the libraries' headers. The declarations match the libraries in Debian 12 and 13 and in Ubuntu 22.04 and 24.04.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"
#else
#define _Nonnull
#endif

// Declares a structure with a library's functions, and their names in the same order.
#define FLIPBOOK_CALL(returns, name, parameters) returns (*_Nonnull name) parameters;
#define FLIPBOOK_NAME(returns, name, parameters) #name,
#define FLIPBOOK_CALLS(structure, LIST) \
    struct structure { LIST(FLIPBOOK_CALL) }; \
    static inline const char *_Nonnull const *_Nonnull structure##_names(void) { \
        static const char *_Nonnull const names[] = {LIST(FLIPBOOK_NAME)}; \
        return names; \
    }

// STRUCTURE declares a structure that Flipbook creates, with the library's size. LARGER declares a structure to which the
// library may write more fields. BEGINNING declares the start of a structure that the library creates. GAP covers unused
// fields.
#define FLIPBOOK_FIELD(type, name, ...) type name __VA_ARGS__;
#define FLIPBOOK_STRUCTURE(name) struct name { name##_FIELDS(FLIPBOOK_FIELD, FLIPBOOK_FIELD) };
#define FLIPBOOK_LARGER(name) struct name { name##_FIELDS(FLIPBOOK_FIELD, FLIPBOOK_FIELD) uint64_t rest[256]; };
#define FLIPBOOK_BEGINNING(name) FLIPBOOK_STRUCTURE(name)

#define FLIPBOOK_CONSTANT(name, value) static const int32_t name = value;

// libheif: every call returns an error, or 0 for success.

#define HEIF_STRUCTURES(STRUCTURE, LARGER, BEGINNING) \
    STRUCTURE(heif_error) BEGINNING(heif_color_profile_nclx)

#define heif_error_FIELDS(FIELD, GAP) FIELD(int, code) FIELD(int, subcode) FIELD(const char *, message)
// The color coding, as code points of ITU-T H.273.
#define heif_color_profile_nclx_FIELDS(FIELD, GAP) \
    FIELD(uint8_t, version) FIELD(int, color_primaries) FIELD(int, transfer_characteristics) \
    FIELD(int, matrix_coefficients) FIELD(uint8_t, full_range_flag)

#define HEIF_CONSTANTS(CONSTANT) \
    CONSTANT(heif_error_Unsupported_filetype, 3) CONSTANT(heif_error_Unsupported_feature, 4) \
    CONSTANT(heif_suberror_Unsupported_codec, 3000) \
    CONSTANT(heif_error_Memory_allocation_error, 6) CONSTANT(heif_suberror_Security_limit_exceeded, 1000) \
    CONSTANT(heif_error_Decoder_plugin_error, 7) \
    CONSTANT(heif_colorspace_undefined, 99) CONSTANT(heif_colorspace_YCbCr, 0) CONSTANT(heif_colorspace_RGB, 1) \
    CONSTANT(heif_chroma_undefined, 99) CONSTANT(heif_chroma_420, 1) CONSTANT(heif_chroma_422, 2) \
    CONSTANT(heif_chroma_444, 3) CONSTANT(heif_chroma_interleaved_RGBA, 11) \
    CONSTANT(heif_chroma_interleaved_RRGGBBAA_LE, 15) \
    CONSTANT(heif_channel_Y, 0) CONSTANT(heif_channel_Cb, 1) CONSTANT(heif_channel_Cr, 2) \
    CONSTANT(heif_channel_Alpha, 6) CONSTANT(heif_channel_interleaved, 10)

#define HEIF_CALLS(CALL) \
    CALL(uint32_t, heif_get_version_number, (void)) \
    CALL(void *, heif_context_alloc, (void)) \
    CALL(void, heif_context_free, (void *context)) \
    CALL(struct heif_error, heif_context_read_from_memory_without_copy, \
         (void *context, const void *bytes, size_t count, const void *options)) \
    CALL(struct heif_error, heif_context_get_primary_image_handle, (void *context, void **handle)) \
    CALL(void, heif_image_handle_release, (const void *handle)) \
    CALL(int, heif_image_handle_get_width, (const void *handle)) \
    CALL(int, heif_image_handle_get_height, (const void *handle)) \
    CALL(int, heif_image_handle_is_premultiplied_alpha, (const void *handle)) \
    CALL(struct heif_error, heif_decode_image, \
         (const void *handle, void **image, int space, int chroma, const void *options)) \
    CALL(void, heif_image_release, (const void *image)) \
    CALL(int, heif_image_get_width, (const void *image, int channel)) \
    CALL(int, heif_image_get_height, (const void *image, int channel)) \
    CALL(int, heif_image_get_bits_per_pixel_range, (const void *image, int channel)) \
    CALL(const uint8_t *, heif_image_get_plane_readonly, (const void *image, int channel, int *bytes_per_row)) \
    CALL(int, heif_image_get_colorspace, (const void *image)) \
    CALL(int, heif_image_get_chroma_format, (const void *image)) \
    CALL(struct heif_error, heif_image_get_nclx_color_profile, \
         (const void *image, struct heif_color_profile_nclx **profile)) \
    CALL(void, heif_nclx_color_profile_free, (struct heif_color_profile_nclx *profile))

HEIF_STRUCTURES(FLIPBOOK_STRUCTURE, FLIPBOOK_LARGER, FLIPBOOK_BEGINNING)
HEIF_CONSTANTS(FLIPBOOK_CONSTANT)
FLIPBOOK_CALLS(HEIFCalls, HEIF_CALLS)

#define JXL_STRUCTURES(STRUCTURE, LARGER, BEGINNING) \
    STRUCTURE(JxlPixelFormat) STRUCTURE(JxlAnimationHeader) STRUCTURE(JxlBasicInfo) STRUCTURE(JxlFrameHeader) \
    STRUCTURE(JxlColorEncoding)

#define JxlPixelFormat_FIELDS(FIELD, GAP) \
    FIELD(uint32_t, num_channels) FIELD(int, data_type) FIELD(int, endianness) FIELD(size_t, align)
#define JxlAnimationHeader_FIELDS(FIELD, GAP) \
    FIELD(uint32_t, tps_numerator) FIELD(uint32_t, tps_denominator) FIELD(uint32_t, num_loops) \
    FIELD(int, have_timecodes)
#define JxlBasicInfo_FIELDS(FIELD, GAP) \
    FIELD(int, have_container) FIELD(uint32_t, xsize) FIELD(uint32_t, ysize) FIELD(uint32_t, bits_per_sample) \
    GAP(uint32_t, exponent_bits_per_sample) GAP(float, light, [2]) GAP(int, relative_to_max_display) \
    GAP(float, linear_below) FIELD(int, uses_original_profile) FIELD(int, have_preview) FIELD(int, have_animation) \
    FIELD(int, orientation) FIELD(uint32_t, num_color_channels) FIELD(uint32_t, num_extra_channels) \
    FIELD(uint32_t, alpha_bits) FIELD(uint32_t, alpha_exponent_bits) FIELD(int, alpha_premultiplied) \
    GAP(uint32_t, preview, [2]) FIELD(struct JxlAnimationHeader, animation) GAP(uint8_t, padding, [108])
#define JxlFrameHeader_FIELDS(FIELD, GAP) FIELD(uint32_t, duration) GAP(uint32_t, layers, [13])
// The color encoding, as code points of ITU-T H.273 if possible.
#define JxlColorEncoding_FIELDS(FIELD, GAP) \
    FIELD(int, color_space) FIELD(int, white_point) FIELD(double, white_point_xy, [2]) FIELD(int, primaries) \
    FIELD(double, primaries_red_xy, [2]) FIELD(double, primaries_green_xy, [2]) FIELD(double, primaries_blue_xy, [2]) \
    FIELD(int, transfer_function) FIELD(double, gamma) FIELD(int, rendering_intent)

#define JXL_CONSTANTS(CONSTANT) \
    CONSTANT(JXL_TYPE_UINT8, 2) CONSTANT(JXL_TYPE_UINT16, 3) CONSTANT(JXL_LITTLE_ENDIAN, 1) \
    CONSTANT(JXL_DEC_SUCCESS, 0) CONSTANT(JXL_DEC_NEED_MORE_INPUT, 2) CONSTANT(JXL_DEC_NEED_IMAGE_OUT_BUFFER, 5) \
    CONSTANT(JXL_DEC_BASIC_INFO, 0x40) CONSTANT(JXL_DEC_COLOR_ENCODING, 0x100) CONSTANT(JXL_DEC_FRAME, 0x400) \
    CONSTANT(JXL_DEC_FULL_IMAGE, 0x1000) \
    CONSTANT(JXL_ENC_NEED_MORE_OUTPUT, 2) CONSTANT(JXL_ENC_FRAME_SETTING_EFFORT, 0) \
    CONSTANT(JXL_COLOR_SPACE_RGB, 0) CONSTANT(JXL_COLOR_SPACE_GRAY, 1) CONSTANT(JXL_COLOR_PROFILE_TARGET_DATA, 1) \
    CONSTANT(JXL_TRANSFER_FUNCTION_UNKNOWN, 2) CONSTANT(JXL_TRANSFER_FUNCTION_GAMMA, 65535)

#define JXL_CALLS(CALL) \
    CALL(uint32_t, JxlDecoderVersion, (void)) \
    CALL(void *, JxlDecoderCreate, (const void *memory)) \
    CALL(void, JxlDecoderDestroy, (void *decoder)) \
    CALL(int, JxlDecoderSubscribeEvents, (void *decoder, int events)) \
    CALL(int, JxlDecoderSetKeepOrientation, (void *decoder, int keeps)) \
    CALL(int, JxlDecoderSetUnpremultiplyAlpha, (void *decoder, int divides)) \
    CALL(int, JxlDecoderSetInput, (void *decoder, const uint8_t *bytes, size_t count)) \
    CALL(void, JxlDecoderCloseInput, (void *decoder)) \
    CALL(int, JxlDecoderProcessInput, (void *decoder)) \
    CALL(int, JxlDecoderGetBasicInfo, (const void *decoder, struct JxlBasicInfo *info)) \
    CALL(int, JxlDecoderGetFrameHeader, (const void *decoder, struct JxlFrameHeader *header)) \
    CALL(int, JxlDecoderSetImageOutBuffer, \
         (void *decoder, const struct JxlPixelFormat *format, void *pixels, size_t count)) \
    CALL(void *, JxlEncoderCreate, (const void *memory)) \
    CALL(void, JxlEncoderDestroy, (void *encoder)) \
    CALL(void, JxlEncoderInitBasicInfo, (struct JxlBasicInfo *info)) \
    CALL(int, JxlEncoderSetBasicInfo, (void *encoder, const struct JxlBasicInfo *info)) \
    CALL(void, JxlColorEncodingSetToSRGB, (struct JxlColorEncoding *color, int is_gray)) \
    CALL(int, JxlEncoderSetColorEncoding, (void *encoder, const struct JxlColorEncoding *color)) \
    CALL(void *, JxlEncoderFrameSettingsCreate, (void *encoder, const void *source)) \
    CALL(int, JxlEncoderSetFrameLossless, (void *settings, int lossless)) \
    CALL(int, JxlEncoderFrameSettingsSetOption, (void *settings, int option, int64_t value)) \
    CALL(int, JxlEncoderSetFrameDistance, (void *settings, float distance)) \
    CALL(void, JxlEncoderInitFrameHeader, (struct JxlFrameHeader *header)) \
    CALL(int, JxlEncoderSetFrameHeader, (void *settings, const struct JxlFrameHeader *header)) \
    CALL(int, JxlEncoderAddImageFrame, \
         (const void *settings, const struct JxlPixelFormat *format, const void *pixels, size_t count)) \
    CALL(int, JxlEncoderUseBoxes, (void *encoder)) \
    CALL(int, JxlEncoderAddBox, (void *encoder, const char *type, const uint8_t *bytes, size_t count, int is_packed)) \
    CALL(void, JxlEncoderCloseInput, (void *encoder)) \
    CALL(int, JxlEncoderProcessOutput, (void *encoder, uint8_t **next, size_t *room))
// The color functions since version 0.9, and the earlier functions, which have an additional, unused parameter for the format.
#define JXL_COLOR_CALLS(CALL) \
    CALL(int, JxlDecoderGetColorAsEncodedProfile, \
         (const void *decoder, int target, struct JxlColorEncoding *encoding)) \
    CALL(int, JxlDecoderGetICCProfileSize, (const void *decoder, int target, size_t *count)) \
    CALL(int, JxlDecoderGetColorAsICCProfile, (const void *decoder, int target, uint8_t *bytes, size_t count))
#define JXL_0_7_COLOR_CALLS(CALL) \
    CALL(int, JxlDecoderGetColorAsEncodedProfile, \
         (const void *decoder, const struct JxlPixelFormat *unused, int target, struct JxlColorEncoding *encoding)) \
    CALL(int, JxlDecoderGetICCProfileSize, \
         (const void *decoder, const struct JxlPixelFormat *unused, int target, size_t *count)) \
    CALL(int, JxlDecoderGetColorAsICCProfile, \
         (const void *decoder, const struct JxlPixelFormat *unused, int target, uint8_t *bytes, size_t count))

JXL_STRUCTURES(FLIPBOOK_STRUCTURE, FLIPBOOK_LARGER, FLIPBOOK_BEGINNING)
JXL_CONSTANTS(FLIPBOOK_CONSTANT)
FLIPBOOK_CALLS(JXLCalls, JXL_CALLS)
FLIPBOOK_CALLS(JXLColorCalls, JXL_COLOR_CALLS)
FLIPBOOK_CALLS(JXL07ColorCalls, JXL_0_7_COLOR_CALLS)

// libavif: most calls return a result, which is 0 for success. Before version 1, some return nothing.

#define AVIF_STRUCTURES(STRUCTURE, LARGER, BEGINNING) \
    STRUCTURE(avifRWData) STRUCTURE(avifImageTiming) STRUCTURE(avifExtent)

#define avifRWData_FIELDS(FIELD, GAP) FIELD(uint8_t *, data) FIELD(size_t, size)
#define avifImageTiming_FIELDS(FIELD, GAP) \
    FIELD(uint64_t, timescale) FIELD(double, pts) FIELD(uint64_t, ptsInTimescales) FIELD(double, duration) \
    FIELD(uint64_t, durationInTimescales)
#define avifExtent_FIELDS(FIELD, GAP) FIELD(uint64_t, offset) FIELD(size_t, size)

// The offsets of fields in versions 0.9, 0.11, and 1, whose library names end in 13, 15, and 16.
#define AVIF_OFFSETS(OFFSET) \
    OFFSET(avifEncoder, maxThreads, 4, 4, 4) OFFSET(avifEncoder, speed, 32, 8, 8) \
    OFFSET(avifEncoder, timescale, 40, 16, 16) OFFSET(avifEncoder, minQuantizer, 8, 24, 40) \
    OFFSET(avifEncoder, maxQuantizer, 12, 28, 44) OFFSET(avifEncoder, minQuantizerAlpha, 16, 32, 48) \
    OFFSET(avifEncoder, maxQuantizerAlpha, 20, 36, 52) OFFSET(avifDecoder, maxThreads, 4, 4, 4) \
    OFFSET(avifDecoder, requestedSource, 8, 8, 8) OFFSET(avifDecoder, imageSizeLimit, 24, 28, 28) \
    OFFSET(avifDecoder, strictFlags, 32, 40, 40) OFFSET(avifDecoder, image, 40, 48, 48) \
    OFFSET(avifDecoder, imageCount, 52, 60, 60) OFFSET(avifImage, width, 0, 0, 0) OFFSET(avifImage, height, 4, 4, 4) \
    OFFSET(avifImage, depth, 8, 8, 8) OFFSET(avifImage, yuvFormat, 12, 12, 12) OFFSET(avifImage, yuvRange, 16, 16, 16) \
    OFFSET(avifImage, yuvPlanes, 24, 24, 24) OFFSET(avifImage, yuvRowBytes, 48, 48, 48) \
    OFFSET(avifImage, alphaPlane, 72, 64, 64) OFFSET(avifImage, colorPrimaries, 112, 104, 104) \
    OFFSET(avifImage, transferCharacteristics, 114, 106, 106) OFFSET(avifImage, matrixCoefficients, 116, 108, 108) \
    OFFSET(avifRGBImage, depth, 8, 8, 8) OFFSET(avifRGBImage, ignoreAlpha, 20, 28, 28) \
    OFFSET(avifRGBImage, pixels, 32, 40, 48) OFFSET(avifRGBImage, rowBytes, 40, 48, 56)
// A field that only version 1 has. In other versions, this is the offset of an unused field.
#define AVIF_1_OFFSETS(OFFSET) OFFSET(avifEncoder, repetitionCount, 0, 0, 24)

#define AVIF_CONSTANTS(CONSTANT) \
    CONSTANT(AVIF_PIXEL_FORMAT_YUV444, 1) CONSTANT(AVIF_PIXEL_FORMAT_YUV422, 2) CONSTANT(AVIF_PIXEL_FORMAT_YUV420, 3) \
    CONSTANT(AVIF_RANGE_LIMITED, 0) CONSTANT(AVIF_RANGE_FULL, 1) CONSTANT(AVIF_ADD_IMAGE_FLAG_SINGLE, 2) \
    CONSTANT(AVIF_DECODER_SOURCE_PRIMARY_ITEM, 1) CONSTANT(AVIF_DECODER_SOURCE_TRACKS, 2) \
    CONSTANT(AVIF_STRICT_DISABLED, 0)

#define AVIF_CALLS(CALL) \
    CALL(const char *, avifResultToString, (int result)) \
    CALL(void *, avifImageCreate, (uint32_t width, uint32_t height, uint32_t depth, int format)) \
    CALL(void, avifImageDestroy, (void *image)) \
    CALL(void, avifRGBImageSetDefaults, (void *pixels, const void *image)) \
    CALL(int, avifImageRGBToYUV, (void *image, const void *pixels)) \
    CALL(int, avifImageYUVToRGB, (const void *image, void *pixels)) \
    CALL(void *, avifEncoderCreate, (void)) \
    CALL(void, avifEncoderDestroy, (void *encoder)) \
    CALL(int, avifEncoderAddImage, (void *encoder, const void *image, uint64_t ticks, uint32_t flags)) \
    CALL(int, avifEncoderFinish, (void *encoder, struct avifRWData *output)) \
    CALL(void, avifRWDataFree, (struct avifRWData *data)) \
    CALL(void *, avifDecoderCreate, (void)) \
    CALL(void, avifDecoderDestroy, (void *decoder)) \
    CALL(int, avifDecoderSetIOMemory, (void *decoder, const uint8_t *bytes, size_t count)) \
    CALL(int, avifDecoderParse, (void *decoder)) \
    CALL(int, avifDecoderNthImage, (void *decoder, uint32_t index)) \
    CALL(int, avifDecoderNthImageTiming, (const void *decoder, uint32_t index, struct avifImageTiming *timing)) \
    CALL(int, avifDecoderNthImageMaxExtent, (const void *decoder, uint32_t index, struct avifExtent *extent)) \
    CALL(void, avifEncoderSetCodecSpecificOption, (void *encoder, const char *key, const char *value)) \
    CALL(void, avifImageSetMetadataXMP, (void *image, const uint8_t *bytes, size_t count))

AVIF_STRUCTURES(FLIPBOOK_STRUCTURE, FLIPBOOK_LARGER, FLIPBOOK_BEGINNING)
AVIF_CONSTANTS(FLIPBOOK_CONSTANT)
FLIPBOOK_CALLS(AVIFCalls, AVIF_CALLS)

#define FLIPBOOK_OFFSET(structure, field, in_0_9, in_0_11, in_1) uint16_t structure##_##field;
#define FLIPBOOK_IN_0_9(structure, field, in_0_9, in_0_11, in_1) in_0_9,
#define FLIPBOOK_IN_0_11(structure, field, in_0_9, in_0_11, in_1) in_0_11,
#define FLIPBOOK_IN_1(structure, field, in_0_9, in_0_11, in_1) in_1,
struct AVIFLayout { AVIF_OFFSETS(FLIPBOOK_OFFSET) AVIF_1_OFFSETS(FLIPBOOK_OFFSET) };
static const struct AVIFLayout AVIF_LAYOUT_0_9 = {AVIF_OFFSETS(FLIPBOOK_IN_0_9) AVIF_1_OFFSETS(FLIPBOOK_IN_0_9)};
static const struct AVIFLayout AVIF_LAYOUT_0_11 = {AVIF_OFFSETS(FLIPBOOK_IN_0_11) AVIF_1_OFFSETS(FLIPBOOK_IN_0_11)};
static const struct AVIFLayout AVIF_LAYOUT_1 = {AVIF_OFFSETS(FLIPBOOK_IN_1) AVIF_1_OFFSETS(FLIPBOOK_IN_1)};

#define WEBP_CALLS(CALL) \
    CALL(size_t, WebPEncodeRGBA, \
         (const uint8_t *pixels, int width, int height, int bytes_per_row, float quality, uint8_t **file)) \
    CALL(size_t, WebPEncodeLosslessRGBA, \
         (const uint8_t *pixels, int width, int height, int bytes_per_row, uint8_t **file)) \
    CALL(void, WebPFree, (void *file)) \
    CALL(uint8_t *, WebPDecodeRGBAInto, \
         (const uint8_t *file, size_t count, uint8_t *pixels, size_t room, int bytes_per_row)) \
    CALL(uint8_t *, WebPDecodeYUVInto, \
         (const uint8_t *file, size_t count, uint8_t *luma, size_t luma_room, int luma_bytes_per_row, \
          uint8_t *blue, size_t blue_room, int blue_bytes_per_row, \
          uint8_t *red, size_t red_room, int red_bytes_per_row))

FLIPBOOK_CALLS(WebPCalls, WEBP_CALLS)

// LittleCMS. Profiles, curves, and transforms are integers here, so that threads can share them. The library allows this for
// transforms without a cache.

#define LCMS_CALLS(CALL) \
    CALL(uintptr_t, cmsOpenProfileFromMem, (const void *bytes, uint32_t count)) \
    CALL(uintptr_t, cmsCreate_sRGBProfile, (void)) \
    CALL(uintptr_t, cmsCreateRGBProfile, (const double *white, const double *primaries, const uintptr_t *curves)) \
    CALL(uintptr_t, cmsBuildParametricToneCurve, (uintptr_t context, int32_t type, const double *parameters)) \
    CALL(void, cmsFreeToneCurve, (uintptr_t curve)) \
    CALL(int, cmsGetColorSpace, (uintptr_t profile)) \
    CALL(uintptr_t, cmsCreateTransform, \
         (uintptr_t input, uint32_t input_layout, uintptr_t output, uint32_t output_layout, uint32_t intent, \
          uint32_t flags)) \
    CALL(void, cmsDoTransform, (uintptr_t transform, const void *input, void *output, uint32_t count)) \
    CALL(void, cmsDeleteTransform, (uintptr_t transform)) \
    CALL(int, cmsCloseProfile, (uintptr_t profile))

FLIPBOOK_CALLS(LCMSCalls, LCMS_CALLS)

// librsvg, cairo, and Pango. Pango's font sizes and lengths are in units of 1/1024 of a pixel.

#define PANGO_STRUCTURES(STRUCTURE, LARGER, BEGINNING) \
    STRUCTURE(RsvgRectangle) STRUCTURE(PangoRectangle) STRUCTURE(cairo_matrix_t)

#define RsvgRectangle_FIELDS(FIELD, GAP) FIELD(double, x) FIELD(double, y) FIELD(double, width) FIELD(double, height)
#define PangoRectangle_FIELDS(FIELD, GAP) FIELD(int, x) FIELD(int, y) FIELD(int, width) FIELD(int, height)
#define cairo_matrix_t_FIELDS(FIELD, GAP) \
    FIELD(double, xx) FIELD(double, yx) FIELD(double, xy) FIELD(double, yy) FIELD(double, x0) FIELD(double, y0)

#define PANGO_CONSTANTS(CONSTANT) \
    CONSTANT(PANGO_SCALE, 1024) CONSTANT(PANGO_WRAP_WORD_CHAR, 2) CONSTANT(PANGO_ELLIPSIZE_END, 3) \
    CONSTANT(CAIRO_FORMAT_ARGB32, 0) CONSTANT(CAIRO_ANTIALIAS_GRAY, 2) CONSTANT(CAIRO_HINT_STYLE_NONE, 1) \
    CONSTANT(CAIRO_HINT_METRICS_OFF, 1) CONSTANT(CAIRO_LINE_JOIN_ROUND, 1) CONSTANT(CAIRO_EXTEND_PAD, 3)

#define RSVG_CALLS(CALL) \
    CALL(void *, rsvg_handle_new_from_data, (const uint8_t *bytes, size_t count, void **error)) \
    CALL(int, rsvg_handle_render_document, \
         (void *handle, void *context, const struct RsvgRectangle *place, void **error)) \
    CALL(void, g_object_unref, (void *object)) \
    CALL(void, g_error_free, (void *error))

#define CAIRO_CALLS(CALL) \
    CALL(void *, cairo_image_surface_create_for_data, \
         (uint8_t *pixels, int format, int width, int height, int bytes_per_row)) \
    CALL(int, cairo_surface_status, (void *surface)) \
    CALL(void, cairo_surface_flush, (void *surface)) \
    CALL(void, cairo_surface_destroy, (void *surface)) \
    CALL(void *, cairo_create, (void *surface)) \
    CALL(int, cairo_status, (void *context)) \
    CALL(void, cairo_destroy, (void *context)) \
    CALL(void, cairo_save, (void *context)) \
    CALL(void, cairo_restore, (void *context)) \
    CALL(void, cairo_set_matrix, (void *context, const struct cairo_matrix_t *matrix)) \
    CALL(void, cairo_set_operator, (void *context, int mixing)) \
    CALL(void, cairo_set_source_rgba, (void *context, double red, double green, double blue, double alpha)) \
    CALL(void, cairo_set_source_surface, (void *context, void *surface, double x, double y)) \
    CALL(void *, cairo_get_source, (void *context)) \
    CALL(void, cairo_pattern_set_extend, (void *pattern, int extend)) \
    CALL(void, cairo_set_line_width, (void *context, double width)) \
    CALL(void, cairo_set_line_join, (void *context, int join)) \
    CALL(void, cairo_set_line_cap, (void *context, int cap)) \
    CALL(void, cairo_set_miter_limit, (void *context, double limit)) \
    CALL(void, cairo_set_dash, (void *context, const double *lengths, int count, double phase)) \
    CALL(void, cairo_set_fill_rule, (void *context, int rule)) \
    CALL(void, cairo_new_path, (void *context)) \
    CALL(void, cairo_move_to, (void *context, double x, double y)) \
    CALL(void, cairo_line_to, (void *context, double x, double y)) \
    CALL(void, cairo_curve_to, (void *context, double x1, double y1, double x2, double y2, double x3, double y3)) \
    CALL(void, cairo_close_path, (void *context)) \
    CALL(void, cairo_clip, (void *context)) \
    CALL(void, cairo_fill, (void *context)) \
    CALL(void, cairo_stroke, (void *context)) \
    CALL(void, cairo_paint_with_alpha, (void *context, double alpha))

#define PANGO_CALLS(CALL) \
    CALL(void *, cairo_font_options_create, (void)) \
    CALL(void, cairo_font_options_set_antialias, (void *options, int antialias)) \
    CALL(void, cairo_font_options_set_hint_style, (void *options, int style)) \
    CALL(void, cairo_font_options_set_hint_metrics, (void *options, int metrics)) \
    CALL(void, cairo_font_options_destroy, (void *options)) \
    CALL(void, g_object_unref, (void *object)) \
    CALL(void *, pango_cairo_create_layout, (void *context)) \
    CALL(void, pango_cairo_context_set_font_options, (void *context, const void *options)) \
    CALL(void, pango_cairo_show_layout, (void *context, void *layout)) \
    CALL(void, pango_cairo_layout_path, (void *context, void *layout)) \
    CALL(void *, pango_layout_get_context, (void *layout)) \
    CALL(void, pango_layout_set_text, (void *layout, const char *text, int length)) \
    CALL(void, pango_layout_set_width, (void *layout, int width)) \
    CALL(void, pango_layout_set_alignment, (void *layout, int alignment)) \
    CALL(void, pango_layout_set_wrap, (void *layout, int wrap)) \
    CALL(void, pango_layout_set_height, (void *layout, int height)) \
    CALL(void, pango_layout_set_ellipsize, (void *layout, int place)) \
    CALL(void, pango_layout_set_font_description, (void *layout, const void *description)) \
    CALL(int, pango_layout_get_unknown_glyphs_count, (void *layout)) \
    CALL(void, pango_layout_get_pixel_extents, \
         (void *layout, struct PangoRectangle *ink, struct PangoRectangle *logical)) \
    CALL(void, pango_layout_get_pixel_size, (void *layout, int *width, int *height)) \
    CALL(void *, pango_font_description_new, (void)) \
    CALL(void, pango_font_description_set_family, (void *description, const char *family)) \
    CALL(void, pango_font_description_set_absolute_size, (void *description, double size)) \
    CALL(const char *, pango_font_description_get_family, (const void *description)) \
    CALL(void, pango_font_description_free, (void *description)) \
    CALL(void *, pango_context_load_font, (void *context, const void *description)) \
    CALL(void *, pango_font_describe, (void *font))

PANGO_STRUCTURES(FLIPBOOK_STRUCTURE, FLIPBOOK_LARGER, FLIPBOOK_BEGINNING)
PANGO_CONSTANTS(FLIPBOOK_CONSTANT)
FLIPBOOK_CALLS(RSVGCalls, RSVG_CALLS)
FLIPBOOK_CALLS(CairoCalls, CAIRO_CALLS)
FLIPBOOK_CALLS(PangoCalls, PANGO_CALLS)

// OpenEXR's core: every call returns a code, which is 0 for success.

#define EXR_STRUCTURES(STRUCTURE, LARGER, BEGINNING) \
    STRUCTURE(exr_context_initializer_t) STRUCTURE(exr_chunk_info_t) STRUCTURE(exr_coding_channel_info_t) \
    LARGER(exr_decode_pipeline_t)

typedef void (*exr_report)(const void *file, int32_t code, const char *message);
typedef int64_t (*exr_read)(
    const void *file, void *source, void *target, uint64_t count, uint64_t offset, const void *report);
typedef int64_t (*exr_size)(const void *file, void *source);
#define exr_context_initializer_t_FIELDS(FIELD, GAP) \
    FIELD(size_t, size) FIELD(exr_report, error_handler_fn) GAP(void *, memory_fns, [2]) FIELD(void *, user_data) \
    FIELD(exr_read, read_fn) FIELD(exr_size, size_fn) GAP(void *, write_fns, [2]) GAP(int, max_sizes, [4]) \
    FIELD(int, zip_level) FIELD(float, dwa_quality) FIELD(int, flags)
#define exr_chunk_info_t_FIELDS(FIELD, GAP) \
    FIELD(int32_t, idx) FIELD(int32_t, start_x) FIELD(int32_t, start_y) FIELD(int32_t, height) FIELD(int32_t, width) \
    GAP(uint8_t, kinds, [4]) GAP(uint64_t, sizes, [5])
// The caller sets the fields after data_type: the requested type, and the destination.
#define exr_coding_channel_info_t_FIELDS(FIELD, GAP) \
    FIELD(const char *, channel_name) FIELD(int32_t, height) FIELD(int32_t, width) FIELD(int32_t, x_samples) \
    FIELD(int32_t, y_samples) FIELD(uint8_t, p_linear) FIELD(int8_t, bytes_per_element) FIELD(uint16_t, data_type) \
    FIELD(int16_t, user_bytes_per_element) FIELD(uint16_t, user_data_type) FIELD(int32_t, user_pixel_stride) \
    FIELD(int32_t, user_line_stride) FIELD(uint8_t *, decode_to_ptr)
#define exr_decode_pipeline_t_FIELDS(FIELD, GAP) \
    FIELD(struct exr_coding_channel_info_t *, channels) FIELD(int16_t, channel_count)

#define EXR_CONSTANTS(CONSTANT) \
    CONSTANT(EXR_ERR_SUCCESS, 0) CONSTANT(EXR_ERR_OUT_OF_MEMORY, 1) CONSTANT(EXR_ERR_READ_IO, 10) \
    CONSTANT(EXR_ERR_FEATURE_NOT_IMPLEMENTED, 31) CONSTANT(EXR_PIXEL_FLOAT, 2)

#define EXR_CALLS(CALL) \
    CALL(int32_t, exr_start_read, (void **file, const char *name, const struct exr_context_initializer_t *settings)) \
    CALL(int32_t, exr_finish, (void **file)) \
    CALL(int32_t, exr_read_scanline_chunk_info, (const void *file, int part, int y, struct exr_chunk_info_t *chunk)) \
    CALL(int32_t, exr_get_scanlines_per_chunk, (const void *file, int part, int32_t *count)) \
    CALL(int32_t, exr_read_tile_chunk_info, \
         (const void *file, int part, int x, int y, int level_x, int level_y, struct exr_chunk_info_t *chunk)) \
    CALL(int32_t, exr_decoding_initialize, \
         (const void *file, int part, const struct exr_chunk_info_t *chunk, struct exr_decode_pipeline_t *decoding)) \
    CALL(int32_t, exr_decoding_update, \
         (const void *file, int part, const struct exr_chunk_info_t *chunk, struct exr_decode_pipeline_t *decoding)) \
    CALL(int32_t, exr_decoding_choose_default_routines, \
         (const void *file, int part, struct exr_decode_pipeline_t *decoding)) \
    CALL(int32_t, exr_decoding_run, (const void *file, int part, struct exr_decode_pipeline_t *decoding)) \
    CALL(int32_t, exr_decoding_destroy, (const void *file, struct exr_decode_pipeline_t *decoding))

// The C interface of OpenEXR's C++ library: every call except the first returns 0 for an error.
#define IMF_CONSTANTS(CONSTANT) \
    CONSTANT(IMF_WRITE_R, 1) CONSTANT(IMF_WRITE_G, 2) CONSTANT(IMF_WRITE_B, 4) CONSTANT(IMF_WRITE_A, 8) \
    CONSTANT(IMF_WRITE_Y, 16) CONSTANT(IMF_WRITE_C, 32)

// Pixels have four half-precision values. `start` is the address of column 0 and row 0, even if the window does not include
// that pixel.
#define IMF_CALLS(CALL) \
    CALL(void *, ImfOpenInputFile, (const char *name)) \
    CALL(int, ImfCloseInputFile, (void *file)) \
    CALL(int, ImfInputSetFrameBuffer, (void *file, void *start, size_t pixels_per_column, size_t pixels_per_row)) \
    CALL(int, ImfInputReadPixels, (void *file, int first, int last)) \
    CALL(const void *, ImfInputHeader, (const void *file)) \
    CALL(void, ImfHeaderDataWindow, (const void *header, int *left, int *top, int *right, int *bottom)) \
    CALL(int, ImfInputChannels, (const void *file))

EXR_STRUCTURES(FLIPBOOK_STRUCTURE, FLIPBOOK_LARGER, FLIPBOOK_BEGINNING)
EXR_CONSTANTS(FLIPBOOK_CONSTANT)
IMF_CONSTANTS(FLIPBOOK_CONSTANT)
FLIPBOOK_CALLS(EXRCalls, EXR_CALLS)
FLIPBOOK_CALLS(ImfCalls, IMF_CALLS)

// libaom: most calls return an error, or 0 for success. The library compares AOM_ENCODER_ABI_VERSION with its own.

#define AOM_STRUCTURES(STRUCTURE, LARGER, BEGINNING) \
    STRUCTURE(aom_rational) LARGER(aom_codec_enc_cfg) LARGER(aom_image) STRUCTURE(aom_codec_ctx)

#define aom_rational_FIELDS(FIELD, GAP) FIELD(int, num) FIELD(int, den)
#define aom_codec_enc_cfg_FIELDS(FIELD, GAP) \
    FIELD(unsigned, g_usage) FIELD(unsigned, g_threads) FIELD(unsigned, g_profile) FIELD(unsigned, g_w) \
    FIELD(unsigned, g_h) GAP(unsigned, limits, [5]) FIELD(struct aom_rational, g_timebase) GAP(unsigned, drops, [12]) \
    FIELD(int, rc_end_usage) GAP(size_t, statistics, [4]) GAP(unsigned, rates, [14]) FIELD(unsigned, kf_max_dist)
#define aom_image_FIELDS(FIELD, GAP) \
    FIELD(int, fmt) GAP(int, colors, [6]) FIELD(unsigned, w) FIELD(unsigned, h) FIELD(unsigned, bit_depth) \
    FIELD(unsigned, d_w) FIELD(unsigned, d_h) GAP(unsigned, wanted, [2]) FIELD(unsigned, x_chroma_shift) \
    FIELD(unsigned, y_chroma_shift) FIELD(uint8_t *, planes, [3]) FIELD(int, stride, [3])
#define aom_codec_ctx_FIELDS(FIELD, GAP) \
    FIELD(const char *, name) GAP(const void *, iface) FIELD(int, err) FIELD(const char *, err_detail) \
    GAP(int64_t, own, [3])
// The beginning of a compressed picture, which the library creates.
struct aom_codec_cx_pkt {
    int kind;
    struct {
        struct {
            const void *buf;
            size_t sz;
            int64_t pts;
        } frame;
    } data;
};

#define AOM_CONSTANTS(CONSTANT) \
    CONSTANT(AOM_ENCODER_ABI_VERSION, 29) CONSTANT(AOM_Q, 3) CONSTANT(AOM_CODEC_CX_FRAME_PKT, 0) \
    CONSTANT(AOM_IMG_FMT_I420, 0x102) CONSTANT(AOM_IMG_FMT_I422, 0x105) CONSTANT(AOM_IMG_FMT_I444, 0x106)

#define AOM_CALLS(CALL) \
    CALL(const char *, aom_codec_version_str, (void)) \
    CALL(const void *, aom_codec_av1_cx, (void)) \
    CALL(int, aom_codec_enc_config_default, (const void *iface, struct aom_codec_enc_cfg *settings, unsigned usage)) \
    CALL(int, aom_codec_enc_init_ver, \
         (struct aom_codec_ctx *encoder, const void *iface, const struct aom_codec_enc_cfg *settings, int64_t flags, \
          int version)) \
    CALL(int, aom_codec_set_option, (struct aom_codec_ctx *encoder, const char *name, const char *value)) \
    CALL(int, aom_codec_encode, \
         (struct aom_codec_ctx *encoder, const struct aom_image *picture, int64_t time, unsigned long duration, \
          int64_t flags)) \
    CALL(const struct aom_codec_cx_pkt *, aom_codec_get_cx_data, (struct aom_codec_ctx *encoder, const void **place)) \
    CALL(int, aom_codec_destroy, (struct aom_codec_ctx *encoder))

AOM_STRUCTURES(FLIPBOOK_STRUCTURE, FLIPBOOK_LARGER, FLIPBOOK_BEGINNING)
AOM_CONSTANTS(FLIPBOOK_CONSTANT)
FLIPBOOK_CALLS(AOMCalls, AOM_CALLS)

// SQLite: most calls return a code, which is 0 for success.

#define SQLITE_CONSTANTS(CONSTANT) \
    CONSTANT(SQLITE_OK, 0) CONSTANT(SQLITE_CORRUPT, 11) CONSTANT(SQLITE_NOTADB, 26) CONSTANT(SQLITE_ROW, 100) \
    CONSTANT(SQLITE_DONE, 101) CONSTANT(SQLITE_OPEN_READWRITE, 2) CONSTANT(SQLITE_OPEN_CREATE, 4) \
    CONSTANT(SQLITE_OPEN_NOMUTEX, 0x8000)

#define SQLITE_CALLS(CALL) \
    CALL(int, sqlite3_open_v2, (const char *name, void **connection, int flags, const char *vfs)) \
    CALL(int, sqlite3_close_v2, (void *connection)) \
    CALL(int, sqlite3_busy_timeout, (void *connection, int milliseconds)) \
    CALL(int, sqlite3_prepare_v2, \
         (void *connection, const char *text, int count, void **statement, const char **rest)) \
    CALL(int, sqlite3_bind_text, \
         (void *statement, int place, const char *text, int count, const void *destructor)) \
    CALL(int, sqlite3_step, (void *statement)) \
    CALL(int, sqlite3_column_count, (void *statement)) \
    CALL(const uint8_t *, sqlite3_column_text, (void *statement, int column)) \
    CALL(int, sqlite3_reset, (void *statement)) \
    CALL(int, sqlite3_finalize, (void *statement))

SQLITE_CONSTANTS(FLIPBOOK_CONSTANT)
FLIPBOOK_CALLS(SQLiteCalls, SQLITE_CALLS)

// SDL 2.0.18 and later, for windows. Events are read as the structures for their types.

#define SDL_STRUCTURES(STRUCTURE, LARGER, BEGINNING) \
    STRUCTURE(SDL_Rect) BEGINNING(SDL_Surface) STRUCTURE(SDL_SysWMinfo) BEGINNING(SDL_SysWMmsg) \
    STRUCTURE(SDL_WindowEvent) STRUCTURE(SDL_Keysym) STRUCTURE(SDL_KeyboardEvent) STRUCTURE(SDL_TextInputEvent) \
    BEGINNING(SDL_MouseMotionEvent) STRUCTURE(SDL_MouseButtonEvent) BEGINNING(SDL_MouseWheelEvent) \
    BEGINNING(SDL_DropEvent) STRUCTURE(SDL_SysWMEvent)

#define SDL_Rect_FIELDS(FIELD, GAP) FIELD(int, x) FIELD(int, y) FIELD(int, w) FIELD(int, h)
// The first word in the format structure identifies the format.
#define SDL_Surface_FIELDS(FIELD, GAP) \
    FIELD(uint32_t, flags) FIELD(const uint32_t *, format) FIELD(int, w) FIELD(int, h) FIELD(int, pitch) \
    FIELD(void *, pixels)
// The X11 display and window, or the Wayland display and surface.
#define SDL_SysWMinfo_FIELDS(FIELD, GAP) FIELD(uint8_t, version, [3]) FIELD(int, subsystem) FIELD(void *, info, [8])
#define SDL_SysWMmsg_FIELDS(FIELD, GAP) FIELD(uint8_t, version, [3]) FIELD(int, subsystem) FIELD(uint64_t, msg, [24])
#define SDL_EVENT_FIELDS(FIELD, GAP) FIELD(uint32_t, type) FIELD(uint32_t, timestamp)
#define SDL_WindowEvent_FIELDS(FIELD, GAP) \
    SDL_EVENT_FIELDS(FIELD, GAP) FIELD(uint32_t, windowID) FIELD(uint8_t, event) GAP(uint8_t, padding, [3]) \
    FIELD(int32_t, data1) FIELD(int32_t, data2)
#define SDL_Keysym_FIELDS(FIELD, GAP) \
    FIELD(int, scancode) FIELD(int32_t, sym) FIELD(uint16_t, mod) GAP(uint32_t, unused)
#define SDL_KeyboardEvent_FIELDS(FIELD, GAP) \
    SDL_EVENT_FIELDS(FIELD, GAP) FIELD(uint32_t, windowID) FIELD(uint8_t, state) FIELD(uint8_t, repeat) \
    GAP(uint8_t, padding, [2]) FIELD(struct SDL_Keysym, keysym)
#define SDL_TextInputEvent_FIELDS(FIELD, GAP) \
    SDL_EVENT_FIELDS(FIELD, GAP) FIELD(uint32_t, windowID) FIELD(char, text, [32])
#define SDL_MouseMotionEvent_FIELDS(FIELD, GAP) \
    SDL_EVENT_FIELDS(FIELD, GAP) FIELD(uint32_t, windowID) FIELD(uint32_t, which) FIELD(uint32_t, state) \
    FIELD(int32_t, x) FIELD(int32_t, y)
#define SDL_MouseButtonEvent_FIELDS(FIELD, GAP) \
    SDL_EVENT_FIELDS(FIELD, GAP) FIELD(uint32_t, windowID) FIELD(uint32_t, which) FIELD(uint8_t, button) \
    FIELD(uint8_t, state) FIELD(uint8_t, clicks) GAP(uint8_t, padding) FIELD(int32_t, x) FIELD(int32_t, y)
#define SDL_MouseWheelEvent_FIELDS(FIELD, GAP) \
    SDL_EVENT_FIELDS(FIELD, GAP) FIELD(uint32_t, windowID) FIELD(uint32_t, which) FIELD(int32_t, x) FIELD(int32_t, y)
#define SDL_DropEvent_FIELDS(FIELD, GAP) \
    SDL_EVENT_FIELDS(FIELD, GAP) FIELD(char *, file) FIELD(uint32_t, windowID)
#define SDL_SysWMEvent_FIELDS(FIELD, GAP) SDL_EVENT_FIELDS(FIELD, GAP) FIELD(struct SDL_SysWMmsg *, msg)

#define SDL_CONSTANTS(CONSTANT) \
    CONSTANT(SDL_WINDOWEVENT, 0x200) CONSTANT(SDL_SYSWMEVENT, 0x201) CONSTANT(SDL_KEYDOWN, 0x300) \
    CONSTANT(SDL_KEYUP, 0x301) CONSTANT(SDL_TEXTINPUT, 0x303) CONSTANT(SDL_MOUSEMOTION, 0x400) \
    CONSTANT(SDL_MOUSEBUTTONDOWN, 0x401) CONSTANT(SDL_MOUSEBUTTONUP, 0x402) CONSTANT(SDL_MOUSEWHEEL, 0x403) \
    CONSTANT(SDL_DROPFILE, 0x1000) CONSTANT(SDL_DROPCOMPLETE, 0x1003) CONSTANT(SDL_LASTEVENT, 0xFFFF) \
    CONSTANT(SDL_WINDOWEVENT_EXPOSED, 3) CONSTANT(SDL_WINDOWEVENT_LEAVE, 11) \
    CONSTANT(SDL_WINDOWEVENT_FOCUS_LOST, 13) CONSTANT(SDL_WINDOWEVENT_CLOSE, 14) \
    CONSTANT(SDL_WINDOW_HIDDEN, 8) CONSTANT(SDL_WINDOW_RESIZABLE, 0x20) \
    CONSTANT(SDL_WINDOW_FULLSCREEN_DESKTOP, 0x1001) CONSTANT(SDL_WINDOW_ALLOW_HIGHDPI, 0x2000) \
    CONSTANT(SDL_HINT_OVERRIDE, 2) CONSTANT(SDL_PIXELFORMAT_RGB888, 0x16161804) CONSTANT(SDL_SYSWM_X11, 2)

typedef int (*sdl_watch)(void *data, void *event);
#define SDL_CALLS(CALL) \
    CALL(int, SDL_VideoInit, (const char *driver)) \
    CALL(void, SDL_VideoQuit, (void)) \
    CALL(int, SDL_SetHintWithPriority, (const char *name, const char *value, int priority)) \
    CALL(uint8_t, SDL_EventState, (uint32_t type, int state)) \
    CALL(void, SDL_AddEventWatch, (sdl_watch watch, void *data)) \
    CALL(void, SDL_PumpEvents, (void)) \
    CALL(void, SDL_FlushEvents, (uint32_t first, uint32_t last)) \
    CALL(void, SDL_free, (void *memory)) \
    CALL(char *, SDL_GetClipboardText, (void)) \
    CALL(int, SDL_HasClipboardText, (void)) \
    CALL(int, SDL_GetNumVideoDisplays, (void)) \
    CALL(int, SDL_GetDisplayBounds, (int number, struct SDL_Rect *bounds)) \
    CALL(void *, SDL_CreateWindow, (const char *title, int x, int y, int width, int height, uint32_t flags)) \
    CALL(void, SDL_DestroyWindow, (void *window)) \
    CALL(void, SDL_ShowWindow, (void *window)) \
    CALL(uint32_t, SDL_GetWindowID, (void *window)) \
    CALL(uint32_t, SDL_GetWindowFlags, (void *window)) \
    CALL(int, SDL_GetWindowDisplayIndex, (void *window)) \
    CALL(int, SDL_GetWindowWMInfo, (void *window, struct SDL_SysWMinfo *info)) \
    CALL(void, SDL_SetWindowTitle, (void *window, const char *title)) \
    CALL(void, SDL_SetWindowMinimumSize, (void *window, int width, int height)) \
    CALL(void, SDL_SetWindowSize, (void *window, int width, int height)) \
    CALL(void, SDL_GetWindowSize, (void *window, int *width, int *height)) \
    CALL(void, SDL_GL_GetDrawableSize, (void *window, int *width, int *height)) \
    CALL(void, SDL_SetWindowPosition, (void *window, int x, int y)) \
    CALL(void, SDL_GetWindowPosition, (void *window, int *x, int *y)) \
    CALL(int, SDL_GetWindowBordersSize, (void *window, int *top, int *left, int *bottom, int *right)) \
    CALL(int, SDL_SetWindowFullscreen, (void *window, uint32_t flags)) \
    CALL(struct SDL_Surface *, SDL_GetWindowSurface, (void *window)) \
    CALL(int, SDL_UpdateWindowSurface, (void *window)) \
    CALL(int, SDL_ConvertPixels, \
         (int width, int height, uint32_t from, const void *source, int source_row, uint32_t to, void *target, \
          int target_row))

SDL_STRUCTURES(FLIPBOOK_STRUCTURE, FLIPBOOK_LARGER, FLIPBOOK_BEGINNING)
SDL_CONSTANTS(FLIPBOOK_CONSTANT)
FLIPBOOK_CALLS(SDLCalls, SDL_CALLS)

// Functions that SDL 2 does not provide, called on its connection: Xlib with version 6 of its interface, in use since 1994, and
// XInput 2; libwayland-client with version 0 of its interface, as of 1.20. Structures are accessed by memory offsets.

#define X11_CALLS(CALL) \
    CALL(int, XInitThreads, (void)) \
    CALL(void *, XOpenDisplay, (const char *name)) \
    CALL(int, XCloseDisplay, (void *display)) \
    CALL(int, XConnectionNumber, (void *display)) \
    CALL(unsigned long, XDefaultRootWindow, (void *display)) \
    CALL(unsigned long, XInternAtom, (void *display, const char *name, int only_known)) \
    CALL(int, XChangeProperty, \
         (void *display, unsigned long window, unsigned long property, unsigned long type, int bits, int mode, \
          const void *data, int count)) \
    CALL(int, XGetWindowProperty, \
         (void *display, unsigned long window, unsigned long property, long offset, long length, int removing, \
          unsigned long asked, void *type, void *bits, void *count, void *rest, void **data)) \
    CALL(int, XFree, (void *data)) \
    CALL(int, XGetWMNormalHints, (void *display, unsigned long window, void *hints, long *supplied)) \
    CALL(void, XSetWMNormalHints, (void *display, unsigned long window, void *hints)) \
    CALL(int, XSendEvent, (void *display, unsigned long window, int propagating, long events, void *event)) \
    CALL(int, XFlush, (void *display)) \
    CALL(int, XSync, (void *display, int discarding)) \
    CALL(int, XSetInputFocus, (void *display, unsigned long focus, int next, unsigned long time)) \
    CALL(int, XSetSelectionOwner, (void *display, unsigned long selection, unsigned long owner, unsigned long time)) \
    CALL(long, XExtendedMaxRequestSize, (void *display)) \
    CALL(const char *, XGetDefault, (void *display, const char *program, const char *option))

// Handlers that Xlib calls when the server reports an error or when the connection is lost.
typedef int (*x_error_handler)(void *display, const void *event);
typedef int (*x_loss_handler)(void *display);
#define X11_ERROR_CALLS(CALL) \
    CALL(x_error_handler, XSetErrorHandler, (x_error_handler handler)) \
    CALL(x_loss_handler, XSetIOErrorHandler, (x_loss_handler handler))

// Version 1.8 added pinch gestures.
#define XI_CALLS(CALL) \
    CALL(int, XIQueryVersion, (void *display, int *major, int *minor)) \
    CALL(int, XISelectEvents, (void *display, unsigned long window, void *masks, int count)) \
    CALL(int, XIGrabPinchGestureBegin, \
         (void *display, int device, unsigned long window, int mode, int paired_mode, int is_of_owner, void *mask, \
          int modifier_count, void *modifiers))

typedef int (*wayland_dispatcher)(
    const void *kind, void *object, uint32_t event, const void *message, void *words);

#define WAYLAND_CALLS(CALL) \
    CALL(int, wl_display_get_fd, (struct wayland_object *object)) \
    CALL(int, wl_display_roundtrip, (struct wayland_object *object)) \
    CALL(int, wl_display_flush, (struct wayland_object *object)) \
    CALL(int, wl_proxy_add_dispatcher, \
         (struct wayland_object *object, wayland_dispatcher dispatcher, const void *kind, void *data)) \
    CALL(void *, wl_proxy_get_user_data, (struct wayland_object *object)) \
    CALL(void, wl_proxy_destroy, (struct wayland_object *object)) \
    CALL(struct wayland_object *, wl_proxy_marshal_array_flags, \
         (struct wayland_object *object, uint32_t request, const void *interface, uint32_t version, \
          uint32_t flags, void *words)) \
    CALL(uint32_t, wl_proxy_get_version, (struct wayland_object *object))

struct wayland_object;
FLIPBOOK_CALLS(X11Calls, X11_CALLS)
FLIPBOOK_CALLS(X11ErrorCalls, X11_ERROR_CALLS)
FLIPBOOK_CALLS(XInputCalls, XI_CALLS)
FLIPBOOK_CALLS(WaylandCalls, WAYLAND_CALLS)

// Version 1 of the pointer-gestures protocol, in libwayland's form: requests and events, each with its argument types.
struct wayland_message { const char *name; const char *words; const void *const *kinds; };
struct wayland_interface {
    const char *name; int version; int request_count; const struct wayland_message *requests; int event_count;
    const struct wayland_message *events;
};
static inline const void *_Nonnull wayland_gestures(int is_pinch) {
    static const void *const any[5] = {0};
    static const struct wayland_message requests[] = {{"get_swipe_gesture", "no", any}, {"get_pinch_gesture", "no", any}};
    static const struct wayland_message destroy = {"destroy", "", any};
    static const struct wayland_message events[] = {{"begin", "uuou", any}, {"update", "uffff", any}, {"end", "uui", any}};
    static const struct wayland_interface gestures = {"zwp_pointer_gestures_v1", 1, 2, requests, 0, 0};
    static const struct wayland_interface pinch = {"zwp_pointer_gesture_pinch_v1", 1, 1, &destroy, 3, events};
    return is_pinch ? &pinch : &gestures;
}

// GLib's settings, as used by GNOME.

#define GIO_CALLS(CALL) \
    CALL(void *, g_settings_schema_source_get_default, (void)) \
    CALL(void *, g_settings_schema_source_lookup, (void *source, const char *name, int with_parents)) \
    CALL(int, g_settings_schema_has_key, (void *schema, const char *key)) \
    CALL(void *, g_settings_new, (const char *name)) \
    CALL(int, g_settings_get_boolean, (void *settings, const char *key))

FLIPBOOK_CALLS(GIOCalls, GIO_CALLS)

// Creates an anonymous in-memory file; see memfd_create(2). Declared here because Swift's Glibc module does not export it.
enum { MEMORY_IS_NOT_INHERITED = 1 };
int memfd_create(const char *name, unsigned int flags);

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
