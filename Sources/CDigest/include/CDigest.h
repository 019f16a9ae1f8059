#pragma once

#include <stddef.h>
#include <stdint.h>

/// Updates a SHA-256 state with whole blocks of 64 bytes (FIPS 180-4, 6.2). Uses the processor's SHA instructions if available.
void flipbook_sha256_blocks(uint32_t state[8], const uint8_t *bytes, size_t block_count);

/// Like `flipbook_sha256_blocks`, but without the SHA instructions, for comparison.
void flipbook_sha256_blocks_plain(uint32_t state[8], const uint8_t *bytes, size_t block_count);
