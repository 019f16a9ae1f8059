package enum PatternReading: Hashable, Sendable {
    /// The pattern of file names.
    case pattern(FramePattern)
    /// Frame numbers only, without a name: `1-100x2`.
    case range(FrameSet)

    /// Reads a range where the text is one, else a pattern.
    /// - Throws: ``FrameSetError`` or ``FramePatternError``, by what the text is meant as.
    package init(_ text: String, dialect: Dialect? = nil) throws {
        do {
            self = .pattern(try FramePattern(parsing: text, dialect: dialect))
        } catch let patternError {
            let bytes = text.utf8
            // No text at all names no frames, and so does a comma.
            let first = bytes.first { $0 != UInt8(ascii: " ") }
            guard first.map({ $0.isDigit || "-,".utf8.contains($0) }) ?? true else { throw patternError }
            do {
                self = .range(try FrameSet(parsing: text, dialect: dialect))
            } catch {
                // A text of a range's characters only is meant as one, faulty or not.
                let isAllRange = bytes.allSatisfy { FrameRangeScanner.isRangeByte($0) || " .".utf8.contains($0) }
                if isAllRange { throw error }
                throw patternError
            }
        }
    }

    /// The numbers that the text itself names, or `nil` if only the disk knows.
    package var frames: FrameSet? {
        switch self {
        case .pattern(let pattern): pattern.frames
        case .range(let frames): frames
        }
    }

    /// The readings of the text by `dialects`, where they are not this: a sentence each, readings that agree in one.
    package func differences(of text: String, in dialects: [Dialect] = Dialect.allCases) -> [String] {
        let sentences = dialects.compactMap { dialect -> (sentence: String, name: String)? in
            do {
                return difference(to: try PatternReading(text, dialect: dialect)).map { ($0, dialect.name) }
            } catch {
                return (Self.refusal(error), dialect.name)
            }
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
                let width = theirs.padding.width == 1 ? "no zeros in front" : "\(theirs.padding.width) characters"
                parts.append("\(width), as in \(FilePath(theirs.name(of: 1)))")
            } else if !ours.name(of: 1).utf8.elementsEqual(theirs.name(of: 1).utf8) {
                parts.append("names such as \(FilePath(theirs.name(of: 1)))")
            } else if ours.padding.isSignBesideDigits != theirs.padding.isSignBesideDigits {
                parts.append("the sign of a negative number beside its digits, as in \(FilePath(theirs.name(of: -1)))")
            }
            if ours.frames != theirs.frames {
                parts.append(theirs.frames.map { "frames \(Self.shortened($0))" } ?? "no range, only names")
            }
            return parts.isEmpty ? nil : parts.joined(separator: "; ")
        case (.pattern, .range(let theirs)): return "no name, but frames \(Self.shortened(theirs))"
        case (.range, .pattern(let theirs)): return "names such as \(FilePath(theirs.name(of: 1)))"
        }
    }

    /// The numbers one by one where they are few and not in a row, else as ranges.
    private static func shortened(_ frames: FrameSet) -> String {
        let most = 12
        if frames.ranges.count <= 2 { return frames.description }
        let numbers = frames.prefix(most).map(String.init).joined(separator: ",")
        return frames.count > most ? numbers + ",… (\(frames.count) in all)" : numbers
    }

    /// The words for a dialect that throws an error, for a list of what dialects make of the text.
    private static func refusal(_ error: any Error) -> String {
        switch (error as? FramePatternError)?.reason {
        case .noPaddingOf: "no part of the name is a frame number"
        case .range(let error): "refuse it: \(error.sentence)"
        case nil: "refuse it: \((error as? FrameSetError)?.sentence ?? "")"
        default: "refuse it: \((error as? FramePatternError)?.sentence ?? "")"
        }
    }
}
