internal import CPictureLibraries
internal import FlipbookCore
import FlipbookFiles

struct LibLCMS: Sendable {
    fileprivate let lcms: LCMSCalls
    private static let rgba: UInt32 = 4 << 16 | 1 << 7 | 3 << 3

    static let loaded = LCMSCalls.loaded.map { LibLCMS(lcms: $0) }

    /// Returns the conversion from a profile to a color space. A gray profile can be applied only to gray pictures.
    func answer(to profile: ColorProfile, isGray: Bool, in space: NumberConversion.Space) -> ColorConversions.Answer {
        let source = handle(profile)
        let target =
            space == InputProfile.Standard.sRGB.space
            ? lcms.cmsCreate_sRGBProfile() : handle(space.primaries, space.transfer)
        defer {
            if source != 0 { _ = lcms.cmsCloseProfile(source) }
            _ = lcms.cmsCloseProfile(target)
        }
        guard source != 0, target != 0 else {
            if case .codePoints = profile { return .init(use: .unsupported) }
            return .init(use: .damaged)
        }
        // The four-letter code of the profile's color space. In a gray picture, the red channel contains the gray value.
        let layout: UInt32
        switch UInt32(bitPattern: lcms.cmsGetColorSpace(source)) {
        case 0x5247_4220: layout = Self.rgba
        case 0x4752_4159 where isGray: layout = 3 << 16 | 3 << 7 | 1 << 3
        default: return .init(use: .unsupported)
        }
        let found = conversion(from: source, layout, to: target, Self.rgba)
        guard let found else { return .init(use: .damaged) }
        return found.isIdentity ? .init(use: .none) : .init(use: .converted, conversion: found)
    }

    /// Returns the conversion from sRGB to the primaries of a standard, or `nil` if memory is short. The sRGB curve is kept.
    func conversion(to standard: InputProfile.Standard) -> ColorConversion? {
        let (source, target) = (lcms.cmsCreate_sRGBProfile(), handle(standard.primaries, .sRGB))
        defer { for profile in [source, target] where profile != 0 { _ = lcms.cmsCloseProfile(profile) } }
        return source == 0 || target == 0 ? nil : conversion(from: source, Self.rgba, to: target, Self.rgba)
    }

    /// Returns a conversion between two open profiles. Neither layout includes the number of bytes per channel.
    private func conversion(from source: UInt, _ layout: UInt32, to target: UInt, _ other: UInt32) -> ColorConversion? {
        // The intent is perceptual. The cache is disabled, so that threads can share a transform.
        let (shallow, deep) = (
            lcms.cmsCreateTransform(source, layout | 1, target, other | 1, 0, 0x40),
            // For 16 bits, LittleCMS uses a cube. The default steps of the cube are too coarse for ProPhoto RGB
            // (HIGHRESPRECALC).
            lcms.cmsCreateTransform(source, layout | 2, target, other | 2, 0, 0x440)
        )
        guard shallow != 0, deep != 0 else {
            for transform in [shallow, deep] where transform != 0 { lcms.cmsDeleteTransform(transform) }
            return nil
        }
        return ColorConversion(self, shallow: shallow, deep: deep)
    }

    private func handle(_ profile: ColorProfile) -> UInt {
        switch profile {
        case .icc(let bytes): bytes.withUnsafeBytes { lcms.cmsOpenProfileFromMem($0.baseAddress, UInt32($0.count)) }
        case .codePoints(let primaries, let transfer):
            RGBPrimaries.ofCodePoint[primaries].flatMap { primaries in
                TransferFunction.ofCodePoint[transfer].map { handle(primaries, $0) }
            } ?? 0
        case .calibrated(let primaries, let transfer): handle(primaries, transfer)
        case .standard(let standard): handle(standard.primaries, standard.transfer)
        case .damaged: 0
        }
    }

    /// Returns a profile with these primaries and transfer function, or 0 if memory is short.
    private func handle(_ primaries: RGBPrimaries, _ transfer: TransferFunction) -> UInt {
        // Curve type 4 in LittleCMS is (aX+b)^g for X >= d, and cX below d.
        let parameters = [transfer.exponent, transfer.scale, transfer.offset, transfer.slope, transfer.threshold]
        let curve = lcms.cmsBuildParametricToneCurve(0, 4, parameters)
        guard curve != 0 else { return 0 }
        defer { lcms.cmsFreeToneCurve(curve) }
        let chromaticities = [primaries.red, primaries.green, primaries.blue].flatMap { [$0.x, $0.y, 1.0] }
        let white = [primaries.white.x, primaries.white.y, 1]
        return lcms.cmsCreateRGBProfile(white, chromaticities, [curve, curve, curve])
    }
}

extension RGBPrimaries {
    /// The primaries in ITU-T H.273, table 2, that pictures use. The code point 2 means unspecified.
    fileprivate static let ofCodePoint: [UInt8: RGBPrimaries] = [
        1: .bt709, 2: .bt709, 5: RGBPrimaries([0.64, 0.33], [0.29, 0.60], [0.15, 0.06]),
        6: RGBPrimaries([0.630, 0.340], [0.310, 0.595], [0.155, 0.070]),
        7: RGBPrimaries([0.630, 0.340], [0.310, 0.595], [0.155, 0.070]), 9: .bt2020,
        11: RGBPrimaries([0.680, 0.320], [0.265, 0.690], [0.150, 0.060], white: [0.314, 0.351]), 12: .displayP3,
    ]
}

extension TransferFunction {
    /// The transfer functions in ITU-T H.273, table 3, that pictures use.
    static let ofCodePoint: [UInt8: TransferFunction] = [
        1: .camera, 6: .camera, 14: .camera, 15: .camera, 2: .sRGB, 13: .sRGB, 4: .power(2.2), 5: .power(2.8),
        8: .linear, 17: .power(2.6),
    ]
}

final class ColorConversion: Sendable {
    private let library: LibLCMS
    private let shallow, deep: UInt

    fileprivate init(_ library: LibLCMS, shallow: UInt, deep: UInt) {
        (self.library, self.shallow, self.deep) = (library, shallow, deep)
    }

    deinit {
        library.lcms.cmsDeleteTransform(shallow)
        library.lcms.cmsDeleteTransform(deep)
    }

    /// Converts 8-bit or 16-bit RGBA. Alpha does not change.
    func converted(_ picture: Picture) throws(ImageError) -> Picture {
        try Picture.decoded(size: picture.size, format: picture.format) { target in convert(picture, to: target) }
    }

    func convert(_ picture: Picture, to target: UnsafeMutableRawBufferPointer) {
        let transform = picture.format == .rgba64 ? deep : shallow
        picture.withUnsafeBytes { source in
            // LittleCMS does not write alpha, so it is copied.
            target.copyMemory(from: source)
            library.lcms.cmsDoTransform(transform, source.baseAddress, target.baseAddress, UInt32(picture.size.area))
        }
    }

    /// A Boolean value that indicates whether the conversion changes values by at most one 8-bit level, as is true of most
    /// profiles, which are sRGB.
    var isIdentity: Bool {
        let levels: [UInt8] = (0...8).map { UInt8(min(255, $0 * 32)) }
        var colors: [UInt8] = []
        for red in levels { for green in levels { for blue in levels { colors += [red, green, blue, 255] } } }
        for level in UInt8.min...UInt8.max { colors += [level, level, level, 255] }
        var converted = colors
        converted.withUnsafeMutableBytes { target in
            colors.withUnsafeBytes { source in
                library.lcms.cmsDoTransform(shallow, source.baseAddress, target.baseAddress, UInt32(source.count / 4))
            }
        }
        return zip(colors, converted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }
}
