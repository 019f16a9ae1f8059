#include "jpeg_source.h"

#include <jerror.h>
#include <string.h>

// Pictures have about a dozen scans. A crafted file may have thousands of scans, each of which visits all blocks.
enum { MOST_SCANS = 100 };

_Noreturn void flipbook_jpeg_refuse(j_common_ptr info, const char *text) {
    struct flipbook_jpeg_errors *errors = (struct flipbook_jpeg_errors *)info->err;
    strncpy(errors->message, text, FLIPBOOK_MESSAGE_CAPACITY - 1);
    errors->message[FLIPBOOK_MESSAGE_CAPACITY - 1] = 0;
    longjmp(errors->way_out, 1);
}

static _Noreturn void fail(j_common_ptr info) {
    // Returns one message for each kind of damage, since libjpeg's messages contain varying numbers.
    switch (info->err->msg_code) {
    case JWRN_EXTRANEOUS_DATA: flipbook_jpeg_refuse(info, "extra bytes follow its pixels");
    case JWRN_MUST_RESYNC:
        flipbook_jpeg_refuse(info, "some of its pixels are missing: the restart markers are out of order");
    case JERR_OUT_OF_MEMORY:
        if (info->is_decompressor) flipbook_jpeg_refuse(info, "there is not enough memory to decode it");
    }
    char words[JMSG_LENGTH_MAX];
    info->err->format_message(info, words);
    flipbook_jpeg_refuse(info, words);
}

// Returns 1 if the bytes that libjpeg skipped are pixels. Skipped bytes are harmless before the first scan and between header
// segments. Zeros are also harmless: some cameras pad a scan with them.
static int has_leftover_pixels(j_decompress_ptr info) {
    if (info->input_scan_number == 0) return 0;
    const JOCTET *end = info->src->next_input_byte;
    const JOCTET *first = ((struct flipbook_jpeg_errors *)info->err)->bytes;
    int count = info->err->msg_parm.i[0];
    // Some files have up to two extra bytes before a marker. Most of these bytes were read ahead and are not counted.
    if (count <= 2) return 0;
    for (int i = 1; i <= count && end - i >= first; i += 1) {
        if (end[-i]) return 1;
    }
    return 0;
}

// Turns warnings into errors if libjpeg invented or dropped pixels. Other warnings leave the pixels intact: an unknown revision
// of JFIF or of Adobe's color transform, a damaged ICC profile, and spectral limits in a sequential scan
// (`JWRN_NOT_SEQUENTIAL`), which some encoders write as zeros and every decoder ignores.
static void judge(j_common_ptr info, int level) {
    struct flipbook_jpeg_errors *errors = (struct flipbook_jpeg_errors *)info->err;
    if (level >= 0) return;
    switch (info->err->msg_code) {
    case JWRN_JPEG_EOF:
        errors->ended = 1;
        // With Huffman codes, only the end marker can be missing here: truncated codes cause a different warning.
        if (!info->is_decompressor || ((j_decompress_ptr)info)->input_scan_number == 0) fail(info);
        if (((j_decompress_ptr)info)->arith_code) fail(info);
        return;
    case JWRN_EXTRANEOUS_DATA:
        if (!info->is_decompressor) return;
        // libjpeg inserts a marker after the last byte.
        if (!errors->ended && !has_leftover_pixels((j_decompress_ptr)info)) return;
        fail(info);
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_BOGUS_PROGRESSION: fail(info);
    default: return;
    }
}

static void print_nothing(j_common_ptr info) {}

static void count_scans(j_common_ptr info) {
    if (((j_decompress_ptr)info)->input_scan_number > MOST_SCANS) flipbook_jpeg_refuse(info, "it has more than 100 scans");
}

// Returns 1 if every component was in a scan. libjpeg silently replaces a missing component with gray. In a truncated file, all
// bits of all frequencies are also required, since refinement scans come last.
static int is_complete(j_decompress_ptr info) {
    int ended = ((struct flipbook_jpeg_errors *)info->err)->ended;
    for (int i = 0; i < info->num_components; i += 1) {
        if (!info->comp_info[i].quant_table) return 0;
        if (!info->progressive_mode || !info->coef_bits) continue;
        if (info->coef_bits[i][0] < 0) return 0;
        for (int k = 0; ended && k < DCTSIZE2; k += 1) {
            if (info->coef_bits[i][k] != 0) return 0;
        }
    }
    return 1;
}

void flipbook_jpeg_start(j_decompress_ptr info) {
    jpeg_start_decompress(info);
    if (jpeg_has_multiple_scans(info) && !is_complete(info))
        flipbook_jpeg_refuse((j_common_ptr)info, "the scans of a component are missing");
}

void flipbook_jpeg_listen(j_common_ptr info, struct flipbook_jpeg_errors *errors, const void *bytes, char *message) {
    memset(errors, 0, sizeof *errors);
    message[0] = 0;
    errors->bytes = bytes;
    errors->message = message;
    errors->progress.progress_monitor = count_scans;
    info->err = jpeg_std_error(&errors->base);
    errors->base.error_exit = fail;
    errors->base.emit_message = judge;
    errors->base.output_message = print_nothing;
}
