/// The tool whose way of writing patterns and ranges a text follows.
///
/// Without a dialect a text is read by fileseq's grammar, and what the tools read in different ways is refused or read
/// as most of them do. With one it is read as that tool would, so texts can be pasted from it.
public enum Dialect: String, CaseIterable, Hashable, Sendable {
    /// Python, Go and C++ fileseq: each `#` is four digits, so that `##` is eight and `###` twelve; `:` staggers.
    case fileseq
    /// OpenCue: `#` is one digit, `:` interleaves, a descending range needs a negative step.
    case opencue
    /// Open Job Description: `:` is a step, parts must not overlap, the result is sorted. It has ranges only; names
    /// are read as without a dialect.
    case openjd
    /// ffmpeg's image2: `%04d` and nothing else; a negative number has its sign beside its digits.
    case ffmpeg
    /// RV: `#` is four digits, and so is `####`; a range may follow after a space.
    case rv
    /// Nuke: `#` is one digit; a range may follow after a space.
    case nuke
    /// Houdini: `$F4`, `${F4}` and `<UDIM>`.
    case houdini
    /// Clique: `%04d` or `%d`; a range follows in brackets, `[1-3, 5]`, and has no steps.
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

/// The differences of a dialect from the others.
struct DialectRules {
    enum Colon {
        /// Three things to three tools: an error.
        case refused
        /// Every fourth, then every third of the rest, every second, all.
        case stagger
        /// Every fourth, then every second from the next number on, then every one from the next but one.
        case interleave
        /// Every fourth.
        case step
    }

    /// The number of digits that a run of `#` and `@` stands for.
    enum Marks {
        /// `#` four, `@` one; but three `#` or more with nothing else one each.
        case usual
        /// `#` four, `@` one, added up.
        case fileseq
        /// Any run of `#` four, `@` one each.
        case fourForAny
        /// One each.
        case oneEach
        /// `#` one each; `@` is an ordinary character.
        case hashesOnly
        /// Both are ordinary characters.
        case none
    }

    var colon = Colon.refused
    /// A Boolean value that makes `x` a step.
    var hasStep = true
    /// A Boolean value that lets `y` leave out every so many.
    var hasComplement = true
    /// A Boolean value that makes a step's sign the direction of its range.
    var isStepSigned = false
    /// A Boolean value that makes the parts disjoint, ascending and sorted.
    var isSortedAndDisjoint = false
    var marks = Marks.usual
    /// A Boolean value that makes `%04d` a padding.
    var hasPrintf = true
    /// A Boolean value that makes `%04d` four digits without the sign.
    var isSignBesideDigits = false
    /// A Boolean value that makes `$F4` a padding.
    var hasDollar = true
    /// A Boolean value that makes `${F4}` one, too.
    var hasBraces = false
    /// A Boolean value that makes `<UDIM>` a padding.
    var hasUDIM = true
    /// A Boolean value that lets a backslash make the next character an ordinary one.
    var hasEscapes = true
    /// A Boolean value that allows a range in front of the padding.
    var hasInnerRange = true
    /// A Boolean value that allows a range after the name and a space.
    var hasTrailingRange = false
    /// A Boolean value that puts the range after the name in brackets: `[1-3, 5]`.
    var isTrailingRangeBracketed = false
    /// A Boolean value that makes `%V` and `%v` a stereo view.
    var hasViews = false
    /// A Boolean value that allows arithmetic after the padding: `#+10`.
    var hasArithmetic = false
    /// The dialect, or `nil` for the rules without one.
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
