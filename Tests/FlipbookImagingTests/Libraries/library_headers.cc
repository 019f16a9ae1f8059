// Compares picture_libraries.h with the headers of the libraries that are installed: sizes, fields, constants and
// calls.
//
// LibraryHeaderTests compiles it. A header that is not there is left out.
#include <cstddef>
#include <cstdint>
#include <sys/mman.h>
#include <type_traits>

namespace ours {
#include "picture_libraries.h"
}

// Whether a parameter or a result of one type is passed as one of another is: pointers, and our numbers of their size;
// whole numbers and enumerations of a size; fractions of a size; structures of a size.
template <class A>
constexpr bool isWhole = std::is_integral_v<A> || std::is_enum_v<A> || std::is_pointer_v<A>;
template <class A, class B>
constexpr bool isPassedAlike = [] {
    if constexpr (std::is_void_v<A> || std::is_void_v<B>) return std::is_same_v<A, B>;
    else if constexpr (std::is_pointer_v<A> != std::is_pointer_v<B> && !std::is_same_v<A, uintptr_t>) return false;
    else
        return sizeof(A) == sizeof(B) && isWhole<A> == isWhole<B> &&
            std::is_floating_point_v<A> == std::is_floating_point_v<B>;
}();
// A result that we do not look at may be any.
template <class Ours, class Theirs>
constexpr bool isCalledAlike = false;
template <class R, class... P, class S, class... Q>
constexpr bool isCalledAlike<R (*)(P...), S (*)(Q...)> = [] {
    if constexpr (sizeof...(P) != sizeof...(Q)) return false;
    else return (std::is_void_v<R> || isPassedAlike<R, S>) && (isPassedAlike<P, Q> && ...);
}();

#define CALL(returns, name, parameters) \
    static_assert(isCalledAlike<decltype(Ours::name), std::decay_t<decltype(::name)>>, #name " is called otherwise");
#define CALLS(structure, LIST) \
    namespace of_##structure { \
    using Ours = ours::structure; \
    LIST(CALL) \
    }
#define CONSTANT(name, value) static_assert(int(name) == value, #name " is another number");
#define FIELD(type, name, ...) \
    static_assert(offsetof(Ours, name) == offsetof(Theirs, name) && sizeof(Ours::name) == sizeof(Theirs::name), \
                  #name " stands elsewhere");
#define GAP(...)
#define FIELDS(name, ...) \
    namespace of_##name { \
    using Ours = ours::name; \
    using Theirs = ::name; \
    __VA_ARGS__ \
    name##_FIELDS(FIELD, GAP) \
    }
#define STRUCTURE(name) FIELDS(name, static_assert(sizeof(Ours) == sizeof(Theirs), #name " has another size");)
#define LARGER(name) FIELDS(name, static_assert(sizeof(Ours) >= sizeof(Theirs), #name " has too little room");)
#define BEGINNING(name) FIELDS(name)

#if __has_include(<libheif/heif.h>)
#include <libheif/heif.h>
HEIF_STRUCTURES(STRUCTURE, LARGER, BEGINNING)
HEIF_CONSTANTS(CONSTANT)
CALLS(HEIFCalls, HEIF_CALLS)
#endif

#if __has_include(<jxl/encode.h>)
#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/version.h>
JXL_STRUCTURES(STRUCTURE, LARGER, BEGINNING)
JXL_CONSTANTS(CONSTANT)
CALLS(JXLCalls, JXL_CALLS)
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
CALLS(JXL07ColorCalls, JXL_0_7_COLOR_CALLS)
#else
CALLS(JXLColorCalls, JXL_COLOR_CALLS)
#endif
#endif

#if __has_include(<avif/avif.h>)
#include <avif/avif.h>
AVIF_STRUCTURES(STRUCTURE, LARGER, BEGINNING)
AVIF_CONSTANTS(CONSTANT)
#if AVIF_VERSION_MAJOR >= 1
#define OFFSET(structure, field, in_0_9, in_0_11, in_1) \
    static_assert(offsetof(::structure, field) == in_1, #structure "." #field " stands elsewhere");
#elif AVIF_VERSION_MINOR >= 11
#define OFFSET(structure, field, in_0_9, in_0_11, in_1) \
    static_assert(offsetof(::structure, field) == in_0_11, #structure "." #field " stands elsewhere");
#else
#define OFFSET(structure, field, in_0_9, in_0_11, in_1) \
    static_assert(offsetof(::structure, field) == in_0_9, #structure "." #field " stands elsewhere");
#endif
AVIF_OFFSETS(OFFSET)
#if AVIF_VERSION_MAJOR >= 1
AVIF_1_OFFSETS(OFFSET)
#endif
CALLS(AVIFCalls, AVIF_CALLS)
#endif

#if __has_include(<webp/encode.h>)
#include <webp/decode.h>
#include <webp/encode.h>
CALLS(WebPCalls, WEBP_CALLS)
#endif

#if __has_include(<lcms2.h>)
#include <lcms2.h>
CALLS(LCMSCalls, LCMS_CALLS)
#endif

#if __has_include(<librsvg/rsvg.h>) && __has_include(<pango/pangocairo.h>)
#include <librsvg/rsvg.h>
#include <pango/pangocairo.h>
PANGO_STRUCTURES(STRUCTURE, LARGER, BEGINNING)
PANGO_CONSTANTS(CONSTANT)
CALLS(RSVGCalls, RSVG_CALLS)
CALLS(CairoCalls, CAIRO_CALLS)
CALLS(PangoCalls, PANGO_CALLS)
#endif

#if __has_include(<openexr.h>) && __has_include(<ImfCRgbaFile.h>)
#include <openexr.h>
#include <ImfCRgbaFile.h>
EXR_STRUCTURES(STRUCTURE, LARGER, BEGINNING)
EXR_CONSTANTS(CONSTANT)
CALLS(EXRCalls, EXR_CALLS)
IMF_CONSTANTS(CONSTANT)
CALLS(ImfCalls, IMF_CALLS)
#endif

#if __has_include(<aom/aomcx.h>)
#include <aom/aom_encoder.h>
#include <aom/aomcx.h>
AOM_STRUCTURES(STRUCTURE, LARGER, BEGINNING)
#define aom_codec_cx_pkt_FIELDS(FIELD, GAP) \
    FIELD(int, kind) FIELD(const void *, data.frame.buf) FIELD(size_t, data.frame.sz) FIELD(int64_t, data.frame.pts)
BEGINNING(aom_codec_cx_pkt)
AOM_CONSTANTS(CONSTANT)
CALLS(AOMCalls, AOM_CALLS)
#endif

#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
SQLITE_CONSTANTS(CONSTANT)
CALLS(SQLiteCalls, SQLITE_CALLS)
#endif

#if __has_include(<gio/gio.h>)
#include <gio/gio.h>
CALLS(GIOCalls, GIO_CALLS)
#endif

#if __has_include(<wayland-client.h>)
#include <wayland-client.h>
CALLS(WaylandCalls, WAYLAND_CALLS)
#endif

// Last: they make macros of common words.
#if __has_include(<X11/XKBlib.h>)
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/XKBlib.h>
CALLS(X11Calls, X11_CALLS)
CALLS(X11ErrorCalls, X11_ERROR_CALLS)
#endif

#if __has_include(<X11/extensions/XInput2.h>)
#include <X11/extensions/XInput2.h>
CALLS(XInputCalls, XI_CALLS)
#endif

#if __has_include(<SDL.h>)
#include <SDL.h>
#include <SDL_syswm.h>
SDL_STRUCTURES(STRUCTURE, LARGER, BEGINNING)
SDL_CONSTANTS(CONSTANT)
CALLS(SDLCalls, SDL_CALLS)
#endif
