#include "png_checksum.h"

#include "wide_registers.h"
#include <isa-l/crc.h>

uint32_t flipbook_crc32(const void *bytes, size_t count) {
    uint32_t crc = crc32_gzip_refl(0, bytes, count);
    leave_wide_registers();
    return crc;
}
