// The kernels of rgba.h, with one source for both bit depths.
//
// The including file defines a block of pixels:
//
//     channel, block      the type of a channel; a vector of BLOCK_PIXELS pixels
//     factor              a vector with one number for each channel in a block
//     CHANNEL_MAX         the largest channel value: full color, opaque
//     ALPHA_MAX           a block, or a word in it, with that value in each alpha and 0 elsewhere
//     ALPHAS_OF(v)        the alpha of each pixel in a block, as a factor
//     splat, multiply, multiply_factors    see below; each product is rounded to nearest
//     KERNEL(name)        the name of a kernel at this bit depth
//
// Vectors are never passed by value; vectors.h explains why.

FLIPBOOK_INLINE void load(block *v, const channel *p, size_t count) {
    *v = (block){0};
    memcpy(v, p, count * 4 * sizeof(channel));
}
FLIPBOOK_INLINE void store(channel *p, const block *v, size_t count) { memcpy(p, v, count * 4 * sizeof(channel)); }

// `kernel` replaces `v`, a block of the source, with the result. `other` is the second operand, read from `target` if `reads`
// is set. The pixels at the end of a row use a padded block, which avoids a separate scalar formula that could differ.
#define FOR_EACH_BLOCK(kernel, target, reads)                                 \
    block v;                                                                  \
    size_t i = 0;                                                             \
    for (; i + BLOCK_PIXELS <= count; i += BLOCK_PIXELS) {                    \
        load(&v, source + i * 4, BLOCK_PIXELS);                               \
        if (reads) load((block *)&other, (target) + i * 4, BLOCK_PIXELS);     \
        kernel(&v, &other);                                                   \
        store((target) + i * 4, &v, BLOCK_PIXELS);                            \
    }                                                                         \
    if (i < count) {                                                          \
        load(&v, source + i * 4, count - i);                                  \
        if (reads) load((block *)&other, (target) + i * 4, count - i);        \
        kernel(&v, &other);                                                   \
        store((target) + i * 4, &v, count - i);                               \
    }

FLIPBOOK_INLINE void premultiply(block *v, const block *unused) {
    factor alphas = ALPHAS_OF(*v);
    // A factor of full alpha leaves alpha unchanged.
    *v |= ALPHA_MAX;
    multiply(v, v, &alphas);
}

FLIPBOOK_CLONES
void KERNEL(premultiply)(channel *target, const channel *source, size_t count) {
    block other = {0};
    FOR_EACH_BLOCK(premultiply, target, 0)
}

FLIPBOOK_INLINE void over(block *v, const block *below) {
    factor rest = CHANNEL_MAX - ALPHAS_OF(*v);
    block share;
    multiply(&share, below, &rest);
    *v += share;
}

FLIPBOOK_CLONES
void KERNEL(over)(channel *destination, const channel *source, size_t count) {
    block other;
    FOR_EACH_BLOCK(over, destination, 1)
}

FLIPBOOK_CLONES
void KERNEL(over_color)(channel *destination, const channel *source, size_t count, const channel color[4]) {
    block other;
    splat(&other, color);
    FOR_EACH_BLOCK(over, destination, 0)
}

FLIPBOOK_INLINE void straight_over(block *v, const block *below) {
    factor alphas = ALPHAS_OF(*v), rest = CHANNEL_MAX - alphas;
    block share;
    multiply(&share, below, &rest);
    multiply(v, v, &alphas);
    // The sum of the alphas is overwritten with full alpha.
    *v = (*v + share) | ALPHA_MAX;
}

FLIPBOOK_CLONES
void KERNEL(straight_over_opaque)(
    channel *destination, const channel *source, size_t count, const channel color[4]) {
    block other;
    splat(&other, color);
    FOR_EACH_BLOCK(straight_over, destination, 0)
}

FLIPBOOK_CLONES
void KERNEL(fill)(channel *destination, size_t count, const channel color[4]) {
    block v;
    splat(&v, color);
    size_t i = 0;
    for (; i + BLOCK_PIXELS <= count; i += BLOCK_PIXELS) store(destination + i * 4, &v, BLOCK_PIXELS);
    if (i < count) store(destination + i * 4, &v, count - i);
}

FLIPBOOK_INLINE void stencil(block *v, const block *color) {
    factor coverage = ALPHAS_OF(*v), opacity = ALPHAS_OF(*color), alphas;
    multiply_factors(&alphas, &coverage, &opacity);
    // The color gets full alpha, so that the result's alpha is the product itself.
    block solid = *color | ALPHA_MAX;
    multiply(v, &solid, &alphas);
}

FLIPBOOK_CLONES
void KERNEL(stencil)(channel *target, const channel *source, size_t count, const channel color[4]) {
    block other;
    splat(&other, color);
    FOR_EACH_BLOCK(stencil, target, 0)
}

FLIPBOOK_INLINE void fade(block *v, const factor *alpha) { multiply(v, v, alpha); }

FLIPBOOK_CLONES
void KERNEL(fade)(channel *target, const channel *source, size_t count, channel alpha) {
    factor other = (factor){0} + alpha;
    FOR_EACH_BLOCK(fade, target, 0)
}

FLIPBOOK_CLONES
int KERNEL(is_opaque)(const channel *source, size_t count) {
    enum { STEP = 8 * BLOCK_PIXELS };
    size_t i = 0;
    // A few blocks are checked at a time, so that a row with alpha is recognized early.
    for (; i + STEP <= count; i += STEP) {
        block all, v;
        load(&all, source + i * 4, BLOCK_PIXELS);
        for (size_t k = BLOCK_PIXELS; k < STEP; k += BLOCK_PIXELS) {
            load(&v, source + (i + k) * 4, BLOCK_PIXELS);
            all &= v;
        }
        channel common[BLOCK_PIXELS * 4];
        store(common, &all, BLOCK_PIXELS);
        for (size_t k = 0; k < BLOCK_PIXELS; k++) {
            if (common[k * 4 + 3] != CHANNEL_MAX) return 0;
        }
    }
    for (; i < count; i++) {
        if (source[i * 4 + 3] != CHANNEL_MAX) return 0;
    }
    return 1;
}
