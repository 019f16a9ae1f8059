import FlipbookCore

extension FuzzTarget {
    /// What is typed.
    static let words = [FuzzTarget("pattern", pattern), FuzzTarget("range", range)]

    /// A pattern is written so that it reads the same, and finds the names that it makes. The first byte chooses the dialect.
    @Sendable private static func pattern(_ bytes: [UInt8]) -> Outcome {
        let (dialect, text) = split(bytes)
        do throws(FramePatternError) {
            let pattern = try FramePattern(parsing: text, dialect: dialect)
            if pattern.match(pattern.name(of: -7))?.number != -7 { return .broken("it does not find what it names") }
            guard pattern.frames?.ranges.count ?? 0 < 1000 else { return .read }
            // No pattern says a name before a number below 0: `a-5` is `a-` and 5. Only sorted sets come to begin with one.
            guard pattern.frames?.first ?? 0 >= 0 else { return .read }
            let again = try FramePattern(parsing: pattern.description)
            return again.name(of: 7) == pattern.name(of: 7) && again.frames == pattern.frames
                ? .read : .broken("its description reads otherwise: \(pattern)")
        } catch {
            let isInside = (0...text.utf8.count).contains(error.offset)
            return isInside ? Outcome(refused: error.description) : .broken("its place is outside: \(error)")
        }
    }

    @Sendable private static func range(_ bytes: [UInt8]) -> Outcome {
        let (dialect, text) = split(bytes)
        do throws(FrameSetError) {
            let set = try FrameSet(parsing: text, dialect: dialect)
            if set.count > FrameSet.maximumCount { return .broken("it has more numbers than are allowed") }
            guard set.ranges.count < 1000 else { return .read }
            // A set is written in fileseq's words, whatever it was read in.
            return try Array(FrameSet(parsing: set.description).prefix(10_000))
                == Array(set.prefix(10_000))
                ? .read : .broken("its description reads otherwise: \(set)")
        } catch {
            let isInside = (0...text.utf8.count).contains(error.offset)
            return isInside ? Outcome(refused: error.description) : .broken("its place is outside: \(error)")
        }
    }

    private static func split(_ bytes: [UInt8]) -> (Dialect?, String) {
        guard let first = bytes.first else { return (nil, "") }
        let dialects = [nil] + Dialect.allCases
        return (dialects[Int(first) % dialects.count], String(decoding: bytes.dropFirst(), as: UTF8.self))
    }
}
