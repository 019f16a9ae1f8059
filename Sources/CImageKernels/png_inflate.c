#include "png_inflate.h"

#include "wide_registers.h"
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

struct flipbook_inflater {
    struct inflate_state state;
    /// ISA-L's table of deflate's fixed code, which has a gap by design: two symbols are reserved.
    uint32_t fixed_literals[1 << ISAL_DECODE_LONG_BITS];
};

struct flipbook_inflater *flipbook_inflater_create(void) {
    struct flipbook_inflater *inflater = malloc(sizeof *inflater);
    if (!inflater) return NULL;
    // An empty block with the fixed code makes ISA-L set up its table.
    uint8_t empty_block[] = {0x03, 0x00}, nothing[1];
    struct inflate_state *state = &inflater->state;
    isal_inflate_init(state);
    state->next_in = empty_block;
    state->avail_in = sizeof empty_block;
    state->next_out = nothing;
    state->avail_out = sizeof nothing;
    int result = isal_inflate(state);
    leave_wide_registers();
    if (result != ISAL_DECOMP_OK || state->block_state != ISAL_BLOCK_FINISH) {
        free(inflater);
        return NULL;
    }
    memcpy(inflater->fixed_literals, state->lit_huff_code.short_code_lookup, sizeof inflater->fixed_literals);
    return inflater;
}

void flipbook_inflater_destroy(struct flipbook_inflater *inflater) { free(inflater); }

void flipbook_inflater_begin(struct flipbook_inflater *inflater) {
    struct inflate_state *state = &inflater->state;
    isal_inflate_init(state);
    state->crc_flag = ISAL_ZLIB;
    // The tables of the stream before must not be mistaken for this one's.
    memset(state->lit_huff_code.short_code_lookup, 0x01, sizeof state->lit_huff_code.short_code_lookup);
    memset(state->dist_huff_code.short_code_lookup, 0x01, sizeof state->dist_huff_code.short_code_lookup);
}

// How ISA-L packs the entries of its lookup tables (2.30 to 2.32 at least). An
// entry of zero is a run of bits that no symbol has for its code; the tests
// feed such codes, so another layout would not go unnoticed.
enum {
    LARGE_FLAG = 1 << 25,
    LARGE_LENGTH_SHIFT = 26,
    SMALL_FLAG = 1 << 10,
    SMALL_OFFSET_MASK = (1 << 9) - 1,
    SMALL_LENGTH_SHIFT = 11,
};

/// Whether a group of 2^bits long codes lies in its table and has no gap.
static int long_codes_are_complete(const uint16_t *codes, size_t capacity, size_t offset, unsigned bits) {
    if (bits > 15 || offset + (1u << bits) > capacity) return 0;
    for (size_t i = 0; i < 1u << bits; i += 1)
        if (!codes[offset + i]) return 0;
    return 1;
}

static int literal_code_is_complete(const struct inflate_huff_code_large *code) {
    const size_t capacity = sizeof code->long_code_lookup / sizeof code->long_code_lookup[0];
    // Without an early exit the compiler makes vectors of it, and it runs for every 128 KiB.
    uint32_t has_gap = 0, has_long_code = 0;
    for (size_t i = 0; i < 1u << ISAL_DECODE_LONG_BITS; i += 1) {
        has_gap |= code->short_code_lookup[i] == 0;
        has_long_code |= code->short_code_lookup[i] & LARGE_FLAG;
    }
    if (has_gap) return 0;
    for (size_t i = 0; has_long_code && i < 1u << ISAL_DECODE_LONG_BITS; i += 1) {
        uint32_t entry = code->short_code_lookup[i];
        if (entry & LARGE_FLAG) {
            unsigned bits = (entry >> LARGE_LENGTH_SHIFT) - ISAL_DECODE_LONG_BITS;
            if (!long_codes_are_complete(code->long_code_lookup, capacity, entry & (LARGE_FLAG - 1), bits)) return 0;
        }
    }
    return 1;
}

/// As above, but a stream without distances, or with a single one of one bit, need not fill the code.
static int distance_code_is_complete(const struct inflate_huff_code_small *code) {
    const size_t capacity = sizeof code->long_code_lookup / sizeof code->long_code_lookup[0];
    uint16_t has_gap = 0, has_longer_code = 0, has_long_code = 0;
    for (size_t i = 0; i < 1u << ISAL_DECODE_SHORT_BITS; i += 1) {
        uint16_t entry = code->short_code_lookup[i];
        has_gap |= entry == 0;
        has_longer_code |= entry >> SMALL_LENGTH_SHIFT > 1;
        has_long_code |= entry & SMALL_FLAG;
    }
    for (size_t i = 0; has_long_code && i < 1u << ISAL_DECODE_SHORT_BITS; i += 1) {
        uint16_t entry = code->short_code_lookup[i];
        if (entry & SMALL_FLAG) {
            unsigned bits = (entry >> SMALL_LENGTH_SHIFT) - ISAL_DECODE_SHORT_BITS;
            if (!long_codes_are_complete(code->long_code_lookup, capacity, entry & SMALL_OFFSET_MASK, bits)) return 0;
        }
    }
    return !(has_gap && has_longer_code);
}

/// Whether the codes of the current block give a meaning to all bits.
///
/// zlib refuses codes that do not; ISA-L reads on until it meets such bits. No
/// encoder is known to write them, since no zlib would read them, and one that
/// did would do so in most of its blocks, so a look at the block that happens
/// to be current when a step ends keeps the two in step.
static int codes_are_complete(const struct flipbook_inflater *inflater) {
    const struct inflate_state *state = &inflater->state;
    if (!distance_code_is_complete(&state->dist_huff_code)) return 0;
    return literal_code_is_complete(&state->lit_huff_code) ||
        !memcmp(state->lit_huff_code.short_code_lookup, inflater->fixed_literals, sizeof inflater->fixed_literals);
}

enum flipbook_inflate_status flipbook_inflater_run(
    struct flipbook_inflater *inflater, const uint8_t **input, size_t *input_count, uint8_t **output,
    size_t *output_count) {
    struct inflate_state *state = &inflater->state;
    if (*input_count > UINT32_MAX || *output_count > UINT32_MAX) return FLIPBOOK_INFLATE_DOUBTFUL;
    state->next_in = (uint8_t *)*input;
    state->avail_in = (uint32_t)*input_count;
    state->next_out = *output;
    state->avail_out = (uint32_t)*output_count;
    int result = isal_inflate(state);
    leave_wide_registers();
    *input = state->next_in;
    *input_count = state->avail_in;
    *output = state->next_out;
    *output_count = state->avail_out;

    if (result != ISAL_DECOMP_OK) return FLIPBOOK_INFLATE_DOUBTFUL;
    if (!codes_are_complete(inflater)) return FLIPBOOK_INFLATE_DOUBTFUL;
    if (state->block_state != ISAL_BLOCK_FINISH) return FLIPBOOK_INFLATE_MORE;
    // ISA-L takes input in words, so what follows the stream may be in its hands already.
    return state->avail_in == 0 && state->read_in_length < 8 ? FLIPBOOK_INFLATE_ENDED : FLIPBOOK_INFLATE_DOUBTFUL;
}
