#include "jpeg_source.h"

// The rows of a plane in memory: the rows from one call to libjpeg, and the two rows before them.
enum { BEFORE = 2, MOST_ROWS = MAX_SAMP_FACTOR * DCTSIZE };

struct strip {
    JSAMPROW rows[BEFORE + MOST_ROWS];
    /// The number of rows read at a time, and the index of the first row in memory.
    int count, first;
    /// The index of the picture's last row.
    int last;
};

static void allocate(j_decompress_ptr info, struct strip *strip, int component) {
    jpeg_component_info *part = &info->comp_info[component];
    JDIMENSION blocks = (part->width_in_blocks + (JDIMENSION)part->h_samp_factor - 1) / (JDIMENSION)part->h_samp_factor
        * (JDIMENSION)part->h_samp_factor;
    strip->count = part->v_samp_factor * DCTSIZE;
    strip->first = -BEFORE - strip->count;
    strip->last = (int)part->downsampled_height - 1;
    JSAMPARRAY rows = info->mem->alloc_sarray(
        (j_common_ptr)info, JPOOL_IMAGE, blocks * DCTSIZE, (JDIMENSION)(BEFORE + strip->count));
    for (int i = 0; i < BEFORE + strip->count; i += 1) strip->rows[i] = rows[i];
}

/// Makes room for the next rows. The last two rows are kept, and are exchanged with the first two rows.
static JSAMPARRAY next_rows(struct strip *strip) {
    for (int i = 0; i < BEFORE; i += 1) {
        JSAMPROW row = strip->rows[i];
        strip->rows[i] = strip->rows[strip->count + i];
        strip->rows[strip->count + i] = row;
    }
    strip->first += strip->count;
    return strip->rows + BEFORE;
}

/// Returns a row in memory. Beyond the picture's edges, the nearest row repeats.
static const uint8_t *row(const struct strip *strip, int number) {
    number = number < 0 ? 0 : number > strip->last ? strip->last : number;
    return strip->rows[number - strip->first];
}

int flipbook_jpeg_planes(j_decompress_ptr info, const struct flipbook_recoding *wanted, uint8_t *planes) {
    struct flipbook_recoding own = *wanted, *how = &own;
    uint32_t width = info->image_width, height = info->image_height;
    if (info->jpeg_color_space != JCS_YCbCr || info->num_components != 3) return 0;
    const jpeg_component_info *luma = info->comp_info, *chroma = luma + 1;
    if (chroma[0].h_samp_factor != chroma[1].h_samp_factor || chroma[0].v_samp_factor != chroma[1].v_samp_factor) return 0;
    how->halves_columns = luma->h_samp_factor == 2 * chroma->h_samp_factor;
    how->halves_rows = luma->v_samp_factor == 2 * chroma->v_samp_factor;
    if (!how->halves_columns && luma->h_samp_factor != chroma->h_samp_factor) return 0;
    if (!how->halves_rows && luma->v_samp_factor != chroma->v_samp_factor) return 0;
    info->raw_data_out = TRUE;
    info->out_color_space = JCS_YCbCr;
    flipbook_jpeg_start(info);

    struct strip strips[3];
    for (int i = 0; i < 3; i += 1) allocate(info, &strips[i], i);
    int16_t *scratch = info->mem->alloc_large(
        (j_common_ptr)info, JPOOL_IMAGE, FLIPBOOK_RECODING_SCRATCH((size_t)width) * sizeof *scratch);
    uint8_t *blue = planes + (size_t)width * height, *red = blue + (size_t)width * height / 4;
    int done = 0, last = (int)height / 2 - 1;
    while (info->output_scanline < height) {
        JSAMPARRAY rows[3];
        for (int i = 0; i < 3; i += 1) rows[i] = next_rows(&strips[i]);
        jpeg_read_raw_data(info, rows, (JDIMENSION)strips[0].count);
        // A subsampled row is interpolated with the row below it, so that row is needed, too.
        int ready = info->output_scanline >= height ? last : (int)info->output_scanline / 2 - 1 - how->halves_rows;
        for (; done <= ready; done += 1) {
            const uint8_t *colors[2][3];
            for (int i = 0; i < 2; i += 1) {
                const struct strip *strip = &strips[i + 1];
                colors[i][0] = row(strip, how->halves_rows ? done - 1 : 2 * done);
                colors[i][1] = row(strip, how->halves_rows ? done : 2 * done);
                colors[i][2] = row(strip, how->halves_rows ? done + 1 : 2 * done + 1);
            }
            uint8_t *out = planes + (size_t)done * 2 * width;
            size_t place = (size_t)done * (width / 2);
            flipbook_planes_to_i420(
                out, out + width, blue + place, red + place, row(&strips[0], 2 * done), row(&strips[0], 2 * done + 1),
                colors[0], colors[1], width, how, scratch);
        }
    }
    return 1;
}
