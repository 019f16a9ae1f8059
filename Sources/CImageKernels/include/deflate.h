// zlib streams of files other than PNG.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The most bytes that flipbook_deflate writes for `count`.
size_t flipbook_deflate_capacity(size_t count);

// Compresses to a zlib stream with ISA-L's level 1. Returns its length, or 0 if `capacity` is too small.
size_t flipbook_deflate(uint8_t *target, size_t capacity, const uint8_t *source, size_t count);
