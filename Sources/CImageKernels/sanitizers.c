// The options of clang's sanitizers, in builds with one of them: here and not in a variable of the environment, so that it
// holds for every process that is started.
#include "pixels.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)

// Memory that there is not is a null pointer, as without a sanitizer. The search for leaks stops the process as a debugger
// does, which the sandbox of lint refuses; tools/soak sees what is lost.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1:detect_leaks=0"; }

#endif
#endif

#ifdef FLIPBOOK_THREAD_SANITIZER

#include <sched.h>
#include <stdatomic.h>

// Buffers change threads in GStreamer's queues, under locks of GLib that are words of the kernel and not watched: what we wrote
// into a buffer before it was pushed is read in these functions, which GStreamer gives it to.
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void) {
    return "race:9drawBoxes\nrace:15chainAndObserve\nrace:7AppSinkV*pull\n";
}

// Memory that there is not is a null pointer, as without a sanitizer.
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

// The first attempt to lock a `Synchronization.Mutex` is inlined into our code, where its atomics are watched. Waiting
// for a lock that is taken is left to Swift's library, which is not watched: a lock that was waited for looks like none.
// So the function below takes the place of the library's `_MutexHandle._lockSlow(_: UInt32)`. The lock is a word that
// holds the number of the thread that has it, or 0; since it is never marked as waited for here, unlocking is always
// the inlined half.
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
