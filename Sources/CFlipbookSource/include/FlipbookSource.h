// The interface between the element and its pictures. The element is written in C because GObject types need C macros. These
// functions are implemented in Swift, in the FlipbookSource target.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A property of the element other than its location. The strings are never freed.
typedef struct flipbook_property {
    const char *name;
    const char *help;
    bool is_flag;
} flipbook_property;

/// The properties that all pictures in a sequence share.
typedef struct flipbook_description {
    int32_t width, height;
    /// The number of frames per rate_denominator seconds, or 0 for variable durations.
    int32_t rate_numerator, rate_denominator;
    /// The duration in nanoseconds, or -1 for an endless sequence.
    int64_t duration;
    bool is_deep;
} flipbook_description;

/// A picture: rows of straight RGBA without padding.
typedef struct flipbook_picture {
    const void *bytes;
    size_t size;
    /// The presentation time and the duration, in nanoseconds.
    int64_t presentation_time, duration;
    int64_t index;
    /// The object that keeps the bytes alive until flipbook_picture_release is called.
    void *owner;
} flipbook_picture;

typedef enum flipbook_outcome {
    FLIPBOOK_DONE,
    FLIPBOOK_END,
    FLIPBOOK_INTERRUPTED,
    FLIPBOOK_WRONG_INPUT,
    FLIPBOOK_FAILED,
} flipbook_outcome;

/// Gets the property at an index. Returns false after the last property.
bool flipbook_property_at(size_t index, flipbook_property *property);

/// Opens a sequence with `count` property names and values. An unset value is NULL. The caller frees the message, which is an
/// error or a note.
flipbook_outcome flipbook_open(const char *location, const char *const *names, const char *const *values, size_t count,
                               void **sequence, flipbook_description *description, char **message);
flipbook_outcome flipbook_next(void *sequence, flipbook_picture *picture, char **message);
void flipbook_seek(void *sequence, int64_t time);
/// Interrupts a wait for a picture, and prevents further waits until this function is called with false.
void flipbook_interrupt(void *sequence, bool is_interrupted);
void flipbook_close(void *sequence);
void flipbook_picture_release(void *owner);
