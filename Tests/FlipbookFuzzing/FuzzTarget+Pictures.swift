import FlipbookCore
import FlipbookImaging
import FlipbookScene

extension FuzzTarget {
    /// The decoder of each format that is read, by its usual extension, and the readers of headers and profiles.
    static let pictures =
        ImageCodecs.standard.codecs.map { codec in
            FuzzTarget(
                codec.format.extensions[0],
                images: codec.format.extensions,
                codec.format == .png ? png : decoded
            )
        } + [
            // What OpenEXR's library of C++ unpacks, which the other compressions do not reach.
            FuzzTarget("dwa", images: ["exr"], decoded),
            FuzzTarget("header", images: ImageCodecs.standard.formats.flatMap(\.extensions), header),
            FuzzTarget("profile", profile),
        ]

    /// Small, so that an input takes milliseconds and the limits are met often.
    private static let limits = DecodingLimits(maximumSide: 2048, maximumBytes: 1 << 22)

    /// What decodes is as large as its header says, at either depth.
    @Sendable private static func decoded(_ bytes: [UInt8]) -> Outcome {
        bytes.withUnsafeBytes { bytes in
            let (flat, deep) = (Drawn(bytes, keepsSixteenBits: false), Drawn(bytes, keepsSixteenBits: true))
            let small = Drawn(bytes, keepsSixteenBits: false, detail: PixelSize(width: 7, height: 5))
            if let fault = flat.fault ?? deep.fault ?? small.fault { return .broken(fault) }
            guard flat.count == deep.count else {
                return .broken("\(flat.count) decode, and \(deep.count) in 16 bits")
            }
            guard flat.isWhole else { return .refused }
            do throws(ImageError) {
                _ = try ImageDetails.read(bytes)
                return .read
            } catch {
                return .broken("it decodes, and its header is refused: \(error)")
            }
        }
    }

    /// What became of the first pictures of a file.
    private struct Drawn {
        /// How many decode.
        var count = 0
        /// Whether the file opens, and all of its pictures decode.
        var isWhole = false
        /// Whether they may have another size than their headers'.
        private let isScaled: Bool
        /// What does not hold of them.
        var fault: String?

        /// - Parameter detail: On how many pixels the pictures are drawn; `nil` for their own.
        init(_ bytes: UnsafeRawBufferPointer, keepsSixteenBits: Bool, detail: PixelSize? = nil) {
            var decoder = ImageDecoder(limits: limits, keepsSixteenBits: keepsSixteenBits)
            (decoder.detail, isScaled) = (detail, detail != nil)
            do throws(ImageError) {
                var session = try decoder.open(bytes)
                for index in 0..<min(session.frameCount, 4) { draw(index, of: &session) }
                isWhole = count == session.frameCount
            } catch {
                note(error)
            }
        }

        private mutating func draw(_ index: Int, of session: inout any ImageSession) {
            if let duration = session.duration(ofFrame: index), duration < .zero {
                fault = "picture \(index + 1) lasts \(duration)"
            }
            do throws(ImageError) {
                let (size, said) = (try session.frame(index).size, try session.header(ofFrame: index).size)
                if said != size, !isScaled { fault = "the header of picture \(index + 1) says \(said), it is \(size)" }
                count += 1
            } catch {
                note(error)
            }
        }

        private mutating func note(_ error: ImageError) {
            if !error.description.isPlainLine { fault = "the message is no line: \(error)" }
        }
    }

    /// The fast way gives what libpng gives, or nothing; an animation is unknown to libpng.
    @Sendable private static func png(_ file: [UInt8]) -> Outcome {
        if file.indices.contains(where: { file[$0...].starts(with: "acTL".utf8) }) { return decoded(file) }
        return still(file)
    }

    private static func still(_ file: [UInt8]) -> Outcome {
        file.withUnsafeBytes { bytes in
            var decoder = ImageDecoder(limits: limits)
            // Libpng alone gives the file's numbers.
            decoder.convertsColors = false
            func pixels(_ decode: () throws(ImageError) -> Picture) -> [UInt8]? {
                do throws(ImageError) { return try decode().withUnsafeBytes { Array($0) } } catch { return nil }
            }
            let ours = pixels { () throws(ImageError) in try decoder.decode(bytes) }
            let reference = pixels { () throws(ImageError) in try decoder.decodeWithLibPNG(bytes) }
            return ours == reference ? decoded(file) : .broken("it is decoded in two ways")
        }
    }

    /// Whatever the bytes are, there are details or an error in one line.
    @Sendable private static func header(_ bytes: [UInt8]) -> Outcome {
        bytes.withUnsafeBytes { bytes in
            do throws(ImageError) {
                return try ImageDetails.read(bytes).header.size.isEmpty ? .broken("the picture has no size") : .read
            } catch {
                return Outcome(refused: error.description)
            }
        }
    }

    /// A color profile, which most files have packed: what it is called and for, and what LittleCMS makes of it.
    @Sendable private static func profile(_ bytes: [UInt8]) -> Outcome {
        for model in [ImageHeader.ColorModel.gray, .cmyk] { _ = ICCProfile(bytes, of: model) }
        switch ICCProfile(bytes, of: .rgb).fault {
        case .damaged?, .otherChannels?: return .refused
        default: return .read
        }
    }
}
