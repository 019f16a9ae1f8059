internal import FlipbookCore
internal import Synchronization

/// The conversions of the profiles that were met, each made once.
enum ColorConversions {
    /// What a picture's profile asks for.
    enum Answer: Sendable {
        case use(ProfileUse)
        case convert(ColorConversion)

        /// The same as a fact.
        var use: ProfileUse {
            switch self {
            case .use(let use): use
            case .convert: .converted
            }
        }
    }

    private struct Key: Hashable {
        let profile: ColorProfile
        let isGray: Bool
    }

    /// More profiles than this in one process are no library of pictures but an attack.
    private static let mostProfiles = 256
    private static let known = Mutex<[Key: Answer]>([:])

    /// What is to be done with pictures of a profile.
    static func answer(to profile: ColorProfile, isGray: Bool) -> Answer {
        let key = Key(profile: profile, isGray: isGray)
        return known.withLock { known in
            if let answer = known[key] { return answer }
            guard known.count < mostProfiles else { return .use(.unsupported) }
            let answer = make(profile, isGray)
            known[key] = answer
            return answer
        }
    }

    private static func make(_ profile: ColorProfile, _ isGray: Bool) -> Answer {
        if profile == .icc(StandardProfile.sRGB) { return .use(.none) }
        guard let library = LibLCMS() else { return .use(.missing(library: RuntimeLibrary.lcms.name)) }
        return library.answer(to: profile, isGray: isGray)
    }
}

/// An open file with a colour profile, whose pictures are converted to sRGB.
struct ProfiledSession: ImageSession {
    private var base: any ImageSession
    /// `nil` where the profile cannot be used, which counts as a damaged part of the file.
    private let conversion: ColorConversion?

    init(_ base: any ImageSession, _ conversion: ColorConversion?) { (self.base, self.conversion) = (base, conversion) }

    var header: ImageHeader { base.header }
    var frameCount: Int { base.frameCount }
    var loopCount: Int? { base.loopCount }
    var damagedParts: [String] { base.damagedParts + (conversion == nil ? ["its colour profile"] : []) }
    var remarks: [String] { base.remarks }
    var fileNames: [String]? { base.fileNames }
    var hasIndependentFrames: Bool { base.hasIndependentFrames }

    func header(ofFrame index: Int) throws(ImageError) -> ImageHeader { try base.header(ofFrame: index) }
    func duration(ofFrame index: Int) -> RationalTime? { base.duration(ofFrame: index) }

    mutating func frame(_ index: Int) throws(ImageError) -> Picture {
        let picture = try base.frame(index)
        return try conversion?.converted(picture) ?? picture
    }
}
