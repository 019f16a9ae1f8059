// The common part of the pixel kernels: vector types and the dispatch by CPU.
//
// Kernels are written with the vector extensions of clang and gcc, so that one
// source serves x86-64 and arm64. On x86-64 each is compiled twice, for AVX2 and
// for the baseline, and the loader picks; package-wide -march flags would need
// unsafeFlags, which bar a package from being depended upon by version.
//
// All arithmetic is on integers: results are the same on each machine.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The room for what a library says, with its closing zero.
#define FLIPBOOK_MESSAGE_CAPACITY 200

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FLIPBOOK_THREAD_SANITIZER
#endif
#endif

// The loader's choice needs glibc; elsewhere the baseline serves. It is made before the thread sanitizer, which would
// watch it, has begun.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(FLIPBOOK_THREAD_SANITIZER)
#define FLIPBOOK_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define FLIPBOOK_CLONES
#endif
