extension FileGrouping {
    /// The sequences that a folder's name can mean: those of two frames or more, and
    /// what has the same name in another padding.
    ///
    /// What is left over of ``sequences`` are single images whose name ends with a number.
    package var animations: [FileSequence] { Resolution.candidates(in: sequences).flatMap(\.self) }

    /// The images that belong to no sequence: ``stills``, ``deviceVariants``, and numbered images that are alone with
    /// their name.
    package var singleImages: [FilePath] {
        let animations = Set(animations.lazy.map(\.pattern))
        return stills + deviceVariants
            + sequences.filter { !animations.contains($0.pattern) }.flatMap { $0.files.map(\.name) }
    }

    /// For each of ``animations`` the numbers that two files have, in the order of the sequences.
    ///
    /// Two files are one frame where one name comes in two paddings (`a.1.png` and `a.001.png`), or where a
    /// name with `@1x` stands beside one without a scale factor.
    package var repeatedNumbers: [FrameSet] {
        struct Name: Hashable {
            let prefix: FilePath
            let suffix: FilePath
        }
        struct Key: Hashable {
            let number: Int
            let scale: Int
        }
        let animations = animations
        var counts: [Name: [Key: Int]] = [:]
        func name(_ sequence: FileSequence) -> Name {
            Name(prefix: FilePath(sequence.pattern.prefix), suffix: FilePath(sequence.pattern.suffix))
        }
        for sequence in animations {
            for file in sequence.files {
                counts[name(sequence), default: [:]][Key(number: file.number, scale: file.scale), default: 0] += 1
            }
        }
        return animations.map { sequence in
            let counts = counts[name(sequence)] ?? [:]
            return FrameSet(
                sequence.files.lazy.filter { counts[Key(number: $0.number, scale: $0.scale)] ?? 0 > 1 }.map(\.number)
            )
        }
    }
}
