#include "zlib_streams.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>

// ISA-L's assembly code leaves the upper halves of the AVX registers in use. Until they are cleared, every SSE instruction has
// to preserve them, which takes about 5 ms per 1080p frame.
#if defined(__x86_64__)
__attribute__((target("avx"))) static inline void clear_upper_halves(void) { __builtin_ia32_vzeroupper(); }

static inline void leave_wide_registers(void) {
    if (__builtin_cpu_supports("avx")) clear_upper_halves();
}
#else
static inline void leave_wide_registers(void) {}
#endif

uint32_t flipbook_crc32(const void *bytes, size_t count) {
    uint32_t crc = crc32_gzip_refl(0, bytes, count);
    leave_wide_registers();
    return crc;
}

size_t flipbook_deflate_capacity(size_t count) { return count + count / 1000 + 1024; }

size_t flipbook_deflate(uint8_t *target, size_t capacity, const uint8_t *source, size_t count) {
    struct isal_zstream stream;
    // If memory is short, level 0 is used, which needs no additional memory.
    uint8_t *level_memory = malloc(ISAL_DEF_LVL1_DEFAULT);
    isal_deflate_stateless_init(&stream);
    stream.level = level_memory ? 1 : 0;
    stream.level_buf = level_memory;
    stream.level_buf_size = level_memory ? ISAL_DEF_LVL1_DEFAULT : 0;
    stream.gzip_flag = IGZIP_ZLIB;
    stream.end_of_stream = 1;
    stream.flush = NO_FLUSH;
    stream.next_in = (uint8_t *)source;
    stream.avail_in = (uint32_t)count;
    stream.next_out = target;
    stream.avail_out = (uint32_t)capacity;
    int status = isal_deflate_stateless(&stream);
    leave_wide_registers();
    free(level_memory);
    return status == COMP_OK ? stream.total_out : 0;
}

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
