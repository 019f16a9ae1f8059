#include "tiff_rows.h"

#include "premultiply.h"
#include "rgba64.h"
#include <string.h>

static int field(TIFF *tiff, uint32_t tag, int standard) {
    uint16_t value = 0;
    return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : standard;
}

int flipbook_tiff_layout(TIFF *tiff, struct tiff_source *source, struct tiff_layout *layout) {
    memset(layout, 0, sizeof *layout);
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &layout->width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &layout->height);
    layout->bits = (uint16_t)field(tiff, TIFFTAG_BITSPERSAMPLE, 1);
    layout->samples = (uint16_t)field(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    layout->photometric = (uint16_t)field(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
    layout->is_planar = field(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE;
    int compression = field(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    if (compression == COMPRESSION_OJPEG)
        return flipbook_tiff_report(source, "with JPEG compression of the old kind (number 6), which is not read");
    if (!TIFFIsCODECConfigured((uint16_t)compression))
        return flipbook_tiff_report(source, "with a compression that is not read (number %d)", compression);
    int format = field(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
    if (format != SAMPLEFORMAT_UINT && format != SAMPLEFORMAT_VOID)
        return flipbook_tiff_report(source, "of numbers that are not whole and positive");
    switch (layout->photometric) {
    case PHOTOMETRIC_MINISWHITE: layout->is_inverted = 1;  // and is gray
    case PHOTOMETRIC_MINISBLACK: layout->meaning = TIFF_GRAY; break;
    case PHOTOMETRIC_PALETTE: layout->meaning = TIFF_PALETTE; break;
    case PHOTOMETRIC_SEPARATED: layout->meaning = TIFF_INKS; break;
    // JPEG's are handed out as RGB; others are left to libtiff altogether.
    case PHOTOMETRIC_YCBCR:
        if (compression == COMPRESSION_JPEG && !layout->is_planar) {
            TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
            layout->photometric = PHOTOMETRIC_RGB;
        }
    case PHOTOMETRIC_RGB: layout->meaning = TIFF_RGB; break;
    default: return flipbook_tiff_report(source, "in a colour space that is not read (number %d)", layout->photometric);
    }
    layout->colors = layout->meaning == TIFF_INKS ? 4 : layout->meaning == TIFF_RGB ? 3 : 1;
    int is_packed = layout->bits == 1 || layout->bits == 2 || layout->bits == 4;
    int is_deep = layout->bits == 16 && layout->meaning != TIFF_PALETTE;
    if (!(layout->bits == 8 || is_deep || (is_packed && layout->colors == 1)))
        return flipbook_tiff_report(source, "of %d bits a channel", layout->bits);
    if (layout->samples < layout->colors || layout->samples > 32)
        return flipbook_tiff_report(source, "of %d channels", layout->samples);
    if (layout->meaning == TIFF_INKS && field(tiff, TIFFTAG_INKSET, INKSET_CMYK) != INKSET_CMYK)
        return flipbook_tiff_report(source, "of other inks than cyan, magenta, yellow and black");
    if (layout->meaning == TIFF_PALETTE) {
        uint16_t *red, *green, *blue;
        if (!TIFFGetField(tiff, TIFFTAG_COLORMAP, &red, &green, &blue))
            return flipbook_tiff_report(source, "without its palette");
        layout->palette[0] = red;
        layout->palette[1] = green;
        layout->palette[2] = blue;
    }
    // Alpha is the first sample beyond the colours that the file calls so; a single one is alpha under any name.
    uint16_t extra_count = 0, *extra = NULL;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extra_count, &extra);
    unsigned beyond = layout->samples - layout->colors;
    if (beyond == 1) layout->alpha = layout->colors;
    for (unsigned k = 0; k < beyond && k < extra_count; k += 1) {
        if (extra[k] != EXTRASAMPLE_ASSOCALPHA && extra[k] != EXTRASAMPLE_UNASSALPHA) continue;
        layout->alpha = layout->colors + k;
        layout->is_premultiplied = extra[k] == EXTRASAMPLE_ASSOCALPHA;
        break;
    }
    return 1;
}

/// One byte for each packed sample, its value as it is.
static void unpack(uint8_t *out, const uint8_t *in, size_t count, unsigned bits) {
    unsigned mask = (1u << bits) - 1;
    for (size_t i = 0; i < count; i += 1) {
        size_t bit = i * bits;
        out[i] = (uint8_t)(in[bit / 8] >> (8 - bits - bit % 8) & mask);
    }
}

/// Numbers of 16 bits need not be aligned in a strip of ours, and cost nothing to load so.
static inline unsigned load(const uint8_t *base, size_t index, int is_wide) {
    if (!is_wide) return base[index];
    uint16_t value;
    memcpy(&value, base + index * 2, 2);
    return value;
}

static inline void store(uint8_t *base, size_t index, unsigned value, int is_wide) {
    uint16_t wide = (uint16_t)value;
    if (is_wide) memcpy(base + index * 2, &wide, 2);
    else base[index] = (uint8_t)value;
}

/// The pixels without regard to premultiplication, as wide as the samples.
static inline __attribute__((always_inline)) void arrange(
    const struct tiff_layout *layout, uint8_t *out, const uint8_t *const *channels, size_t step, size_t count,
    int is_wide) {
    unsigned most = is_wide ? 0xFFFF : 0xFF;
    unsigned largest = is_wide ? 0xFFFF : (1u << layout->bits) - 1;
    unsigned factor = most / largest, flip = layout->is_inverted ? most : 0;
    const uint8_t *alpha = layout->alpha ? channels[layout->alpha] : NULL;
    for (size_t i = 0; i < count; i += 1) {
        size_t from = i * step, to = i * 4;
        switch (layout->meaning) {
        case TIFF_GRAY: {
            unsigned value = load(channels[0], from, is_wide) * factor ^ flip;
            for (size_t c = 0; c < 3; c += 1) store(out, to + c, value, is_wide);
            break;
        }
        case TIFF_RGB:
            for (size_t c = 0; c < 3; c += 1) store(out, to + c, load(channels[c], from, is_wide), is_wide);
            break;
        case TIFF_PALETTE: {
            unsigned index = load(channels[0], from, is_wide);
            for (size_t c = 0; c < 3; c += 1) store(out, to + c, layout->palette[c][index] >> 8, is_wide);
            break;
        }
        case TIFF_INKS: {
            uint64_t light = most - load(channels[3], from, is_wide);
            for (size_t c = 0; c < 3; c += 1) {
                uint64_t color = most - load(channels[c], from, is_wide);
                store(out, to + c, (unsigned)((color * light + most / 2) / most), is_wide);
            }
            break;
        }
        }
        store(out, to + 3, alpha ? load(alpha, from, is_wide) * factor : most, is_wide);
    }
}

void flipbook_tiff_convert(
    const struct tiff_layout *layout, uint8_t *out, const uint8_t *const *channels, size_t step, size_t count,
    int depth, uint8_t *scratch) {
    if (layout->bits == 16) {
        uint16_t *wide = (uint16_t *)(void *)(depth == 16 ? out : scratch);
        arrange(layout, (uint8_t *)wide, channels, step, count, 1);
        if (layout->is_premultiplied) flipbook_rgba64_unpremultiply(wide, wide, count);
        if (depth != 16) flipbook_rgba64_narrow(out, wide, count);
        return;
    }
    const uint8_t *unpacked[32];
    if (layout->bits < 8) {
        uint8_t *room = scratch + count * 8;
        if (layout->is_planar) {
            for (size_t k = 0; k < layout->samples; k += 1) {
                unpack(room + k * count, channels[k], count, layout->bits);
                unpacked[k] = room + k * count;
            }
        } else {
            unpack(room, channels[0], count * layout->samples, layout->bits);
            for (size_t k = 0; k < layout->samples; k += 1) unpacked[k] = room + k;
        }
        channels = unpacked;
    }
    arrange(layout, out, channels, step, count, 0);
    if (layout->is_premultiplied) flipbook_unpremultiply(out, out, count);
}
