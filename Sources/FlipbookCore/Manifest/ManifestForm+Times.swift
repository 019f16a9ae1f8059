extension ManifestForm where Value == RationalTime {
    /// Seconds from 0.
    static var cycleDuration: Self {
        .init(
            schema: ##""$ref": "#/$defs/cycleDuration""##,
            words: "seconds: `2`, `0.5`, `250ms`, `7/30`",
            example: "0.5",
            read: { $0.duration($1, $2, zeroIsAllowed: true) },
            write: { ManifestValue($0) },
            parse: { try RationalTime(parsing: $0) }
        )
    }
}

extension ManifestForm where Value == Int {
    /// A number of cycles, which an option may call `forever`.
    static var cycles: Self {
        let most = SequenceManifest.largestRepeatCount
        let form = wholeNumber(0...most)
        return .init(schema: form.schema, words: form.words, example: form.example, read: form.read, write: form.write)
        {
            text in
            if text == "forever" { return 0 }
            guard text.utf8.allSatisfy({ $0.isDigit }),
                let count = Int(text), count <= most
            else {
                throw PropertyTextError(text, "is not a number of cycles. Write 1 to \(most), or forever.")
            }
            return count
        }
    }
}

extension ManifestForm where Value == FrameRate {
    /// Frames per second.
    static var rate: Self {
        .init(
            schema: ##""$ref": "#/$defs/frameRate""##,
            words: "`24`, `23.976`, `24000/1001`, `ntsc`, `film`, `pal`",
            example: "12",
            read: { $0.rate($1, $2) },
            write: { $0.denominator == 1 ? .word("\($0)") : .text("\($0)") },
            parse: { try FrameRate(parsing: $0) }
        )
    }
}
