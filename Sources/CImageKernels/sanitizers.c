// Options for clang's sanitizers. They are compiled in rather than set in the environment, so that they apply to every process.
#include "pixels.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)

// A failed allocation returns a null pointer, as without a sanitizer. Leak detection is off, since it attaches to the process
// like a debugger, which lint's sandbox forbids. tools/soak finds leaks instead.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1:detect_leaks=0"; }

#endif
#endif

#ifdef FLIPBOOK_THREAD_SANITIZER

#include <sched.h>
#include <stdatomic.h>

// GStreamer's queues pass buffers between threads under GLib's futex locks, which are not instrumented. These functions read
// data that was written to a buffer before the buffer was pushed.
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void) {
    return "race:9drawBoxes\nrace:15chainAndObserve\nrace:7AppSinkV*pull\n";
}

// A failed allocation returns a null pointer, as without a sanitizer.
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

// The first attempt to lock a `Synchronization.Mutex` is inlined into Flipbook's code, where its atomics are instrumented.
// Waiting for a lock takes place in Swift's library, which is not instrumented, so a contended lock would look like no lock at
// all. This function replaces the library's `_MutexHandle._lockSlow(_: UInt32)`. The lock is a word with the owning thread's
// ID, or 0. Since this function never marks the word as contended, unlocking always takes the inlined path.
__attribute__((swiftcall)) void flipbook_wait_for_mutex(
    uint32_t thread,
    __attribute__((swift_context)) _Atomic(uint32_t) *holder
) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void flipbook_wait_for_mutex(
    uint32_t thread,
    __attribute__((swift_context)) _Atomic(uint32_t) *holder
) {
    uint32_t none = 0;
    while (!atomic_compare_exchange_weak_explicit(holder, &none, thread, memory_order_acquire, memory_order_relaxed)) {
        sched_yield();
        none = 0;
    }
}

#endif
