// What the sanitizers of clang are told, in builds with one of them: here and not in a variable of the environment, so that it
// holds for every process that is started.
#include "pixels.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)

// What GLib and GStreamer keep until the process ends: types, elements, plugins. What we lose is told.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libglib-2.0.so\nleak:libgobject-2.0.so\nleak:libgstreamer-1.0.so\n";
}

#endif
#endif

#ifdef FLIPBOOK_THREAD_SANITIZER

#include <sched.h>
#include <stdatomic.h>

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
    uint32_t nobody = 0;
    while (!atomic_compare_exchange_weak_explicit(holder, &nobody, thread, memory_order_acquire, memory_order_relaxed)) {
        sched_yield();
        nobody = 0;
    }
}

#endif
