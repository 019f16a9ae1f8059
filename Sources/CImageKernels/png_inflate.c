#include "png_inflate.h"

#include "wide_registers.h"
#include <isa-l/igzip_lib.h>
#include <stdlib.h>

struct flipbook_inflater {
    struct inflate_state state;
};

struct flipbook_inflater *flipbook_inflater_create(void) { return malloc(sizeof(struct flipbook_inflater)); }

void flipbook_inflater_destroy(struct flipbook_inflater *inflater) { free(inflater); }

void flipbook_inflater_begin(struct flipbook_inflater *inflater) {
    isal_inflate_init(&inflater->state);
    inflater->state.crc_flag = ISAL_ZLIB;
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
    return state->block_state == ISAL_BLOCK_FINISH ? FLIPBOOK_INFLATE_ENDED : FLIPBOOK_INFLATE_MORE;
}
