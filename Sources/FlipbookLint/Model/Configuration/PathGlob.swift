public import FlipbookCore

/// A pattern for paths in a configuration, as in `.gitignore`: `*`, `?`, `[a-z]`, `**`, and `\` before a character.
///
/// Paths are relative to the configuration's folder. A pattern without a slash matches a name at any depth; a pattern with a
/// slash must match the whole path. If a folder matches, so does everything in it.
public struct PathGlob: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case folders
        case name([Token])

        var literal: String? {
            guard case .name(let tokens) = self else { return nil }
            let scalars = tokens.compactMap { if case .scalar(let scalar) = $0 { scalar } else { nil } }
            return scalars.count == tokens.count ? String(String.UnicodeScalarView(scalars)) : nil
        }
    }

    private enum Token: Hashable, Sendable {
        case scalar(Unicode.Scalar)
        case anyScalar
        case anyRun
        case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    }

    /// The pattern in its original form.
    public let text: String
    private let parts: [Part]

    /// Parses a pattern.
    /// - Throws: ``PathGlobError`` for a pattern that no path can match.
    public init(parsing text: String) throws(PathGlobError) {
        self.text = text
        guard !text.isEmpty, !text.utf8.contains(0) else {
            throw PathGlobError(
                code: "glob.unusable",
                explanation: "no file can have this name; write a path such as walk/ or '*.png'"
            )
        }
        var parts: [Part] = []
        for name in text.split(separator: "/").map(String.init) where name != "." {
            guard name != ".." else {
                throw PathGlobError(
                    code: "glob.outside",
                    explanation: "'..' leads out of the configuration's folder; use a path inside the folder"
                )
            }
            parts.append(name == "**" ? .folders : .name(try Self.tokens(of: name)))
        }
        let isAnchored = text.utf8.dropLast().contains(UInt8(ascii: "/"))
        self.parts = isAnchored || parts.isEmpty ? parts : [.folders] + parts
    }

    private static func tokens(of name: String) throws(PathGlobError) -> [Token] {
        var tokens: [Token] = []
        var rest = name.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*": if tokens.last != .anyRun { tokens.append(.anyRun) }
            case "?": tokens.append(.anyScalar)
            case "\\":
                guard let next = rest.popFirst() else { throw .unfinished("\\") }
                tokens.append(.scalar(next))
            case "[": tokens.append(try set(&rest))
            default: tokens.append(.scalar(scalar))
            }
        }
        return tokens
    }

    private static func set(_ rest: inout Substring.UnicodeScalarView) throws(PathGlobError) -> Token {
        let isNegated = rest.first == "!" || rest.first == "^"
        if isNegated { rest.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while let scalar = rest.popFirst() {
            // A closing bracket that comes first is an ordinary character.
            if scalar == "]", !ranges.isEmpty { return .oneOf(ranges, isNegated: isNegated) }
            if rest.first == "-", let upper = rest.dropFirst().first, upper != "]" {
                guard scalar <= upper else {
                    let range = "\(scalar)-\(upper)".escapingControlCharacters
                    throw PathGlobError(code: "glob.range", explanation: "the range [\(range)] ends before it begins")
                }
                ranges.append(scalar...upper)
                rest.removeFirst(2)
            } else {
                ranges.append(scalar...scalar)
            }
        }
        throw .unfinished("[")
    }

    /// Returns `true` if the pattern matches the path or a folder above it.
    public func matches(_ path: FilePath) -> Bool {
        let names = path.components
        var reached = [Bool](repeating: false, count: parts.count + 1)
        reached[0] = true
        skipFolders(&reached)
        if reached[parts.count], parts.allSatisfy({ $0 == .folders }) { return true }
        for name in names {
            let scalars = Array(name.unicodeScalars)
            var next = [Bool](repeating: false, count: parts.count + 1)
            for index in parts.indices where reached[index] {
                switch parts[index] {
                case .folders: next[index] = true
                case .name(let tokens): if Self.matches(tokens, scalars) { next[index + 1] = true }
                }
            }
            skipFolders(&next)
            if next[parts.count] { return true }
            reached = next
        }
        return false
    }

    private func skipFolders(_ reached: inout [Bool]) {
        for index in parts.indices where reached[index] && parts[index] == .folders { reached[index + 1] = true }
    }

    /// Returns `true` if a name matches the tokens. Backtracks to the last `*` only.
    private static func matches(_ tokens: [Token], _ scalars: [Unicode.Scalar]) -> Bool {
        var (token, index) = (0, 0)
        var retry: (token: Int, index: Int)?
        while index < scalars.count {
            if token < tokens.count, tokens[token] == .anyRun {
                retry = (token, index)
                token += 1
            } else if token < tokens.count, matches(tokens[token], scalars[index]) {
                token += 1
                index += 1
            } else if let last = retry {
                retry = (last.token, last.index + 1)
                (token, index) = (last.token + 1, last.index + 1)
            } else {
                return false
            }
        }
        return tokens[token...].allSatisfy { $0 == .anyRun }
    }

    private static func matches(_ token: Token, _ scalar: Unicode.Scalar) -> Bool {
        switch token {
        case .scalar(let other): scalar == other
        case .anyScalar, .anyRun: true
        case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
        }
    }

    /// A Boolean value that indicates whether the pattern matches a single folder, or a single name at any depth.
    var isSpecific: Bool {
        (parts.first == .folders && parts.count == 2 ? parts[1...] : parts.dropLast()).allSatisfy { $0.literal != nil }
    }

    /// The folders at the beginning of the pattern that contain no wildcards.
    var folder: FilePath {
        FilePath(parts.dropLast().map(\.literal).prefix { $0 != nil }.compactMap(\.self).joined(separator: "/"))
    }
}

extension FilePath {
    package var components: [String] {
        string.utf8.split(separator: UInt8(ascii: "/"))
            .filter { !$0.elementsEqual(".".utf8) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns `true` if the other path is this one or inside it. Compares whole components.
    package func contains(_ other: FilePath) -> Bool {
        let (own, theirs) = (components, other.components)
        return own.count <= theirs.count && zip(own, theirs).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
}

/// The reason why a string is not a valid path pattern.
public struct PathGlobError: ExplainedError, Hashable {
    /// `glob.unusable`, `glob.outside`, `glob.unfinished`, or `glob.range`.
    public let code: ErrorCode
    /// The fault and the remedy.
    public let explanation: Explanation

    fileprivate static func unfinished(_ mark: String) -> PathGlobError {
        Self(code: "glob.unfinished", explanation: "'\(mark)' is not closed; write '\\\(mark)' for the character")
    }
}
