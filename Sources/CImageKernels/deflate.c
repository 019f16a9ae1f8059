#include "deflate.h"

#include "wide_registers.h"
#include <isa-l/igzip_lib.h>
#include <stdlib.h>

size_t flipbook_deflate_capacity(size_t count) { return count + count / 1000 + 1024; }

size_t flipbook_deflate(uint8_t *target, size_t capacity, const uint8_t *source, size_t count) {
    struct isal_zstream stream;
    // If memory is short, level 0 needs none.
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
