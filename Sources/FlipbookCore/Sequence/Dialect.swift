/// A tool with its own syntax for patterns and ranges. If a dialect is set, text can be pasted from that tool. Otherwise,
/// fileseq's grammar is used, and syntax that differs between tools is rejected or read as in most tools.
public enum Dialect: String, CaseIterable, Hashable, Sendable {
    /// Python, Go and C++ fileseq: each `#` means four digits, so `##` means eight and `###` twelve. `:` staggers a range.
    case fileseq
    /// OpenCue: `#` means one digit, `:` interleaves a range, and a descending range needs a negative step.
    case opencue
    /// Open Job Description: `:` is a step, parts must not overlap, and the result is sorted. It defines ranges, but no
    /// patterns.
    case openjd
    /// ffmpeg's image2: only `%04d`. The sign of a negative number is not counted as a digit.
    case ffmpeg
    /// RV: both `#` and `####` mean four digits. A range may follow after a space.
    case rv
    /// Nuke: `#` means one digit. A range may follow after a space.
    case nuke
    /// Houdini: `$F4`, `${F4}` and `<UDIM>`.
    case houdini
    /// Clique: `%04d` or `%d`. A range in brackets, such as `[1-3, 5]`, may follow. It has no steps.
    case clique

    /// The tool's own spelling of its name.
    public var name: String { Self.names[self] ?? rawValue }

    private static let names: [Dialect: String] = [
        .opencue: "OpenCue", .openjd: "OpenJD", .rv: "RV", .nuke: "Nuke", .houdini: "Houdini", .clique: "Clique",
    ]

    var padding: String {
        switch self {
        case .fileseq, .rv: "#"
        case .opencue, .openjd, .nuke: "####"
        case .ffmpeg, .clique: "%04d"
        case .houdini: "$F4"
        }
    }
}

struct DialectRules {
    enum Colon {
        /// An error, since tools disagree on its meaning.
        case refused
        /// Every fourth number, then every third, then every other, then all, each without repetitions.
        case stagger
        /// Every fourth number, then every other number starting with the second, then the rest.
        case interleave
        /// Every fourth number.
        case step
    }

    /// The rule for the number of digits in a run of `#` and `@`.
    enum Marks {
        /// `#` means four digits and `@` one, except that three or more `#` alone mean one digit each.
        case usual
        /// `#` means four digits and `@` one. The digits in a run are added up.
        case fileseq
        /// Any run of `#` means four digits, and each `@` means one.
        case fourForAny
        /// Each `#` or `@` means one digit.
        case oneEach
        /// Each `#` means one digit, and `@` is an ordinary character.
        case hashesOnly
        /// `#` and `@` are ordinary characters.
        case none
    }

    var colon = Colon.refused
    var hasStep = true
    var hasComplement = true
    /// A Boolean value that indicates whether the sign of a step must match the direction of its range.
    var isStepSigned = false
    var isSortedAndDisjoint = false
    var marks = Marks.usual
    var hasPrintf = true
    /// A Boolean value that indicates whether `%04d` means four digits in addition to the sign.
    var isSignBesideDigits = false
    var hasDollar = true
    var hasBraces = false
    var hasUDIM = true
    var hasEscapes = true
    var hasInnerRange = true
    var hasTrailingRange = false
    /// A Boolean value that indicates whether the range after the name is in brackets: `[1-3, 5]`.
    var isTrailingRangeBracketed = false
    /// A Boolean value that indicates whether `%V` and `%v` stand for stereo views.
    var hasViews = false
    /// A Boolean value that indicates whether arithmetic may follow the padding: `#+10`.
    var hasArithmetic = false
    private(set) var dialect: Dialect?

    init(_ dialect: Dialect?) {
        self.dialect = dialect
        switch dialect {
        case nil: break
        case .fileseq: (colon, marks) = (.stagger, .fileseq)
        case .opencue: (colon, isStepSigned, marks) = (.interleave, true, .oneEach)
        case .openjd:
            (colon, isSortedAndDisjoint) = (.step, true)
            (hasStep, hasComplement) = (false, false)
        case .ffmpeg:
            (marks, isSignBesideDigits) = (.none, true)
            (hasDollar, hasUDIM, hasEscapes, hasInnerRange) = (false, false, false, false)
        case .rv:
            (marks, hasComplement, hasDollar) = (.fourForAny, false, false)
            (hasTrailingRange, hasViews, hasArithmetic) = (true, true, true)
        case .nuke:
            (marks, hasComplement, hasDollar, hasInnerRange) = (.hashesOnly, false, false, false)
            (hasTrailingRange, hasViews) = (true, true)
        case .clique:
            (marks, hasStep, hasComplement) = (.none, false, false)
            (hasDollar, hasUDIM, hasEscapes, hasInnerRange) = (false, false, false, false)
            (hasTrailingRange, isTrailingRangeBracketed) = (true, true)
        case .houdini:
            (marks, hasBraces) = (.none, true)
            (hasPrintf, hasInnerRange) = (false, false)
        }
    }
}
