public import FlipbookCore

/// A fault that a rule found. Reporters format it.
public struct Finding: Hashable, Sendable, Comparable {
    /// The rule that reports the fault.
    public let rule: RuleID
    /// The severity of the fault.
    public package(set) var severity: Severity
    /// The name of the sequence (a pattern or a folder), safe to print.
    public let sequence: String
    /// The affected files, in frame order. Empty if the fault does not concern a file.
    public let files: [FilePath]
    /// The affected frame numbers, or `nil` if the frames are not numbered.
    public let frames: FrameSet?
    /// The fault and the expected value: a sentence without the file's name, safe to print.
    ///
    /// For one file, the sentence follows the file's name: `200x90 px; the other 9 frames are 160x90.` For several files, it
    /// begins with the frames: `frames 3-5 are 200x90 px; …`.
    public let message: String
    /// The measured value, as text: `200x90`.
    public let measured: String?
    /// The expected value, as text: `160x90`.
    public let expected: String?
    /// The advice, and the changes that a program can make.
    public package(set) var fix: Fix
    /// A Boolean value that indicates whether the fix cannot be made by a program. For example, 16-bit pictures are not
    /// rewritten.
    public package(set) var isRefused = false
    /// The file at which the finding is shown: the finding's first file, otherwise the sequence's, otherwise the folder. `nil`
    /// until a linter sets it.
    package var location: FilePath?
    /// The name of the sequence, regardless of its spelling in an input: `walk.####.png` for `walk.%04d.png`. Baselines use it.
    package var canonicalSequence: String { storedCanonicalSequence ?? sequence }
    var storedCanonicalSequence: String?
    /// The manifests whose settings led to the finding. Empty for settings from a command line.
    package var manifests: [FilePath] = []
    /// A Boolean value that indicates whether only some of the sequence's manifests cause the finding.
    package var namesManifests = false
    package var position: ManifestNode.Position?

    /// The text before the message in a list: the name of the only file, otherwise the sequence's name without its folder,
    /// followed by the manifests if only some of them cause the finding. Safe to print.
    public var subject: String { subjectAlone + manifestWords }

    /// The subject without manifests, for use below a heading that contains them.
    package var subjectAlone: String {
        if files.count == 1, let file = files.first { return name(of: file).description }
        let slash = sequence.utf8.dropLast().lastIndex(of: UInt8(ascii: "/"))
        return slash.map { String(sequence[sequence.utf8.index(after: $0)...]) } ?? sequence
    }

    /// Returns a file's name with the folders between it and the finding's subject, which distinguish files with the same name.
    /// A manifest may list a file in a different folder; for such a file, returns the whole path.
    private func name(of file: FilePath) -> FilePath {
        func rest(of path: String, below folder: String) -> FilePath? {
            let bytes = path.utf8
            guard !folder.isEmpty, bytes.count > folder.utf8.count + 1, bytes.starts(with: folder.utf8)
            else { return nil }
            let rest = bytes.dropFirst(folder.utf8.count)
            guard rest.first == UInt8(ascii: "/") else { return nil }
            return FilePath(String(decoding: rest.dropFirst(), as: UTF8.self))
        }
        let folder = FilePath(sequence).directory
        if file.picture != nil { return file.name }
        if let name = rest(of: file.string, below: sequence) ?? rest(of: file.string, below: folder) { return name }
        // The name of a sequence is escaped, but the paths of its files are not.
        let isHere = FilePath(file.directory).description.utf8.elementsEqual(folder.utf8)
        let leadsOut = file.isAbsolute || file.string.utf8.starts(with: "../".utf8)
        return leadsOut && !isHere ? file : FilePath(file.lastComponent)
    }

    /// The sort order of a report: most severe first, then by sequence, frame, file, and rule.
    public static func < (left: Finding, right: Finding) -> Bool {
        if left.severity != right.severity { return left.severity > right.severity }
        if let order = order(left.sequence, right.sequence) { return order }
        let (number, other) = (left.frames?.first ?? .min, right.frames?.first ?? .min)
        if number != other { return number < other }
        if let order = order(left.files.first?.string ?? "", right.files.first?.string ?? "") { return order }
        let (place, otherPlace) = (left.position, right.position)
        if place != otherPlace {
            return (place?.line ?? 0, place?.column ?? 0) < (otherPlace?.line ?? 0, otherPlace?.column ?? 0)
        }
        if left.rule != right.rule { return left.rule < right.rule }
        return left.message.utf8.lexicographicallyPrecedes(right.message.utf8)
    }

    private static func order(_ left: String, _ right: String) -> Bool? {
        left.utf8.elementsEqual(right.utf8) ? nil : left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}

/// The severity of a finding.
public enum Severity: String, CaseIterable, Sendable, Comparable {
    /// Worth knowing, but nothing is wrong.
    case info
    /// Doubtful: the sequence plays, but perhaps not as intended.
    case warning
    /// Wrong: frames cannot be shown, or an export would refuse them.
    case error

    /// Returns `true` if `left` is less severe than `right`.
    public static func < (left: Severity, right: Severity) -> Bool {
        left != right && (left == .info || right == .error)
    }
}
