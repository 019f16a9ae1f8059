// The shared part of the pixel kernels: vector types and dispatch by CPU.
//
// Kernels use the vector extensions of clang and gcc, so that one source works for x86-64 and arm64. On x86-64, each kernel is
// compiled twice, for AVX2 and for the baseline, and the loader selects one. Package-wide -march flags would need unsafeFlags,
// which packages with versioned dependents cannot use.
//
// All arithmetic uses integers, so results are the same on every machine.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The size of a message buffer, including the terminating zero.
#define FLIPBOOK_MESSAGE_CAPACITY 200

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FLIPBOOK_THREAD_SANITIZER
#endif
#endif

// The loader can select a kernel only with glibc; otherwise, the baseline is used. The thread sanitizer would instrument the
// selection, which runs before the sanitizer starts.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(FLIPBOOK_THREAD_SANITIZER)
#define FLIPBOOK_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define FLIPBOOK_CLONES
#endif
