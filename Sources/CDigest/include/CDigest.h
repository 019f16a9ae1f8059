#pragma once

#include <stddef.h>
#include <stdint.h>

/// Takes whole blocks of 64 bytes into the state of SHA-256 (FIPS 180-4, 6.2), with the processor's own instructions where
/// it has them.
void flipbook_sha256_blocks(uint32_t state[8], const uint8_t *bytes, size_t block_count);

/// The same on every processor, for comparison.
void flipbook_sha256_blocks_plain(uint32_t state[8], const uint8_t *bytes, size_t block_count);
