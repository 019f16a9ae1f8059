#pragma once
#include <stddef.h>
#include <stdint.h>

/// Returns the CRC-32 of `count` bytes, as in PNG chunks and gzip (ISO 3309, reflected).
uint32_t flipbook_crc32(const void *_Nullable bytes, size_t count);

/// Returns the maximum number of bytes that flipbook_deflate writes for `count` bytes.
size_t flipbook_deflate_capacity(size_t count);

/// Compresses to a zlib stream with ISA-L's level 1. Returns the length, or 0 if `capacity` is too small.
size_t flipbook_deflate(uint8_t *_Nonnull target, size_t capacity, const uint8_t *_Nonnull source, size_t count);

/// Decompresses zlib streams (RFC 1950) piece by piece, with ISA-L. This is written in C because ISA-L's state has large
/// arrays, which Swift would import as tuples of thousands of elements.
struct flipbook_inflater;

enum flipbook_inflate_status {
    /// All input is consumed, or the output is full.
    FLIPBOOK_INFLATE_MORE,
    /// Up to seven bytes after the stream may have been consumed.
    FLIPBOOK_INFLATE_ENDED,
    /// The stream is broken. zlib can report the reason in detail.
    FLIPBOOK_INFLATE_DOUBTFUL,
};

struct flipbook_inflater *_Nullable flipbook_inflater_create(void);

void flipbook_inflater_destroy(struct flipbook_inflater *_Nullable inflater);

void flipbook_inflater_begin(struct flipbook_inflater *_Nonnull inflater);

/// Decompresses until the input is consumed, the output is full, or the stream ends. Advances the pointers and counts.
enum flipbook_inflate_status flipbook_inflater_run(
    struct flipbook_inflater *_Nonnull inflater, const uint8_t *_Nonnull *_Nonnull input, size_t *_Nonnull input_count,
    uint8_t *_Nonnull *_Nonnull output, size_t *_Nonnull output_count);
