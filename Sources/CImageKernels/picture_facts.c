#include "picture_facts.h"
#include "vectors.h"

// An odd number with irregular bits. Multiplying by it spreads a change over the upper half.
#define SPREAD 0x9E3779B97F4A7C15ull

struct sums {
    words8 least_alpha, greatest_alpha, translucent, bright, different;
    words8 channels[4];
    uint64_t digest[FLIPBOOK_DIGEST_LANES];
};

// Mixes eight pixels into four lanes of the digest. Two groups of four lanes alternate, since a multiplication takes several
// cycles, and the next one in the same lane has to wait for it.
FLIPBOOK_INLINE void mix8(uint64_t lanes[4], const pixels8 *seen) {
    uint64_t words[4];
    memcpy(words, seen, sizeof words);
    for (int lane = 0; lane < 4; lane++) {
        uint64_t mixed = (lanes[lane] ^ words[lane]) * SPREAD;
        lanes[lane] = mixed ^ (mixed >> 29);
    }
}

// Adds eight pixels to the sums of a run, and to four lanes of the digest, starting at `lane`.
FLIPBOOK_INLINE void take8(
    struct sums *sums, const pixels8 *v, const pixels8 *first, const words8 *is_there, int lane) {
    words8 alpha = (words8)(*v >> 24);
    words8 below = alpha < sums->least_alpha;
    below &= *is_there;
    sums->least_alpha = (alpha & below) | (sums->least_alpha & ~below);
    words8 above = alpha > sums->greatest_alpha;
    sums->greatest_alpha = (alpha & above) | (sums->greatest_alpha & ~above);

    words8 is_translucent = (alpha > 0) & (alpha < 255);
    words8 red = (words8)(*v & 255), green = (words8)((*v >> 8) & 255), blue = (words8)((*v >> 16) & 255);
    words8 is_bright = is_translucent & ((red > alpha) | (green > alpha) | (blue > alpha));
    sums->translucent -= is_translucent;
    sums->bright -= is_bright;

    // Clear pixels look alike, whatever their color.
    pixels8 seen = *v & (pixels8)(alpha > 0);
    sums->different |= (words8)(seen ^ *first) & *is_there;

    channels16 a = ALPHAS(*v);
    channels16 green_factor = (channels16)(((pixels8)a & 0x0000FFFFu) | 0x00FF0000u);
    channels16 rb = MUL255(RED_BLUE(*v), a), ga = MUL255(GREEN_ALPHA(*v), green_factor);
    pixels8 premultiplied = JOIN(rb, ga);
    for (int channel = 0; channel < 4; channel++)
        sums->channels[channel] += (words8)((premultiplied >> (8 * channel)) & 255);

    mix8(sums->digest + lane, &seen);
}

// Adds 32 pixels if all are opaque, as in most pictures. This is faster than take8, with the same result. Returns 0 if a pixel
// is not opaque.
FLIPBOOK_INLINE int take_opaque32(struct sums *sums, const uint8_t *source, const pixels8 *first) {
    pixels8 v[4];
    memcpy(v, source, sizeof v);
    pixels8 common = (v[0] & v[1] & v[2] & v[3]) | 0x00FFFFFFu;
    uint64_t words[4];
    memcpy(words, &common, sizeof words);
    if ((words[0] & words[1] & words[2] & words[3]) != UINT64_MAX) return 0;

    pixels8 rb = {0}, green = {0};
    for (int i = 0; i < 4; i++) {
        // A word contains two 16-bit sums, which four channels cannot overflow.
        rb += v[i] & 0x00FF00FFu;
        green += (v[i] >> 8) & 0x000000FFu;
        sums->different |= (words8)(v[i] ^ *first);
        mix8(sums->digest + i % 2 * 4, &v[i]);
    }
    sums->channels[0] += (words8)(rb & 0xFFFF);
    sums->channels[1] += (words8)green;
    sums->channels[2] += (words8)(rb >> 16);
    sums->channels[3] += 4 * 255;
    sums->greatest_alpha = (words8){0} + 255;
    return 1;
}

FLIPBOOK_INLINE uint64_t total(const words8 *lanes) {
    uint64_t sum = 0;
    for (int lane = 0; lane < 8; lane++) sum += (uint32_t)(*lanes)[lane];
    return sum;
}

FLIPBOOK_CLONES
void flipbook_sum_up(
    struct flipbook_picture_facts *facts, const uint8_t *source, size_t width, size_t height, size_t first_row,
    size_t rows) {
    struct sums sums;
    memset(&sums, 0, sizeof sums);
    sums.least_alpha += 255;
    if (first_row == 0) {
        memset(facts, 0, sizeof *facts);
        facts->least_alpha = 255;
        facts->is_uniform = 1;
        memcpy(facts->first_color, source, 4);
        if (source[3] == 0) memset(facts->first_color, 0, 4);
    }
    memcpy(sums.digest, facts->digest_lanes, sizeof sums.digest);
    pixels8 first;
    splat8(&first, facts->first_color);
    const words8 all = (words8){0} - 1, lane = {0, 1, 2, 3, 4, 5, 6, 7};

    for (size_t y = 0; y < rows; y++) {
        const uint8_t *row = source + y * width * 4;
        size_t cell_row = (first_row + y) * FLIPBOOK_GRID_SIDE / height * FLIPBOOK_GRID_SIDE;
        for (size_t column = 0; column < FLIPBOOK_GRID_SIDE; column++) {
            // The columns x of the cell: x * side / width == column. Cells of narrow pictures may be empty.
            size_t x = (column * width + FLIPBOOK_GRID_SIDE - 1) / FLIPBOOK_GRID_SIDE;
            size_t end = ((column + 1) * width + FLIPBOOK_GRID_SIDE - 1) / FLIPBOOK_GRID_SIDE;
            // A run's sums stay below 2^32 in each lane: no row has 2^31 / 255 pixels.
            for (int channel = 0; channel < 4; channel++) sums.channels[channel] = (words8){0};
            pixels8 v;
            for (; x + 32 <= end; x += 32) {
                if (take_opaque32(&sums, row + x * 4, &first)) continue;
                for (size_t i = 0; i < 4; i++) {
                    load8(&v, row + (x + 8 * i) * 4);
                    take8(&sums, &v, &first, &all, i % 2 * 4);
                }
            }
            for (; x + 8 <= end; x += 8) {
                load8(&v, row + x * 4);
                take8(&sums, &v, &first, &all, 0);
            }
            if (x < end) {
                load_tail(&v, row + x * 4, end - x);
                words8 is_there = lane < (int32_t)(end - x);
                take8(&sums, &v, &first, &is_there, 4);
            }
            for (int channel = 0; channel < 4; channel++)
                facts->cells[cell_row + column][channel] += total(&sums.channels[channel]);
        }
        // The counts of a row fit in the lanes, but those of a picture might not.
        facts->translucent_count += total(&sums.translucent);
        facts->bright_translucent_count += total(&sums.bright);
        sums.translucent = sums.bright = (words8){0};
    }

    int32_t different = 0;
    for (int i = 0; i < 8; i++) {
        if (sums.least_alpha[i] < facts->least_alpha) facts->least_alpha = (uint8_t)sums.least_alpha[i];
        if (sums.greatest_alpha[i] > facts->greatest_alpha) facts->greatest_alpha = (uint8_t)sums.greatest_alpha[i];
        different |= sums.different[i];
    }
    facts->is_uniform &= different == 0;
    memcpy(facts->digest_lanes, sums.digest, sizeof sums.digest);
    if (first_row + rows < height) return;
    uint64_t digest = width * SPREAD ^ height;
    for (int i = 0; i < FLIPBOOK_DIGEST_LANES; i++) {
        digest = (digest ^ sums.digest[i]) * SPREAD;
        digest ^= digest >> 32;
    }
    facts->digest = digest;
}

void flipbook_profile_alpha(struct flipbook_alpha_profile *profile, const uint8_t *source, size_t count) {
    for (const uint8_t *pixel = source, *end = source + count * 4; pixel < end; pixel += 4) {
        uint8_t alpha = pixel[3];
        if (alpha == 0 || alpha == 255) continue;
        uint8_t brightest = pixel[0] > pixel[1] ? pixel[0] : pixel[1];
        if (pixel[2] > brightest) brightest = pixel[2];
        uint8_t *most = &profile->brightest[alpha / (256 / FLIPBOOK_ALPHA_LEVELS)];
        if (brightest > *most) *most = brightest;
        profile->has_level[alpha / (256 / FLIPBOOK_ALPHA_LEVELS)] = 1;
    }
}
