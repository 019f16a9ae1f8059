#pragma once
#include <stddef.h>
#include <stdint.h>

/// Returns the CRC-32 of PNG chunks (ISO 3309, reflected, like gzip's) of `count` bytes.
uint32_t flipbook_crc32(const void *_Nullable bytes, size_t count);

/// Returns the maximum number of bytes that flipbook_deflate writes for `count` bytes.
size_t flipbook_deflate_capacity(size_t count);

/// Compresses to a zlib stream with ISA-L's level 1. Returns its length, or 0 if `capacity` is too small.
size_t flipbook_deflate(uint8_t *_Nonnull target, size_t capacity, const uint8_t *_Nonnull source, size_t count);

/// Decompresses zlib streams (RFC 1950) piece by piece, with ISA-L. This is written in C because ISA-L's state has large
/// arrays, which Swift would import as tuples of thousands of elements.
struct flipbook_inflater;

/// The result of a step.
enum flipbook_inflate_status {
    /// The input or the output is used up.
    FLIPBOOK_INFLATE_MORE,
    /// The stream ended with a correct checksum. Up to seven following bytes may have been consumed.
    FLIPBOOK_INFLATE_ENDED,
    /// The stream is broken. zlib reports the reason in detail.
    FLIPBOOK_INFLATE_DOUBTFUL,
};

/// Creates an inflater. Returns NULL if memory is short.
struct flipbook_inflater *_Nullable flipbook_inflater_create(void);

void flipbook_inflater_destroy(struct flipbook_inflater *_Nullable inflater);

/// Begins a new stream.
void flipbook_inflater_begin(struct flipbook_inflater *_Nonnull inflater);

/// Decompresses until the input or the output is used up or the stream ends, and advances the pointers and counts.
enum flipbook_inflate_status flipbook_inflater_run(
    struct flipbook_inflater *_Nonnull inflater, const uint8_t *_Nonnull *_Nonnull input, size_t *_Nonnull input_count,
    uint8_t *_Nonnull *_Nonnull output, size_t *_Nonnull output_count);
