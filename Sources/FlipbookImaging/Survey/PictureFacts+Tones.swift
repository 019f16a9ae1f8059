internal import CImageKernels
import FlipbookCore

extension PictureFacts {
    /// How dark and how bright a picture is, at its ends.
    public struct Tones: Hashable, Sendable {
        /// The least red, green or blue of a pixel that is not clear, 0...255.
        public var darkest: Int
        /// The greatest red, green or blue of a pixel that is not clear, 0...255.
        public var brightest: Int
        /// Which share of the pixels that are not clear has a channel at its end, 255; 0...1.
        public var burntShare: Double
        /// How many rows at the bottom have one colour, the same in all of them.
        public var blankRows: Int

        /// Whether those rows are opaque.
        public var isBlankOpaque: Bool

        /// Tones from their parts, by default those of a picture with everything from black to white.
        public init(
            darkest: Int = 0,
            brightest: Int = 255,
            burntShare: Double = 0,
            blankRows: Int = 0,
            isBlankOpaque: Bool = true
        ) {
            (self.darkest, self.brightest) = (darkest, brightest)
            (self.burntShare, self.blankRows, self.isBlankOpaque) = (burntShare, blankRows, isBlankOpaque)
        }
    }

    /// What the columns and the rows in the middle of a picture hold: enough to see that it was moved by whole pixels.
    public struct Profile: Hashable, Sendable {
        /// For each column the sum of its pixels' green, multiplied by alpha, and alpha.
        public var columns: [UInt32]
        /// The same for each row.
        public var rows: [UInt32]

        /// A profile from its parts; empty for a picture of which nothing is known.
        public init(columns: [UInt32] = [], rows: [UInt32] = []) {
            (self.columns, self.rows) = (columns, rows)
        }
    }
}

extension Picture {
    /// Whether every value of 16 bits is one of 8 bits.
    /// - Precondition: It is ``PixelFormat/rgba64``.
    var isWidened: Bool {
        precondition(format == .rgba64, "only 16 bits can be looked at for 8")
        return withUnsafeBytes { bytes in
            let values = bytes.bindMemory(to: UInt16.self)
            return values.baseAddress.map { flipbook_is_widened($0, size.area * 4) != 0 } ?? false
        }
    }
}
