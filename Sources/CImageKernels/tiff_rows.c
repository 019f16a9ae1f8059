#include "tiff_rows.h"

#include "rgba.h"
#include "rgba64.h"
#include <math.h>
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
    if (compression == COMPRESSION_OJPEG) return flipbook_tiff_report(source, "with old-style JPEG compression (6)");
    if (!TIFFIsCODECConfigured((uint16_t)compression))
        return flipbook_tiff_report(source, "with compression %d", compression);
    int format = field(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
    layout->is_signed = format == SAMPLEFORMAT_INT;
    layout->is_float = format == SAMPLEFORMAT_IEEEFP;
    if (!layout->is_signed && !layout->is_float && format != SAMPLEFORMAT_UINT && format != SAMPLEFORMAT_VOID)
        return flipbook_tiff_report(source, "with complex numbers");
    switch (layout->photometric) {
    case PHOTOMETRIC_MINISWHITE: layout->is_inverted = 1;  // and is gray
    case PHOTOMETRIC_MINISBLACK: layout->meaning = TIFF_GRAY; break;
    case PHOTOMETRIC_PALETTE: layout->meaning = TIFF_PALETTE; break;
    case PHOTOMETRIC_SEPARATED: layout->meaning = TIFF_INKS; break;
    // libtiff converts YCbCr in a JPEG to RGB. For all other YCbCr data, libtiff does the whole decoding.
    case PHOTOMETRIC_YCBCR:
        if (compression == COMPRESSION_JPEG && !layout->is_planar) {
            TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
            layout->photometric = PHOTOMETRIC_RGB;
        }
    case PHOTOMETRIC_RGB: layout->meaning = TIFF_RGB; break;
    default: return flipbook_tiff_report(source, "in color space %d", layout->photometric);
    }
    layout->colors = layout->meaning == TIFF_INKS ? 4 : layout->meaning == TIFF_RGB ? 3 : 1;
    int is_light = layout->meaning == TIFF_GRAY || layout->meaning == TIFF_RGB;
    int is_plain = !layout->is_signed && !layout->is_float;
    int is_packed = layout->bits == 1 || layout->bits == 2 || layout->bits == 4;
    int is_deep = layout->bits == 16 && layout->meaning != TIFF_PALETTE;
    int is_broken = layout->is_float && (layout->bits == 16 || layout->bits == 64);
    layout->is_mapped = is_light && (layout->bits == 32 || is_broken);
    int is_signed = layout->is_signed && is_light && (layout->bits == 8 || layout->bits == 16);
    int is_whole = is_plain && (layout->bits == 8 || is_deep || (is_packed && layout->colors == 1));
    if (!layout->is_mapped && !is_signed && !is_whole)
        return flipbook_tiff_report(source, "with %d bits per channel", layout->bits);
    if (layout->samples < layout->colors || layout->samples > 32)
        return flipbook_tiff_report(source, "with %d channels", layout->samples);
    if (layout->meaning == TIFF_INKS && field(tiff, TIFFTAG_INKSET, INKSET_CMYK) != INKSET_CMYK)
        return flipbook_tiff_report(source, "with inks other than cyan, magenta, yellow and black");
    if (layout->meaning == TIFF_PALETTE) {
        uint16_t *red, *green, *blue;
        if (!TIFFGetField(tiff, TIFFTAG_COLORMAP, &red, &green, &blue))
            return flipbook_tiff_report(source, "without a palette");
        layout->palette[0] = red;
        layout->palette[1] = green;
        layout->palette[2] = blue;
    }
    // Alpha is the first extra sample marked as alpha. A single extra sample is always alpha.
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

static void unpack(uint8_t *out, const uint8_t *in, size_t count, unsigned bits) {
    unsigned mask = (1u << bits) - 1;
    for (size_t i = 0; i < count; i += 1) {
        size_t bit = i * bits;
        out[i] = (uint8_t)(in[bit / 8] >> (8 - bits - bit % 8) & mask);
    }
}

/// 16-bit values in a strip may be unaligned.
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

/// Arranges samples as RGBA of the same depth. Premultiplication is ignored.
static inline __attribute__((always_inline)) void arrange(
    const struct tiff_layout *layout, uint8_t *out, const uint8_t *const *channels, size_t step, size_t count,
    int is_wide) {
    unsigned most = is_wide ? 0xFFFF : 0xFF;
    unsigned largest = is_wide ? 0xFFFF : (1u << layout->bits) - 1;
    unsigned factor = most / largest, flip = layout->is_inverted ? most : 0;
    // The smallest signed value is black.
    if (layout->is_signed && !layout->is_mapped) flip ^= is_wide ? 0x8000 : 0x80;
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
            for (size_t c = 0; c < 3; c += 1) store(out, to + c, load(channels[c], from, is_wide) ^ flip, is_wide);
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

static double half(uint16_t bits) {
    // Rebases the exponent to single precision, which also handles subnormal numbers.
    uint32_t wide = (uint32_t)(bits & 0x7FFF) << 13;
    float value;
    memcpy(&value, &wide, 4);
    value *= 0x1p112f;
    if ((bits & 0x7C00) == 0x7C00) value = bits & 0x3FF ? NAN : INFINITY;
    return bits & 0x8000 ? -value : value;
}

static double number(const struct tiff_layout *layout, const uint8_t *in) {
    union {
        uint16_t half;
        float single;
        double wide;
        int32_t whole;
        uint32_t positive;
    } value;
    memcpy(&value, in, layout->bits / 8);
    // This is a separate statement, since a single expression would convert both values to unsigned.
    if (!layout->is_float && layout->is_signed) return value.whole;
    if (!layout->is_float) return value.positive;
    return layout->bits == 16 ? half(value.half) : layout->bits == 32 ? value.single : value.wide;
}

enum { IS_CUT = 1, IS_STRAY = 2 };

/// Maps a channel to 16 bits.
/// - marks: Receives the pixels' faults, or is `NULL` for alpha.
static void map(
    const struct tiff_layout *layout, uint16_t *out, const uint8_t *in, size_t step, size_t count,
    struct flipbook_tiff_range range, uint8_t *marks, struct flipbook_tiff_values *values) {
    double scale = 65535 / (range.white - range.black);
    for (size_t i = 0; i < count; i += 1) {
        double value = number(layout, in + i * step * (layout->bits / 8));
        double mapped = (value - range.black) * scale;
        out[i] = !(mapped > 0) ? 0 : mapped < 65535 ? (uint16_t)(mapped + 0.5) : 65535;
        if (!marks) continue;
        if (!isfinite(value)) {
            marks[i] |= IS_STRAY;
            continue;
        }
        if (value < values->least) values->least = value;
        if (value > values->greatest) values->greatest = value;
        if (mapped < -0.5 || mapped > 65535.5) marks[i] |= IS_CUT;
    }
}

/// Maps the displayed channels, and replaces their addresses.
/// - room: (1 + 2 * `samples`) * count bytes.
static void map_all(
    const struct tiff_layout *layout, uint8_t *room, const uint8_t **channels, size_t step, size_t count,
    struct flipbook_tiff_values *values, uint32_t x, uint32_t y) {
    uint8_t *marks = room + 2 * count * layout->samples;
    memset(marks, 0, count);
    for (unsigned k = 0; k < layout->samples; k += 1) {
        if (k >= layout->colors && k != layout->alpha) continue;
        uint16_t *out = (uint16_t *)(void *)room + k * count;
        struct flipbook_tiff_range opaque = {0, layout->is_float ? 1 : layout->is_signed ? INT32_MAX : UINT32_MAX};
        int is_color = k < layout->colors;
        map(layout, out, channels[k], step, count, is_color ? layout->range : opaque, is_color ? marks : NULL, values);
        channels[k] = (const uint8_t *)out;
    }
    for (size_t i = 0; i < count; i += 1) {
        if (marks[i] & IS_CUT) values->cut += 1;
        if (!(marks[i] & IS_STRAY)) continue;
        if (!values->stray || y < values->stray_y) {
            values->stray_x = x + (uint32_t)i;
            values->stray_y = y;
        }
        values->stray += 1;
    }
}

void flipbook_tiff_convert(
    const struct tiff_layout *layout, uint8_t *out, const uint8_t *const *channels, size_t step, size_t count,
    int depth, uint8_t *scratch, struct flipbook_tiff_values *values, uint32_t x, uint32_t y) {
    const uint8_t *mapped[32];
    if (layout->is_mapped) {
        memcpy(mapped, channels, layout->samples * sizeof *mapped);
        map_all(layout, scratch + count * 8, mapped, step, count, values, x, y);
        channels = mapped;
        step = 1;
    }
    if (layout->bits >= 16) {
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
