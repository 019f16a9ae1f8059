package enum PatternReading: Hashable, Sendable {
    case pattern(FramePattern)
    /// Frame numbers without a name: `1-100x2`.
    case range(FrameSet)

    /// Reads a pattern or, if the text is not one, a range.
    package init(_ text: String, dialect: Dialect? = nil) throws {
        do {
            self = .pattern(try FramePattern(parsing: text, dialect: dialect))
        } catch let patternError {
            let bytes = text.utf8
            // Empty text and a comma are treated as ranges.
            let first = bytes.first { $0 != UInt8(ascii: " ") }
            guard first.map({ $0.isDigit || "-,".utf8.contains($0) }) ?? true else { throw patternError }
            do {
                self = .range(try FrameSet(parsing: text, dialect: dialect))
            } catch {
                // Text that consists only of range characters is assumed to be a range, valid or not.
                let isAllRange = bytes.allSatisfy { FrameRangeScanner.isRangeByte($0) || " .".utf8.contains($0) }
                if isAllRange { throw error }
                throw patternError
            }
        }
    }

    package var frames: FrameSet? {
        switch self {
        case .pattern(let pattern): pattern.frames
        case .range(let frames): frames
        }
    }

    /// Returns a sentence for each way in which other dialects read the text differently.
    package func differences(of text: String, in dialects: [Dialect] = Dialect.allCases) -> [String] {
        let sentences = dialects.compactMap { dialect -> (sentence: String, name: String)? in
            do {
                return difference(to: try PatternReading(text, dialect: dialect)).map { ($0, dialect.name) }
            } catch { return (Self.refusal(error), dialect.name) }
        }
        return sentences.grouped(by: \.sentence).map { group in
            "\(group.map(\.name).joined(separator: ", ")): \(group[0].sentence)"
        }
    }

    private func difference(to other: PatternReading) -> String? {
        switch (self, other) {
        case (.range(let ours), .range(let theirs)): return ours == theirs ? nil : "frames \(Self.shortened(theirs))"
        case (.pattern(let ours), .pattern(let theirs)):
            var parts: [String] = []
            if ours.padding.width != theirs.padding.width {
                let width = theirs.padding.width == 1 ? "no leading zeros" : "\(theirs.padding.width) characters"
                parts.append("\(width), as in \(FilePath(theirs.name(of: 1)))")
            } else if !ours.name(of: 1).utf8.elementsEqual(theirs.name(of: 1).utf8) {
                parts.append("names such as \(FilePath(theirs.name(of: 1)))")
            } else if ours.padding.isSignBesideDigits != theirs.padding.isSignBesideDigits {
                parts.append("an extra character for a minus sign, as in \(FilePath(theirs.name(of: -1)))")
            }
            if ours.frames != theirs.frames {
                parts.append(theirs.frames.map { "frames \(Self.shortened($0))" } ?? "no range, only names")
            }
            return parts.isEmpty ? nil : parts.joined(separator: "; ")
        case (.pattern, .range(let theirs)): return "no name, but frames \(Self.shortened(theirs))"
        case (.range, .pattern(let theirs)): return "names such as \(FilePath(theirs.name(of: 1)))"
        }
    }

    private static func shortened(_ frames: FrameSet) -> String {
        if frames.ranges.count <= 2 { return frames.description }
        let numbers = frames.prefix(12).map(String.init).joined(separator: ",")
        return frames.count > 12 ? numbers + ",… (\(frames.count) in all)" : numbers
    }

    private static func refusal(_ error: any Error) -> String {
        let (pattern, range) = (error as? FramePatternError, error as? FrameSetError)
        if case .noPaddingOf? = pattern?.reason { return "no part of the name is a frame number" }
        if case .range(let error)? = pattern?.reason { return refusal(error) }
        return "not read, because \(range?.sentence ?? pattern?.sentence ?? "")"
    }
}
