// What the element and its pictures say to each other. The element is C, since GObject's types are made of C macros;
// the functions here are Swift's, in the target FlipbookSource.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A property of the element besides its location. The strings live for ever.
typedef struct flipbook_property {
    const char *name;
    const char *help;
    bool is_flag;
} flipbook_property;

/// What every picture of an opened sequence is like.
typedef struct flipbook_description {
    int32_t width, height;
    /// Frames in rate_denominator seconds; 0 where they are shown for different times.
    int32_t rate_numerator, rate_denominator;
    /// Nanoseconds; -1 for no end.
    int64_t duration;
    /// 16 bits a channel rather than 8.
    bool is_deep;
} flipbook_description;

/// A picture: rows of RGBA without padding, straight alpha.
typedef struct flipbook_picture {
    const void *bytes;
    size_t size;
    /// Nanoseconds.
    int64_t presentation_time, duration;
    /// Its place in the sequence, from 0.
    int64_t index;
    /// Keeps the bytes until flipbook_picture_release.
    void *owner;
} flipbook_picture;

typedef enum flipbook_outcome {
    FLIPBOOK_DONE,
    /// There is no picture after the last.
    FLIPBOOK_END,
    /// The reading was interrupted.
    FLIPBOOK_INTERRUPTED,
    /// The properties or the frames are wrong.
    FLIPBOOK_WRONG_INPUT,
    /// Files or the machine failed.
    FLIPBOOK_FAILED,
} flipbook_outcome;

/// The property at an index; false past the last.
bool flipbook_property_at(size_t index, flipbook_property *property);

/// Opens a sequence: count names and values of properties that were set, and NULL for others.
/// message is to be freed: what is wrong, or what a user may want to know.
flipbook_outcome flipbook_open(const char *location, const char *const *names, const char *const *values, size_t count,
                               void **sequence, flipbook_description *description, char **message);
/// Waits for the next picture.
flipbook_outcome flipbook_next(void *sequence, flipbook_picture *picture, char **message);
/// Goes on at a time in nanoseconds.
void flipbook_seek(void *sequence, int64_t time);
/// Ends a wait for a picture, and refuses to wait until it is called with false.
void flipbook_interrupt(void *sequence, bool is_interrupted);
void flipbook_close(void *sequence);
void flipbook_picture_release(void *owner);
