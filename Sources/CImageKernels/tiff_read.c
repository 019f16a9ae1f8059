#include "tiff_rows.h"

#include <stdlib.h>
#include <string.h>

/// The blocks, strips or tiles, that a page lies in.
struct blocks {
    int are_tiles;
    uint32_t width, height, across, down;
    /// Bytes of a row of a block and of a whole block, of one plane where planes are apart.
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
    // Tiles that are far larger than the picture are unpacked in full: they may take no more than a picture's room.
    uint64_t planes = layout->is_planar ? layout->samples : 1;
    if (!blocks->byte_count || blocks->byte_count > limit / planes / blocks->across / blocks->down) return 0;
    if (layout->photometric == PHOTOMETRIC_YCBCR) return 1;
    // Products of numbers of 32, 16 and 16 bits; the size of a picture keeps the other in bounds.
    uint64_t per_row = layout->is_planar ? 1 : layout->samples;
    return blocks->row_bytes == (blocks->width * per_row * layout->bits + 7) / 8
        && blocks->byte_count / blocks->height >= blocks->row_bytes;
}

/// Unpacks the blocks one after the other into `room`, and their pixels from there.
static enum flipbook_tiff_status unpack_blocks(
    TIFF *tiff, struct tiff_source *source, const struct tiff_layout *layout, const struct blocks *blocks, int depth,
    uint8_t *pixels, uint8_t *room, uint8_t *scratch) {
    size_t pixel_bytes = depth == 16 ? 8 : 4;
    unsigned planes = layout->is_planar ? layout->samples : 1;
    size_t step = layout->is_planar ? 1 : layout->samples;
    size_t sample_bytes = layout->bits == 16 ? 2 : 1;
    for (uint32_t down = 0; down < blocks->down; down += 1) {
        uint32_t top = down * blocks->height;
        uint32_t rows = layout->height - top < blocks->height ? layout->height - top : blocks->height;
        for (uint32_t across = 0; across < blocks->across; across += 1) {
            uint32_t left = across * blocks->width;
            uint32_t columns = layout->width - left < blocks->width ? layout->width - left : blocks->width;
            uint64_t wanted = blocks->are_tiles ? blocks->byte_count : blocks->row_bytes * rows;
            for (unsigned plane = 0; plane < planes; plane += 1) {
                uint32_t index = (plane * blocks->down + down) * blocks->across + across;
                uint8_t *target = room + plane * blocks->byte_count;
                tmsize_t got = blocks->are_tiles ? TIFFReadEncodedTile(tiff, index, target, (tmsize_t)wanted)
                                                 : TIFFReadEncodedStrip(tiff, index, target, (tmsize_t)wanted);
                if (got < 0 || source->has_failed) return FLIPBOOK_TIFF_REFUSED;
                if ((uint64_t)got < wanted) return FLIPBOOK_TIFF_TRUNCATED;
            }
            for (uint32_t row = 0; row < rows; row += 1) {
                const uint8_t *channels[32];
                for (unsigned k = 0; k < layout->samples; k += 1) {
                    channels[k] = room + row * blocks->row_bytes
                        + k * (layout->is_planar ? blocks->byte_count : sample_bytes);
                }
                uint8_t *out = pixels + ((size_t)(top + row) * layout->width + left) * pixel_bytes;
                flipbook_tiff_convert(layout, out, channels, step, columns, depth, scratch);
            }
        }
    }
    return FLIPBOOK_TIFF_OK;
}

/// Lets libtiff convert what it has its own way for: YCbCr with colours of lower resolution.
static enum flipbook_tiff_status unpack_ycbcr(
    TIFF *tiff, struct tiff_source *source, const struct tiff_layout *layout, uint8_t *pixels) {
    TIFFRGBAImage image;
    char text[1024] = "";
    if (!TIFFRGBAImageBegin(&image, tiff, 1, text)) {
        flipbook_tiff_report(source, "of a kind of YCbCr that is not read");
        return FLIPBOOK_TIFF_UNSUPPORTED;
    }
    // Asked for as it is stored, the picture is not turned.
    image.req_orientation = image.orientation;
    int is_done = TIFFRGBAImageGet(&image, (uint32_t *)(void *)pixels, layout->width, layout->height);
    TIFFRGBAImageEnd(&image);
    return is_done && !source->has_failed ? FLIPBOOK_TIFF_OK : FLIPBOOK_TIFF_REFUSED;
}

static enum flipbook_tiff_status decode(
    TIFF *tiff, struct tiff_source *source, uint32_t width, uint32_t height, int depth, size_t limit,
    uint8_t *pixels) {
    struct tiff_layout layout;
    if (!flipbook_tiff_layout(tiff, source, &layout)) return FLIPBOOK_TIFF_UNSUPPORTED;
    int is_as_said = layout.width == width && layout.height == height && (depth == 8 || layout.bits == 16);
    if (!is_as_said || !width || !height) {
        flipbook_tiff_report(source, "the size differs from the header");
        return FLIPBOOK_TIFF_REFUSED;
    }
    struct blocks blocks;
    if (!find_blocks(tiff, &layout, limit, &blocks)) {
        flipbook_tiff_report(source, "the strips or tiles do not fit the picture");
        return FLIPBOOK_TIFF_REFUSED;
    }
    source->is_unpacking = 1;
    if (layout.photometric == PHOTOMETRIC_YCBCR) return unpack_ycbcr(tiff, source, &layout, pixels);
    size_t planes = layout.is_planar ? layout.samples : 1;
    uint8_t *room = malloc(planes * blocks.byte_count);
    uint8_t *scratch = malloc((size_t)blocks.width * (8u + layout.samples));
    enum flipbook_tiff_status status = FLIPBOOK_TIFF_REFUSED;
    if (room && scratch) {
        status = unpack_blocks(tiff, source, &layout, &blocks, depth, pixels, room, scratch);
    } else {
        flipbook_tiff_report(source, "there is no memory for a strip or tile");
    }
    free(room);
    free(scratch);
    return status;
}

enum flipbook_tiff_status flipbook_tiff_decode(
    const void *bytes, size_t count, uint64_t page, uint32_t width, uint32_t height, int depth, size_t limit,
    void *pixels, char *message) {
    struct tiff_source source = {.bytes = bytes, .count = count, .page = page, .message = message};
    message[0] = 0;
    TIFF *tiff = flipbook_tiff_open(&source, limit);
    if (!tiff) {
        if (!message[0]) flipbook_tiff_report(&source, "libtiff cannot open it");
        return FLIPBOOK_TIFF_REFUSED;
    }
    // What libtiff found wrong with the directory and went on from counts no more.
    source.has_failed = 0;
    message[0] = 0;
    enum flipbook_tiff_status status = decode(tiff, &source, width, height, depth, limit, pixels);
    flipbook_tiff_close(tiff);
    return status;
}
