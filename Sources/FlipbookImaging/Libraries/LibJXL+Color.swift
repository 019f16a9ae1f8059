internal import CPictureLibraries
import FlipbookCore

extension LibJXL {
    /// What a picture's numbers mean as colours.
    enum Colors {
        case sRGB
        case other(ColorProfile)

        /// What the header calls it.
        var tag: ImageHeader.ColorTag {
            switch self {
            case .sRGB: .sRGB
            case .other(.icc): .iccProfile
            case .other: .codingIndependent
            }
        }

        /// The same as a statement.
        var statement: ImageDetails.ColorStatements {
            switch self {
            case .sRGB: .sRGB
            case .other(.icc): .iccProfile
            case .other: .codingIndependent
            }
        }
    }

    /// The functions by which a decoder tells of colours, of whichever version.
    fileprivate struct ColorReader {
        let encoding: (UnsafeRawPointer, inout jxl_encoding) -> Int32
        let profileLength: (UnsafeRawPointer, inout Int) -> Int32
        let profile: (UnsafeRawPointer, UnsafeMutablePointer<UInt8>?, Int) -> Int32

        init?() {
            let library = RuntimeLibrary.jxl
            let names = (
                "JxlDecoderGetColorAsEncodedProfile", "JxlDecoderGetICCProfileSize", "JxlDecoderGetColorAsICCProfile"
            )
            guard let version: jxl_version = library.function("JxlDecoderVersion") else { return nil }
            let target = Int32(JXL_OF_PIXELS)
            if version() < JXL_FIRST_WITHOUT_LAYOUT {
                guard let encoding: jxl_get_encoding_0_7 = library.function(names.0),
                    let length: jxl_get_profile_length_0_7 = library.function(names.1),
                    let profile: jxl_get_profile_0_7 = library.function(names.2)
                else { return nil }
                var layout = jxl_layout(
                    channels: 4,
                    type: Int32(JXL_16_BITS),
                    byte_order: Int32(JXL_LITTLE_ENDIAN_ORDER),
                    alignment: 0
                )
                self.encoding = { encoding($0, &layout, target, &$1) }
                profileLength = { length($0, &layout, target, &$1) }
                self.profile = { profile($0, &layout, target, $1, $2) }
            } else {
                guard let encoding: jxl_get_encoding = library.function(names.0),
                    let length: jxl_get_profile_length = library.function(names.1),
                    let profile: jxl_get_profile = library.function(names.2)
                else { return nil }
                self.encoding = { encoding($0, target, &$1) }
                profileLength = { length($0, target, &$1) }
                self.profile = { profile($0, target, $1, $2) }
            }
        }
    }

    /// The most bytes of a profile; those of printers have a few million.
    private static let longestProfile = 16 << 20
}

extension LibJXL.Decoder {
    /// What the numbers of the pixels mean that the decoder will give, after ``info()``; `nil` where the bytes end before
    /// that is known. The decoder has to stop at `JXL_COLOR`, too.
    func colors() throws(ImageError) -> LibJXL.Colors? {
        switch Int(process(decoder)) {
        case JXL_COLOR: break
        case JXL_MORE_INPUT: return nil
        default: throw .corrupt(reason: "libjxl cannot read its colours")
        }
        guard let reader = LibJXL.ColorReader() else { return .sRGB }
        var encoding = jxl_encoding()
        if reader.encoding(decoder, &encoding) == 0, let colors = LibJXL.Colors(encoding) { return colors }
        var count = 0
        guard reader.profileLength(decoder, &count) == 0, (1...LibJXL.longestProfile).contains(count) else {
            return .other(.damaged)
        }
        var bytes = [UInt8](repeating: 0, count: count)
        return .other(reader.profile(decoder, &bytes, count) == 0 ? .icc(bytes) : .damaged)
    }
}

extension LibJXL.Colors {
    /// What an encoding says; `nil` for one that only a profile describes.
    fileprivate init?(_ encoding: jxl_encoding) {
        let isGray = Int(encoding.space) == JXL_GRAY
        guard isGray || Int(encoding.space) == JXL_RGB, Int(encoding.transfer) != JXL_UNKNOWN_TRANSFER else {
            return nil
        }
        let primaries =
            isGray
            ? RGBPrimaries.bt709
            : RGBPrimaries(
                [encoding.red.0, encoding.red.1],
                [encoding.green.0, encoding.green.1],
                [encoding.blue.0, encoding.blue.1],
                white: [encoding.white.0, encoding.white.1]
            )
        let transfer =
            Int(encoding.transfer) == JXL_POWER
            ? (encoding.power > 0 ? TransferFunction.power(1 / encoding.power) : nil)
            : TransferFunction(codePoint: UInt8(clamping: encoding.transfer))
        guard let transfer else {
            // Light beyond white, which is not shown: the code points say so.
            self = .other(.codePoints(primaries: 9, transfer: UInt8(clamping: encoding.transfer)))
            return
        }
        self = primaries.isNear(.bt709) && transfer == .sRGB ? .sRGB : .other(.calibrated(primaries, transfer))
    }
}

extension ColorProfile {
    /// What a JPEG XL says of its colours; `nil` for sRGB, and for a broken file, which decoding refuses.
    init?(ofJXL bytes: UnsafeRawBufferPointer) {
        guard let decoder = LibJXL.Decoder(bytes, isWhole: true, stoppingAt: JXL_INFO | JXL_COLOR) else { return nil }
        do throws(ImageError) {
            guard try decoder.info() != nil, case .other(let profile)? = try decoder.colors() else { return nil }
            self = profile
        } catch {
            return nil
        }
    }
}
