#pragma once

// ISA-L's assembly returns with the upper halves of the AVX registers in use. Until they are cleared, each following SSE
// instruction pays for preserving them: about 5 ms in a 1080p frame.
#if defined(__x86_64__)
__attribute__((target("avx"))) static inline void clear_upper_halves(void) { __builtin_ia32_vzeroupper(); }

static inline void leave_wide_registers(void) {
    if (__builtin_cpu_supports("avx")) clear_upper_halves();
}
#else
static inline void leave_wide_registers(void) {}
#endif
