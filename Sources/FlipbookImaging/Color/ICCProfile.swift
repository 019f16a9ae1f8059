internal import FlipbookCore

/// The properties of an ICC profile (ICC.1:2022, clause 7): its name, and the reason why it cannot be applied, if any.
public struct ICCProfile: Hashable, Sendable {
    /// A reason why a profile is not applied.
    public enum Fault: Hashable, Sendable {
        /// The profile is incomplete or invalid.
        case damaged
        /// The profile is for a different color model, such as `CMYK`.
        case otherChannels(String)
        /// The library that would apply the profile is not installed.
        case missing(library: String)
        /// The code points specify a curve (`PQ` or `HLG`) that can represent light brighter than white.
        case beyondWhite(String)
    }

    /// The name, which is empty if unknown.
    public var name: String
    /// The reason why the profile is not applied, if any.
    public var fault: Fault?
    /// A number that is equal for profiles with the same colors, regardless of their names.
    package var meaning: Int

    /// Creates a profile from its parts.
    public init(name: String, fault: Fault? = nil) { (self.name, self.fault, meaning) = (name, fault, name.hashValue) }

    static let damaged = ICCProfile(name: "", fault: .damaged)

    package init(_ bytes: [UInt8], of model: ImageHeader.ColorModel) {
        guard let parts = bytes.withUnsafeBytes({ Parts($0) }) else {
            self = .damaged
            return
        }
        (name, meaning) = (parts.name, parts.meaning)
        // In a gray picture, the red channel contains the gray value.
        let fitting = [ImageHeader.ColorModel.gray: ["GRAY", "RGB"], .cmyk: ["CMYK"]][model] ?? ["RGB"]
        if !fitting.contains(parts.space) {
            fault = .otherChannels(parts.space)
        } else if model != .cmyk {
            let space = InputProfile.Standard.sRGB.space
            switch ColorConversions.answer(to: .icc(bytes), isGray: model == .gray, in: space).use {
            case .damaged: fault = .damaged
            case .missing(let library): fault = .missing(library: library)
            case .none, .converted, .unsupported: break
            }
        }
    }

    static func name(in bytes: [UInt8]) -> String { bytes.withUnsafeBytes { Parts($0)?.name } ?? "" }

    static func meaning(of bytes: [UInt8]) -> Int { bytes.withUnsafeBytes { Parts($0)?.meaning } ?? bytes.hashValue }

    private struct Parts {
        let space, name: String
        let meaning: Int

        init?(_ bytes: UnsafeRawBufferPointer) {
            guard bytes.count >= 132, Int(bytes.bigEndian32(at: 0)) <= bytes.count,
                bytes[36..<40].elementsEqual("acsp".utf8)
            else { return nil }
            space = Self.word(bytes, at: 16)
            let count = Int(bytes.bigEndian32(at: 128))
            guard count <= (bytes.count - 132) / 12 else { return nil }
            var tags: [String: UnsafeRawBufferPointer] = [:]
            for place in (0..<count).map({ 132 + 12 * $0 }) {
                let (start, length) = (Int(bytes.bigEndian32(at: place + 4)), Int(bytes.bigEndian32(at: place + 8)))
                guard start <= bytes.count, length <= bytes.count - start else { return nil }
                tags[Self.word(bytes, at: place)] = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
            }
            name = tags["desc"].flatMap(Self.text) ?? ""
            let colors = Self.colorTags.compactMap { tags[$0] }
            var hasher = Hasher()
            for part in colors.isEmpty ? [bytes] : colors { hasher.combine(bytes: part) }
            meaning = hasher.finalize()
        }

        private static let colorTags = [
            "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC", "A2B0", "A2B1", "A2B2", "cicp",
        ]

        private static func word(_ bytes: UnsafeRawBufferPointer, at place: Int) -> String {
            var word = String(decoding: bytes[place..<place + 4], as: UTF8.self)
            while word.last == " " { word.removeLast() }
            return word
        }

        /// Returns the first string in a name tag: ASCII up to version 2, UTF-16 since version 4.
        private static func text(_ tag: UnsafeRawBufferPointer) -> String? {
            let longest = 200
            guard tag.count >= 12 else { return nil }
            if tag.starts(with: "desc".utf8) {
                let letters = tag.dropFirst(12).prefix(min(longest, Int(tag.bigEndian32(at: 8))))
                return String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard tag.starts(with: "mluc".utf8), tag.count >= 28, tag.bigEndian32(at: 8) > 0 else { return nil }
            let (length, start) = (Int(tag.bigEndian32(at: 20)), Int(tag.bigEndian32(at: 24)))
            guard start <= tag.count, length <= tag.count - start else { return nil }
            let units = stride(from: 0, to: min(longest, length) - 1, by: 2).map { tag.bigEndian16(at: start + $0) }
            return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
        }
    }
}

extension ImageCodec {
    func statedProfile(of file: borrowing FileReader, _ tag: ImageHeader.ColorTag) throws(ImageError) -> ColorProfile? {
        if let inPlace { return try inPlace.profile(FileReader(file)) }
        guard let profile else { return nil }
        for count in [1 << 14, 1 << 17, 1 << 20] where count < file.byteCount {
            let found = try file.withBytes(at: 0, count: count) { profile($0) }
            switch (found, tag) {
            case (.icc, .iccProfile), (.codePoints, .codingIndependent), (.calibrated, .gamma), (.standard, .adobeRGB):
                return found
            default: break
            }
        }
        return try DecodingLimits().withBytes(of: file) { profile($0) }
    }

    /// Returns the properties of a file's ICC profile, or of other color information that is not applied. Returns `nil` if the
    /// file has neither.
    func iccProfile(of file: borrowing FileReader, _ details: ImageDetails) -> ICCProfile? {
        let header = details.header
        guard details.colorStatements.contains(.iccProfile) || header.hasColorProfile, !makesColors else { return nil }
        let hasPoints = details.colorStatements.contains(.codingIndependent)
        let tag = details.colorStatements.contains(.iccProfile) && !hasPoints ? .iccProfile : header.colorTag
        guard let stated = try? statedProfile(of: file, tag) else { return nil }
        switch stated {
        case .icc(let bytes): return ICCProfile(bytes, of: header.colorModel)
        case .damaged: return .damaged
        case .codePoints(_, 16), .codePoints(_, 18):
            return ICCProfile(name: stated.name, fault: .beyondWhite(stated.name))
        case .codePoints, .calibrated, .standard:
            let (isGray, space) = (header.colorModel == .gray, InputProfile.Standard.sRGB.space)
            let answer = ColorConversions.answer(to: stated, isGray: isGray, in: space)
            guard case .missing(let library) = answer.use else { return nil }
            return ICCProfile(name: stated.name, fault: .missing(library: library))
        }
    }
}
