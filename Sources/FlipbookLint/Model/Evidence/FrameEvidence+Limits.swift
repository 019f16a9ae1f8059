import FlipbookCore
package import FlipbookImaging

extension ImageHeader {
    /// Why no picture of this size and depth is drawn; `nil` where it is.
    package var refusal: ImageError? {
        do {
            try DecodingRequest(keepsSixteenBits: true).check(self)
            return nil
        } catch {
            return error
        }
    }

    /// Whether no picture of this size and depth is drawn.
    package var isTooLarge: Bool { refusal != nil }
}

extension ImageDetails {
    /// Why the file is too large to be read, at any size of its picture; `nil` where it is.
    package var fileRefusal: ImageError? {
        do {
            try DecodingLimits().check(fileOf: byteCount)
            return nil
        } catch {
            return error
        }
    }
}
