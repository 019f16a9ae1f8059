internal import CImageKernels
internal import FlipbookCore
package import FlipbookImaging
internal import Glibc
internal import Synchronization

/// The colors of some pictures, gathered on any core: what a palette is made of.
package final class ColorSurvey: Sendable {
    private struct State: ~Copyable {
        /// The number of pixels of each color. Only the parts that are used take memory of the machine.
        let counts: UnsafeMutablePointer<UInt32>?
        /// `nil` once there are too many.
        var exact: flipbook_exact_colors? = flipbook_exact_colors()

        init() {
            counts = calloc(Int(FLIPBOOK_COLORS), MemoryLayout<UInt32>.stride)?.assumingMemoryBound(to: UInt32.self)
        }

        deinit { free(counts) }
    }

    private let state = Mutex(State())
    private let mostColors: Int

    /// A survey for a palette of at most so many colors, up to 256.
    package init(mostColors: Int) { self.mostColors = mostColors }

    /// Takes in the colors of the pixels of straight RGBA that are seen: those whose alpha is half at least.
    package func add(_ picture: Picture) {
        precondition(picture.format == .rgba, "colors are gathered from RGBA")
        // The picture, which can be read anywhere, goes behind the lock, and its pixels stay there.
        state.withLock { state in
            picture.withPixels { (pixels: UnsafePointer<UInt8>) in
                let count = picture.size.area
                if let counts = state.counts { flipbook_count_colors(counts, pixels, count) }
                if state.exact != nil, flipbook_add_exact_colors(&state.exact!, pixels, count, mostColors) == 0 {
                    state.exact = nil
                }
            }
        }
    }

    /// The palette of the pictures: their own colors where these are few, else the ones that come nearest to all.
    package var palette: ColorPalette {
        state.withLock { state in
            if let exact = state.exact { return ColorPalette(exact) }
            return ColorPalette(PaletteSearch(state.counts).colors(atMost: mostColors))
        }
    }
}

/// A way to give pixels the colors of a palette that lacks their own.
public enum Dither: String, Sendable, Hashable, Codable, CaseIterable {
    /// Each gets the nearest one.
    case none
    /// By a fixed pattern, which stands still.
    case ordered
    /// The error goes on to the neighbors, after Floyd and Steinberg.
    case diffusion
}

/// At most 256 colors, and which is nearest to any.
package struct ColorPalette: Sendable {
    /// Red, green and blue of each color.
    package let colors: [UInt8]
    package var count: Int { colors.count / 3 }

    /// The colors by their numbers, where all pixels have one of them.
    private let exact: flipbook_exact_colors?

    fileprivate init(_ found: flipbook_exact_colors) {
        var (found, exact) = (found, flipbook_exact_colors())
        let count = Int(found.count)
        let numbers = withUnsafeBytes(of: &found.colors) { $0.bindMemory(to: UInt32.self).prefix(count).sorted() }
        colors = numbers.flatMap { [UInt8($0 >> 16), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
        // By their numbers, whichever picture came first: the same pictures are the same file.
        let pixels = numbers.flatMap { [UInt8($0 >> 16), UInt8($0 >> 8 & 255), UInt8($0 & 255), 255] }
        _ = flipbook_add_exact_colors(&exact, pixels, count, count)
        self.exact = exact
    }

    fileprivate init(_ colors: [UInt8]) {
        self.colors = colors
        exact = nil
    }

    /// The indices of a picture's pixels, and `transparent` where alpha is below half.
    package func indices(of picture: Picture, transparent: UInt8, dither: Dither) -> [UInt8] {
        precondition(picture.format == .rgba, "a palette is looked up for RGBA")
        let size = picture.size
        return [UInt8](unsafeUninitializedCapacity: size.area) { indices, count in
            count = size.area
            picture.withPixels { (pixels: UnsafePointer<UInt8>) in
                guard let indices = indices.baseAddress else { return }
                if var exact {
                    flipbook_index_exactly(indices, pixels, size.area, &exact, transparent)
                    return
                }
                var found = [UInt32](repeating: 0, count: Int(FLIPBOOK_FOUND_COLORS))
                var errors = [Int16](repeating: 0, count: dither == .diffusion ? 6 * (size.width + 2) : 1)
                flipbook_index_pixels(
                    indices,
                    pixels,
                    size.width,
                    size.height,
                    colors,
                    colors.count / 3,
                    transparent,
                    dither.kernel,
                    &found,
                    &errors
                )
            }
        }
    }
}

extension Dither {
    fileprivate var kernel: flipbook_dither {
        switch self {
        case .none: FLIPBOOK_DITHER_NONE
        case .ordered: FLIPBOOK_DITHER_ORDERED
        case .diffusion: FLIPBOOK_DITHER_DIFFUSED
        }
    }
}
