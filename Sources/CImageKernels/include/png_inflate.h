#pragma once
#include <stddef.h>
#include <stdint.h>

/// Unpacks zlib streams (RFC 1950) piece by piece, with ISA-L.
///
/// In C because ISA-L's state is a structure of large arrays, which Swift
/// would import as tuples of thousands of elements.
struct flipbook_inflater;

/// The end of a step of unpacking.
enum flipbook_inflate_status {
    /// It stopped for want of input or of room.
    FLIPBOOK_INFLATE_MORE,
    /// The stream has ended and its checksum is right. Up to seven bytes that follow it may count as used.
    FLIPBOOK_INFLATE_ENDED,
    /// The stream is broken: let zlib say how.
    FLIPBOOK_INFLATE_DOUBTFUL,
};

/// A new inflater, or NULL when there is no memory.
struct flipbook_inflater *_Nullable flipbook_inflater_create(void);

/// Frees what `flipbook_inflater_create` made.
void flipbook_inflater_destroy(struct flipbook_inflater *_Nullable inflater);

/// Begins a new stream.
void flipbook_inflater_begin(struct flipbook_inflater *_Nonnull inflater);

/// Unpacks from `*input` into `*output` until one of them is used up or the stream ends.
///
/// Moves both pointers over what was used and lowers both counts.
enum flipbook_inflate_status flipbook_inflater_run(
    struct flipbook_inflater *_Nonnull inflater, const uint8_t *_Nonnull *_Nonnull input, size_t *_Nonnull input_count,
    uint8_t *_Nonnull *_Nonnull output, size_t *_Nonnull output_count);
