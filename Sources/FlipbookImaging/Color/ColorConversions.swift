package import FlipbookCore
package import FlipbookFiles
internal import Synchronization

enum ColorConversions {
    struct Answer: Sendable {
        let use: ProfileUse
        var conversion: ColorConversion?
    }

    private struct Key: Equatable {
        let profile: ColorProfile
        let isGray: Bool
        let target: NumberConversion.Space
    }

    // The number of entries is limited, since damaged files could each add one. The oldest entries are removed first.
    private static let known = RecentValues<Key, Answer>(256)
    private static let outward = Mutex<[InputProfile.Standard: ColorConversion]>([:])

    static func answer(to profile: ColorProfile, isGray: Bool, in target: NumberConversion.Space) -> Answer {
        let key = Key(profile: profile, isGray: isGray, target: target)
        return known.value(for: key) { make(key) }
    }

    /// Returns the conversion from sRGB to the primaries of a standard, or `nil` if LittleCMS is not installed. The sRGB curve
    /// is kept.
    static func conversion(to standard: InputProfile.Standard) -> ColorConversion? {
        outward.withLock { known in
            // A conversion that failed because memory was short is created again.
            if known[standard] == nil { known[standard] = LibLCMS.loaded?.conversion(to: standard) }
            return known[standard]
        }
    }

    private static func make(_ key: Key) -> Answer {
        if key.profile == .icc(StandardProfile.sRGB), key.target == InputProfile.Standard.sRGB.space {
            return Answer(use: .none)
        }
        guard let library = LibLCMS.loaded else { return Answer(use: .missing(library: RuntimeLibrary.lcms.name)) }
        return library.answer(to: key.profile, isGray: key.isGray, in: key.target)
    }
}

extension Picture {
    /// Converts 8-bit or 16-bit sRGB pixels to the primaries of a standard. The sRGB curve is kept. Returns `nil` if LittleCMS
    /// is not installed.
    package func inColors(of standard: InputProfile.Standard) throws(MachineShortage) -> Picture? {
        precondition(format == .rgba || format == .rgba64, "the colors must be straight RGBA")
        guard let conversion = ColorConversions.conversion(to: standard) else { return nil }
        return try Picture(size: size, format: format) { target in conversion.convert(self, to: target) }
    }
}

protocol RecoloredSession: ImageSession { var base: any ImageSession { get } }

extension RecoloredSession {
    var header: ImageHeader { base.header }
    var frameCount: Int { base.frameCount }
    var loopCount: Int? { base.loopCount }
    var damagedParts: [String] { base.damagedParts }
    var remarks: [String] { base.remarks }
    var archivedNames: ArchivedNames? { base.archivedNames }
    var hasIndependentFrames: Bool { base.hasIndependentFrames }

    func header(ofFrame index: Int) throws(ImageError) -> ImageHeader { try base.header(ofFrame: index) }
    func duration(ofFrame index: Int) -> RationalTime? { base.duration(ofFrame: index) }
}

struct ExposedSession: RecoloredSession {
    var base: any ImageSession
    private let view: LightView
    /// A Boolean value that indicates whether pictures have 16 bits per channel, for example because the canvas is not sRGB.
    private let isDeep: Bool

    init(_ base: any ImageSession, _ colors: SourceColors) {
        let view = LightView(changing(colors) { $0.levels = nil })
        (self.base, self.view, isDeep) = (base, view, colors.canvas != .sRGB)
    }

    var header: ImageHeader { base.header.ofLight }

    func header(ofFrame index: Int) throws(ImageError) -> ImageHeader { try base.header(ofFrame: index).ofLight }

    mutating func frame(_ index: Int) throws(ImageError) -> Picture {
        let read = try base.frame(index)
        let picture = self.isDeep ? try ImageError.wrapping(read.widened()) : read
        let isDeep = picture.format == .rgba64
        return try Picture.exposed(size: picture.size, format: picture.format) { target in
            guard let memory = target.baseAddress else { return LightLoss() }
            let sink = PixelSink(memory, isDeep: isDeep)
            return picture.withUnsafeBytes { source in
                guard let start = source.baseAddress else { return LightLoss() }
                var loss = read.lightLoss
                for index in 0..<picture.size.area {
                    let pixel = SIMD4<UInt16>(of: start, at: index, isDeep: isDeep)
                    let values = view.values(SIMD4<Float>(pixel) / 65_535, at: index, &loss)
                    sink.set(index, values.x, values.y, values.z, pixel[3])
                }
                return loss
            }
        }
    }
}

struct ConvertedSession: RecoloredSession, RowSession {
    var base: any ImageSession
    private let answer: ColorConversions.Answer?
    /// The conversion to the canvas from the color space that profiles are converted to, or from sRGB. If `nil`, no conversion
    /// is needed.
    private let conversion: NumberConversion?

    init?(_ base: any ImageSession, _ answer: ColorConversions.Answer?, in canvas: CanvasColors) {
        // A profile that matches the canvas is treated as if it had been converted.
        let isProfiled = answer.map { $0.use == .none || $0.use == .converted } ?? false
        let source = isProfiled ? canvas.profiled : InputProfile.Standard.sRGB.space
        (self.base, self.answer, conversion) = (base, answer, .conversion(from: source, to: canvas.numbers))
        if conversion == nil, answer?.use != .converted { return nil }
    }

    mutating func frame(_ index: Int) throws(ImageError) -> Picture {
        let read = try base.frame(index)
        return try converted(read).measured(as: read.values, read.lightLoss)
    }

    private func converted(_ read: Picture) throws(ImageError) -> Picture {
        guard let conversion else { return try profiled(read) }
        // Rounding to 8 bits before the conversion to light would be visible in dark colors.
        let picture = try profiled(ImageError.wrapping(read.widened()))
        return try ImageError.wrapping(conversion.converted(picture))
    }

    private func profiled(_ picture: Picture) throws(ImageError) -> Picture {
        try answer?.conversion?.converted(picture) ?? picture
    }

    func rows(ofFrame number: Int) throws(ImageError) -> (any PictureRows)? {
        guard let rows = try (base as? any RowSession)?.rows(ofFrame: number) else { return nil }
        let format = conversion == nil ? rows.format : .rgba64
        return ChangedRows(rows, format: format) { (band) throws(ImageError) in try converted(band) }
    }
}

final class ChangedRows: PictureRows {
    private let base: any PictureRows
    private let change: (Picture) throws(ImageError) -> Picture
    private var taken = 0
    private var measured: ClosedRange<Double>?
    let format: PixelFormat

    init(_ base: any PictureRows, format: PixelFormat, _ change: @escaping (Picture) throws(ImageError) -> Picture) {
        (self.base, self.format, self.change) = (base, format, change)
    }

    var size: PixelSize { base.size }
    var step: Int { base.step }
    var values: ClosedRange<Double>? { measured ?? base.values }
    var lightLoss: LightLoss { base.lightLoss }

    func next(into target: UnsafeMutableRawPointer) throws(ImageError) {
        let rows = min(step, size.height - taken)
        let changed = try change(base.nextBand(of: rows))
        let isFitting = changed.format == format && changed.size == PixelSize(width: size.width, height: rows)
        precondition(isFitting, "the buffer must be for rows of this format")
        changed.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { target.copyMemory(from: start, byteCount: bytes.count) }
        }
        measured = measured.joined(changed.values)
        taken += rows
    }
}
