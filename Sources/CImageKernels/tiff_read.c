#include "tiff_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct blocks {
    int are_tiles;
    /// Set for a large strip, which is decoded row by row.
    int are_rows;
    uint32_t width, height, across, down;
    /// The sizes of a block's row and of a block, in bytes. If planes are separate, the sizes are for one plane.
    uint64_t row_bytes, byte_count;
};

static int find_blocks(TIFF *tiff, const struct tiff_layout *layout, size_t limit, struct blocks *blocks) {
    memset(blocks, 0, sizeof *blocks);
    blocks->are_tiles = TIFFIsTiled(tiff);
    if (blocks->are_tiles) {
        TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &blocks->width);
        TIFFGetField(tiff, TIFFTAG_TILELENGTH, &blocks->height);
        blocks->row_bytes = TIFFTileRowSize64(tiff);
        blocks->byte_count = TIFFTileSize64(tiff);
    } else {
        TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &blocks->height);
        blocks->width = layout->width;
        if (blocks->height > layout->height) blocks->height = layout->height;
        blocks->row_bytes = TIFFScanlineSize64(tiff);
        blocks->byte_count = TIFFVStripSize64(tiff, blocks->height);
    }
    if (!blocks->width || !blocks->height) return 0;
    blocks->across = (layout->width - 1) / blocks->width + 1;
    blocks->down = (layout->height - 1) / blocks->height + 1;
    // Tiles are decoded whole, even if they are much larger than the picture, so they must not exceed a picture's memory limit.
    uint64_t planes = layout->is_planar ? layout->samples : 1;
    if (!blocks->byte_count || blocks->byte_count > limit / planes / blocks->across / blocks->down) return 0;
    if (layout->photometric == PHOTOMETRIC_YCBCR) return 1;
    // The product of 32, 16, and 16 bits cannot overflow; the limit bounds the other product.
    uint64_t per_row = layout->is_planar ? 1 : layout->samples;
    return blocks->row_bytes == (blocks->width * per_row * layout->bits + 7) / 8
        && blocks->byte_count / blocks->height >= blocks->row_bytes;
}

struct flipbook_tiff_page {
    struct tiff_source source;
    TIFF *tiff;
    struct tiff_layout layout;
    struct blocks blocks;
    struct flipbook_tiff_values values;
    int depth;
    /// The next row, and the number of rows decoded at a time.
    uint32_t row, step;
    /// Memory for the blocks at one position, one for each plane, and for one converted row.
    uint8_t *room, *scratch;
};

/// Strips above this size are decoded row by row. Most programs write strips of a few kilobytes; some write a single strip.
enum { LARGEST_STRIP = 8 << 20, FEWEST_ROWS = 16 };

static void convert(
    struct flipbook_tiff_page *page, uint32_t left, uint32_t top, uint32_t columns, uint32_t rows, uint8_t *out) {
    const struct tiff_layout *layout = &page->layout;
    const struct blocks *blocks = &page->blocks;
    size_t pixel_bytes = page->depth == 16 ? 8 : 4, sample_bytes = layout->bits < 16 ? 1 : layout->bits / 8;
    size_t step = layout->is_planar ? 1 : layout->samples;
    for (uint32_t row = 0; row < rows; row += 1) {
        const uint8_t *channels[32];
        for (unsigned k = 0; k < layout->samples; k += 1) {
            channels[k] =
                page->room + row * blocks->row_bytes + k * (layout->is_planar ? blocks->byte_count : sample_bytes);
        }
        flipbook_tiff_convert(
            layout, out + ((size_t)row * layout->width + left) * pixel_bytes, channels, step, columns, page->depth,
            page->scratch, &page->values, left, top + row);
    }
}

static enum flipbook_tiff_status refused(struct tiff_source *source, const char *reason) {
    flipbook_tiff_report(source, "%s", reason);
    return FLIPBOOK_TIFF_REFUSED;
}

/// Returns 1 if an uncompressed block has fewer bytes than its pixels need. For such a block, libtiff would read out of bounds.
static int is_short(TIFF *tiff, uint32_t index, uint64_t wanted) {
    uint16_t compression = COMPRESSION_NONE;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
    return compression == COMPRESSION_NONE && TIFFGetStrileByteCount(tiff, index) < wanted;
}

static enum flipbook_tiff_status unpack_blocks(struct flipbook_tiff_page *page, uint32_t rows, uint8_t *pixels) {
    const struct tiff_layout *layout = &page->layout;
    const struct blocks *blocks = &page->blocks;
    unsigned planes = layout->is_planar ? layout->samples : 1;
    uint32_t down = page->row / blocks->height;
    for (uint32_t across = 0; across < blocks->across; across += 1) {
        uint32_t left = across * blocks->width;
        uint32_t columns = layout->width - left < blocks->width ? layout->width - left : blocks->width;
        uint64_t wanted = blocks->are_tiles ? blocks->byte_count : blocks->row_bytes * rows;
        for (unsigned plane = 0; plane < planes; plane += 1) {
            uint32_t index = (plane * blocks->down + down) * blocks->across + across;
            uint8_t *target = page->room + plane * blocks->byte_count;
            if (is_short(page->tiff, index, wanted)) return refused(&page->source, "a strip or tile is too short");
            tmsize_t got = blocks->are_tiles ? TIFFReadEncodedTile(page->tiff, index, target, (tmsize_t)wanted)
                                             : TIFFReadEncodedStrip(page->tiff, index, target, (tmsize_t)wanted);
            if (got < 0 || page->source.has_failed) return FLIPBOOK_TIFF_REFUSED;
            if ((uint64_t)got < wanted) return FLIPBOOK_TIFF_TRUNCATED;
        }
        convert(page, left, page->row, columns, rows, pixels);
    }
    return FLIPBOOK_TIFF_OK;
}

static enum flipbook_tiff_status unpack_rows(struct flipbook_tiff_page *page, uint32_t rows, uint8_t *pixels) {
    size_t stride = (size_t)page->layout.width * (page->depth == 16 ? 8 : 4);
    for (uint32_t row = 0; row < rows; row += 1) {
        int is_read = TIFFReadScanline(page->tiff, page->room, page->row + row, 0);
        if (is_read < 0 || page->source.has_failed) return FLIPBOOK_TIFF_REFUSED;
        convert(page, 0, page->row + row, page->layout.width, 1, pixels + row * stride);
    }
    return FLIPBOOK_TIFF_OK;
}

/// Lets libtiff convert YCbCr with subsampled chroma.
static enum flipbook_tiff_status unpack_ycbcr(struct flipbook_tiff_page *page, uint8_t *pixels) {
    TIFFRGBAImage image;
    char text[1024] = "";
    if (!TIFFRGBAImageBegin(&image, page->tiff, 1, text)) {
        flipbook_tiff_report(&page->source, "with an unusual kind of YCbCr");
        return FLIPBOOK_TIFF_UNSUPPORTED;
    }
    // Requesting the stored orientation prevents rotation.
    image.req_orientation = image.orientation;
    int is_done = TIFFRGBAImageGet(&image, (uint32_t *)(void *)pixels, page->layout.width, page->layout.height);
    TIFFRGBAImageEnd(&image);
    return is_done && !page->source.has_failed ? FLIPBOOK_TIFF_OK : FLIPBOOK_TIFF_REFUSED;
}

static enum flipbook_tiff_status prepare(
    struct flipbook_tiff_page *page, uint32_t width, uint32_t height, int depth, size_t limit) {
    struct tiff_source *source = &page->source;
    struct tiff_layout *layout = &page->layout;
    struct blocks *blocks = &page->blocks;
    if (!flipbook_tiff_layout(page->tiff, source, layout)) return FLIPBOOK_TIFF_UNSUPPORTED;
    int is_as_said = layout->width == width && layout->height == height && (depth == 8 || layout->bits >= 16);
    if (!is_as_said || !width || !height) return refused(source, "the size differs from the header's");
    if (!find_blocks(page->tiff, layout, limit, blocks))
        return refused(source, "the strips or tiles do not match the picture");
    source->is_unpacking = 1;
    page->depth = depth;
    page->step = height;
    if (layout->photometric == PHOTOMETRIC_YCBCR) return FLIPBOOK_TIFF_OK;
    blocks->are_rows = !blocks->are_tiles && !layout->is_planar && blocks->byte_count > LARGEST_STRIP;
    uint64_t unit = blocks->are_rows ? FEWEST_ROWS : blocks->height, step = unit;
    if (step < FEWEST_ROWS) step *= (FEWEST_ROWS + step - 1) / step;
    if (step % 2) step *= 2;
    if (step < height) page->step = (uint32_t)step;
    size_t planes = layout->is_planar ? layout->samples : 1;
    // For damaged data, libdeflate may decode nothing while libtiff reports success. The memory is cleared, so that it does not
    // expose other data.
    page->room = calloc(1, blocks->are_rows ? blocks->row_bytes : planes * blocks->byte_count);
    page->scratch = malloc((size_t)blocks->width * (9u + 2u * layout->samples));
    if (page->room && page->scratch) return FLIPBOOK_TIFF_OK;
    return refused(source, "not enough memory for a strip or tile");
}

enum flipbook_tiff_status flipbook_tiff_open_page(
    const void *bytes, int descriptor, size_t count, struct flipbook_tiff_place place, uint32_t width, uint32_t height,
    int depth, struct flipbook_tiff_range range, size_t limit, struct flipbook_tiff_page **opened, char *message) {
    message[0] = 0;
    struct flipbook_tiff_page *page = calloc(1, sizeof *page);
    if (!page) return FLIPBOOK_TIFF_REFUSED;
    page->values = (struct flipbook_tiff_values){.least = INFINITY, .greatest = -INFINITY};
    struct tiff_source *source = &page->source;
    *source = (struct tiff_source){
        .bytes = bytes, .descriptor = descriptor, .count = count, .place = place, .message = message};
    page->tiff = flipbook_tiff_open(source, limit);
    enum flipbook_tiff_status status = FLIPBOOK_TIFF_REFUSED;
    if (page->tiff) {
        // libtiff recovered from any errors in the directory, so they are ignored.
        source->has_failed = 0;
        message[0] = 0;
        status = prepare(page, width, height, depth, limit);
        page->layout.range = range;
    } else if (!message[0]) {
        flipbook_tiff_report(source, "libtiff cannot open it");
    }
    if (status == FLIPBOOK_TIFF_OK) *opened = page;
    else flipbook_tiff_close_page(page);
    return status;
}

uint32_t flipbook_tiff_step(const struct flipbook_tiff_page *page) { return page->step; }

enum flipbook_tiff_status flipbook_tiff_read_rows(struct flipbook_tiff_page *page, void *pixels, char *message) {
    message[0] = 0;
    page->source.message = message;
    flipbook_tiff_continue(&page->source);
    if (page->layout.photometric == PHOTOMETRIC_YCBCR) return unpack_ycbcr(page, pixels);
    size_t stride = (size_t)page->layout.width * (page->depth == 16 ? 8 : 4);
    uint32_t left = page->layout.height - page->row, end = page->row + (left < page->step ? left : page->step);
    uint8_t *out = pixels;
    while (page->row < end) {
        uint32_t rows = end - page->row;
        if (!page->blocks.are_rows && rows > page->blocks.height) rows = page->blocks.height;
        enum flipbook_tiff_status status =
            page->blocks.are_rows ? unpack_rows(page, rows, out) : unpack_blocks(page, rows, out);
        if (status != FLIPBOOK_TIFF_OK) return status;
        page->row += rows;
        out += rows * stride;
    }
    return FLIPBOOK_TIFF_OK;
}

struct flipbook_tiff_values flipbook_tiff_measure(const struct flipbook_tiff_page *page) { return page->values; }

void flipbook_tiff_close_page(struct flipbook_tiff_page *page) {
    if (!page) return;
    free(page->room);
    free(page->scratch);
    if (page->tiff) flipbook_tiff_close(page->tiff);
    free(page);
}
