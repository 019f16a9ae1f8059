// The zlib streams of files other than PNG.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The most bytes that flipbook_deflate makes of `count`.
size_t flipbook_deflate_capacity(size_t count);

// Packs bytes into a zlib stream with ISA-L's first level. Returns its length; 0 where `capacity` is too small.
size_t flipbook_deflate(uint8_t *target, size_t capacity, const uint8_t *source, size_t count);
