#pragma once
#include <stddef.h>
#include <stdint.h>

/// The CRC-32 of PNG chunks (ISO 3309, reflected, like gzip's) of `count` bytes.
uint32_t flipbook_crc32(const void *_Nullable bytes, size_t count);
