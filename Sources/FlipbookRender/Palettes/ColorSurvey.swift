internal import CImageKernels
internal import FlipbookCore
package import FlipbookImaging
internal import Glibc
internal import Synchronization

package final class ColorSurvey: Sendable {
    private struct State: ~Copyable {
        /// The number of pixels of each color. Only the used parts of the array occupy physical memory.
        let counts: UnsafeMutablePointer<UInt32>?
        /// The exact colors, or `nil` if there are too many.
        var exact: flipbook_exact_colors? = flipbook_exact_colors()

        init() {
            counts = calloc(Int(FLIPBOOK_COLORS), MemoryLayout<UInt32>.stride)?.assumingMemoryBound(to: UInt32.self)
        }

        deinit { free(counts) }
    }

    private let state = Mutex(State())
    private let mostColors: Int

    package init(mostColors: Int) { self.mostColors = mostColors }

    /// Adds the colors of the visible pixels in a straight RGBA picture. Visible pixels are at least half opaque.
    package func add(_ picture: Picture) {
        precondition(picture.format == .rgba, "only RGBA pictures can be surveyed")
        // The picture may belong to another thread, since its pixels are read only while the lock is held.
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

    /// The palette for the pictures. If they have few colors, the palette contains exactly these colors. Otherwise, it
    /// approximates them.
    package var palette: ColorPalette {
        state.withLock { state in
            if let exact = state.exact { return ColorPalette(exact) }
            return ColorPalette(PaletteSearch(state.counts).colors(atMost: mostColors))
        }
    }
}

/// A method for approximating colors that a palette does not contain.
public enum Dither: String, Sendable, Hashable, Codable, CaseIterable {
    /// The nearest color, without dithering.
    case none
    /// A fixed pattern, which is the same in every frame.
    case ordered
    /// Floyd-Steinberg error diffusion.
    case diffusion

    fileprivate var kernel: flipbook_dither {
        switch self {
        case .none: FLIPBOOK_DITHER_NONE
        case .ordered: FLIPBOOK_DITHER_ORDERED
        case .diffusion: FLIPBOOK_DITHER_DIFFUSED
        }
    }
}

package struct ColorPalette: Sendable {
    package let colors: [UInt8]
    package var count: Int { colors.count / 3 }

    /// The exact colors, if the palette contains the colors of all pixels.
    private let exact: flipbook_exact_colors?

    fileprivate init(_ found: flipbook_exact_colors) {
        var (found, exact) = (found, flipbook_exact_colors())
        let count = Int(found.count)
        let numbers = withUnsafeBytes(of: &found.colors) { $0.bindMemory(to: UInt32.self).prefix(count).sorted() }
        colors = numbers.flatMap { [UInt8($0 >> 16), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
        // The colors are sorted, so that the order of the pictures does not affect the file.
        let pixels = numbers.flatMap { [UInt8($0 >> 16), UInt8($0 >> 8 & 255), UInt8($0 & 255), 255] }
        _ = flipbook_add_exact_colors(&exact, pixels, count, count)
        self.exact = exact
    }

    fileprivate init(_ colors: [UInt8]) { (self.colors, exact) = (colors, nil) }

    /// Returns the palette indices of a picture's pixels, or `transparent` if alpha is below half.
    package func indices(of picture: Picture, transparent: UInt8, dither: Dither) -> [UInt8] {
        precondition(picture.format == .rgba, "palette lookup requires RGBA")
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
