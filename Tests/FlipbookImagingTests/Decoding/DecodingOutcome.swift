import FlipbookImaging

/// The result of decoding: pixels or an error. Two ways of decoding must agree on it.
enum DecodingOutcome: Equatable {
    case pixels([UInt8])
    case refused

    /// What ``ImageDecoder`` makes of `file`, and what libpng alone makes of it.
    static func both(_ file: [UInt8], limits: DecodingLimits = DecodingLimits()) -> (ours: Self, libpng: Self) {
        var decoder = ImageDecoder(limits: limits)
        // Libpng alone gives the file's numbers.
        decoder.convertsColors = false
        return file.withUnsafeBytes { bytes in
            (
                Self { () throws(ImageError) in try decoder.decode(bytes) },
                Self { () throws(ImageError) in try decoder.decodeWithLibPNG(bytes) }
            )
        }
    }

    /// Whether the fast way decodes `file` without libpng.
    static func isFast(_ file: [UInt8]) -> Bool {
        file.withUnsafeBytes { bytes in
            do throws(ImageError) {
                return try ImageDecoder().decodeFast(bytes) != nil
            } catch {
                return false
            }
        }
    }

    private init(_ decode: () throws(ImageError) -> Picture) {
        do throws(ImageError) {
            self = .pixels(try decode().withUnsafeBytes { Array($0) })
        } catch {
            self = .refused
        }
    }

    /// The bytes of the picture; `nil` when there is none.
    var bytes: [UInt8]? {
        if case .pixels(let bytes) = self { bytes } else { nil }
    }
}
