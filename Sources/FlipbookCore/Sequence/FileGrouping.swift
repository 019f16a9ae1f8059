package struct FileGrouping: Hashable, Sendable {
    /// The sequences, sorted by name and padding. A single image with a frame number is also a sequence.
    package let sequences: [FileSequence]
    package let stills: [FilePath]
    /// The names without an image extension, in the original order. Hidden files are left out.
    package let others: [FilePath]
    /// The images for other kinds of devices (`walk1~ipad.png`, `walk1@2x~iphone.png`), which are not part of any sequence.
    package let deviceVariants: [FilePath]

    /// The maximum number of sequences that are compared with all files. Comparing more would take too long.
    package static let mostComparedSequences = 256

    /// The sequences to choose from in a folder: those with at least two frames, and those whose names differ only in their
    /// padding. The rest of ``sequences`` are single images whose names end in a number.
    package var animations: [FileSequence] { Resolution.candidates(in: sequences).flatMap(\.self) }

    package var singleImages: [FilePath] {
        let animations = Set(animations.lazy.map(\.pattern))
        return stills + deviceVariants
            + sequences.filter { !animations.contains($0.pattern) }.flatMap { $0.files.map(\.name) }
    }

    /// The repeated numbers of each sequence in ``animations``, in the same order. Two files have the same number if one name
    /// occurs with two paddings (`a.1.png` and `a.001.png`), or with and without `@1x`.
    package var repeatedNumbers: [FrameSet] {
        func place(_ file: FileSequence.File) -> FileSequence.File {
            FileSequence.File(number: file.number, scale: file.scale, name: "")
        }
        return Resolution.candidates(in: sequences).flatMap { family in
            let all = family.flatMap(\.files).sorted { ($0.number, $0.scale) < ($1.number, $1.scale) }
            let pairs = zip(all, all.dropFirst()).filter { $0.number == $1.number && $0.scale == $1.scale }
            let repeated = Set(pairs.map { place($0.0) })
            return family.map { sequence in
                FrameSet(sequence.files.lazy.filter { repeated.contains(place($0)) }.map(\.number))
            }
        }
    }

    /// The sequences keyed by ``Spellings/key(of:)``, so that different spellings of a name are grouped together.
    package var bySpelling: [[UInt8]: FileGrouping] {
        Dictionary(grouping: sequences) { Spellings.key(of: $0.pattern) }.mapValues {
            FileGrouping(sequences: $0, stills: [], others: [], deviceVariants: [])
        }
    }

    /// The input that a sequence comes from.
    package enum Input { case folder, list, pattern }

    /// Returns the files that belong to a sequence but do not match its pattern. For lists and patterns, the result includes
    /// frames in other formats whose numbers are not in the sequence. For patterns, it also includes copies that form a
    /// sequence.
    package func strays(of sequence: FileSequence, in input: Input = .folder) -> [StrayFile] {
        guard sequences.count > 1 || !stills.isEmpty || input == .pattern else { return [] }
        let pattern = sequence.pattern.with(directory: "")
        let (numbers, own) = (Set(sequence.frames), Set(sequence.files.lazy.map(\.name)))
        var others = sequences.compactMap { other -> FileSequence? in
            guard other.pattern.hasSameName(as: pattern),
                other.files.contains(where: { pattern.match($0.name.string) != nil })
            else { return other }
            // A pattern with a different width matches only part of the folder's sequence: a%02d.png matches 10 and 11, not 9.
            let rest = other.files.filter { !own.contains($0.name) && $0.scale == pattern.scale ?? $0.scale }
            return input == .pattern && !rest.isEmpty ? FileSequence(pattern: other.pattern, files: rest) : nil
        }
        let names = others.map { $0.files.map(\.name) } + stills.map { [$0] }
        // A file that matches the pattern can also belong to a different sequence in the folder.
        let between = (Subframes(of: sequence, among: names)?.strays ?? []).subtracting(sequence.files.lazy.map(\.name))
        var strays: [StrayFile] = []
        others.removeAll { other in
            if !between.isEmpty, other.files.contains(where: { between.contains($0.name) }) { return true }
            guard let difference = other.pattern.strayDifference(from: pattern, orFormat: input != .folder)
            else { return false }
            // A sequence with the same numbers is another version of this one, so its files are not strays.
            let isAlwaysStray = difference == .padding || (difference != .format && other.frames.count == 1)
            if isAlwaysStray || !other.files.contains(where: { numbers.contains($0.number) }) {
                strays += other.files.map { StrayFile(name: $0.name, difference: difference, number: $0.number) }
            }
            return true
        }
        strays += between.sorted { $0.naturallyPrecedes($1) }
            .map { StrayFile(name: $0, difference: .subframe, number: nil) }
        if input != .pattern { others.removeAll { $0.frames.count > 1 } }
        let stills = stills.filter { !between.contains($0) }
        return strays + copies(of: sequence, among: stills + others.flatMap { $0.files.map(\.name) })
    }

    /// Returns the copies of a sequence's frames or, if the frames are copies, their originals. Extensions are ignored.
    private func copies(of sequence: FileSequence, among names: [FilePath]) -> [StrayFile] {
        let key = Spellings.key(of: sequence.pattern)
        let originals = sequence.files.prefix(2).map { Set($0.name.originals().map(\.foldedStem)) }
        let first = originals.first ?? []
        let common = originals.dropFirst().reduce(first) { $0.intersection($1) }
        var strays: [StrayFile] = []
        var beginnings: [FilePath] = []
        for name in names {
            let own = name.originals()
            let stem = name.foldedStem
            if common.contains(stem) || !common.isDisjoint(with: own.lazy.map(\.foldedStem)) {
                beginnings.append(name)
            } else if first.contains(stem) {
                // This file is the original of the sequence's first file, so it is not a separate frame.
                strays.append(StrayFile(name: name, difference: .noCopyMark, number: nil))
            } else if own.contains(where: { $0.isFrame(ofKey: key) }) {
                strays.append(StrayFile(name: name, difference: .copyMark, number: nil))
            }
        }
        // walk.png and walk copy.png come before walk copy 2.png.
        beginnings.sort { $0.naturallyPrecedes($1) }
        let stems = beginnings.map(\.foldedStem).distinct
        let start = (sequence.files.first?.number ?? 0) - stems.count
        let places = Dictionary(uniqueKeysWithValues: stems.enumerated().map { ($1, start + $0) })
        return strays + beginnings.map { StrayFile(name: $0, difference: .noCopyMark, number: places[$0.foldedStem]) }
    }

    /// For each name with subframes, its longest sequence of whole frames, and the subframes.
    package var sequencesBesideSubframes: [(sequence: FileSequence, subframes: [FilePath])] {
        let firsts = sequences.map { FrameFileName($0.files[0].name.string) }
        let divided = firsts.map(\.subframe?.surroundings)
        let names = divided.compactMap(\.self).distinct
        guard !names.isEmpty else { return [] }
        let all = divided + firsts.map(\.numbered?.surroundings)
        let groups = Dictionary(grouping: zip(all, sequences + sequences), by: \.0)
        return names.compactMap { name in
            let group = groups[name]?.map(\.1) ?? []
            guard let longest = group.mostFrequent,
                let found = Subframes(of: longest, among: group.filter { $0 != longest }.map { $0.files.map(\.name) })
            else { return nil }
            let files = found.strays.isEmpty ? Set(longest.files.map(\.name)) : found.strays
            return (longest, files.sorted { $0.naturallyPrecedes($1) })
        }
    }
}

extension FileSequence {
    /// The lowercase extensions of images that Flipbook reads or recognizes.
    public static let imageExtensions: Set<String> = [
        "png", "jpg", "jpeg", "exr", "tif", "tiff", "bmp", "gif", "webp", "apng", "tga", "dpx", "jp2", "hdr", "ppm",
        "pgm", "pbm", "pnm", "pam", "xbm", "ico", "cur", "avif", "heic", "heif", "jxl", "svg",
    ]

    /// The file name extensions of image formats, including those that Flipbook does not read.
    package static let knownImageExtensions = imageExtensions.union([
        "apng", "cin", "dds", "fits", "icns", "j2k", "jng", "jpx", "mng", "pcx", "pfm", "psd", "qoi", "ras", "sgi",
        "xcf", "xpm",
    ])

    /// Groups the names in a folder into sequences.
    ///
    /// The frame number is the last number that precedes a dot or ends the name: `a_v001.0002.png` is frame 2. A name without
    /// such a number uses its last number (`a_0002_left.png`), if another name differs only in that number. The rest of the
    /// names must be equal byte for byte. Variants that differ only in a scale factor (`@2x`) are one frame.
    ///
    /// Images for one kind of device (`~ipad`, `~iphone`) are kept separate. Images for `idiom` replace universal images, frame
    /// by frame and at any scale factor, as in UIKit.
    ///
    /// Numbers with leading zeros determine the padding, which also applies to numbers that are at least as long: 0998, 0999
    /// and 1000 are all padded to four digits. If there are no leading zeros, the shortest number determines the padding. Names
    /// with two paddings become two sequences.
    /// - Parameters:
    ///   - extensions: The lowercase extensions of images. If `nil`, every name is treated as an image.
    ///   - idiom: The kind of device whose images are used. If `nil`, only universal images are used.
    package static func grouping(
        names: [String],
        extensions: Set<String>? = imageExtensions,
        idiom: UserInterfaceIdiom? = nil
    ) -> FileGrouping {
        let extensions = extensions.map { Set($0.map { Array($0.utf8) }) }
        var numbered = NumberedNames()
        var stills: [FrameFileName] = []
        var others: [FilePath] = []
        var deviceVariants: [FilePath] = []
        let ofDevice = idiom?.pictures(among: names.lazy.map { FrameFileName($0) }) ?? []
        // Adjacent names usually have the same extension, so it is looked up only when it changes.
        var last: (suffix: [UInt8], isImage: Bool) = ([], false)
        for name in names {
            let name = FrameFileName(name)
            if name.bytes.first == UInt8(ascii: ".") || name.bytes.isEmpty { continue }
            if !name.bytes[name.dot...].elementsEqual(last.suffix) || last.suffix.isEmpty {
                last = (Array(name.bytes[name.dot...]), extensions?.contains(name.lowercasedExtension) ?? true)
            }
            if !last.isImage {
                others.append(name.path)
            } else if name.idiom == nil, !ofDevice.isEmpty, ofDevice.contains(name.ofPicture) {
                continue
            } else if name.idiom != nil, name.idiom != idiom {
                deviceVariants.append(name.path)
            } else if !numbered.add(name, at: .end) {
                stills.append(name)
            }
        }
        var inner = NumberedNames()
        let all = stills.filter { !inner.add($0, at: .anywhere) }.map(\.path) + numbered.adoptSequences(of: inner)
        return FileGrouping(sequences: numbered.sequences, stills: all, others: others, deviceVariants: deviceVariants)
    }
}

private struct NumberedNames {
    /// The text around the number: the prefix and the suffix, separated by a slash, which cannot occur in a name.
    private struct Key: Hashable {
        let bytes: [UInt8]

        init(_ name: FrameFileName, number range: Range<Int>) {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(name.bytes.count + 1)
            bytes += name.bytes[..<range.lowerBound]
            bytes.append(UInt8(ascii: "/"))
            bytes += name.bytes[range.upperBound..<name.stemEnd]
            bytes += name.bytes[name.dot...]
            self.bytes = bytes
        }

        func surrounds(_ range: Range<Int>, in name: FrameFileName) -> Bool {
            let before = range.lowerBound
            let inner = name.stemEnd - range.upperBound
            guard bytes.count == before + 1 + inner + name.bytes.count - name.dot else { return false }
            return bytes.withUnsafeBufferPointer { own in
                name.bytes.withUnsafeBufferPointer { bytes in
                    own[before] == UInt8(ascii: "/") && own.starts(with: bytes[..<before])
                        && own[(before + 1)...].starts(with: bytes[range.upperBound..<name.stemEnd])
                        && own[(before + 1 + inner)...].elementsEqual(bytes[name.dot...])
                }
            }
        }

        func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }

    private struct Member {
        let file: FileSequence.File
        /// The number of characters, including the sign.
        let width: Int
        let isPadded: Bool
        var digits: Int { file.number < 0 ? width - 1 : width }
    }

    private var members: [[Member]] = []
    private var indices: [Key: Int] = [:]
    private var keys: [Key] = []
    /// The index of the last name's group. The next name usually belongs to the same group, so no key has to be created and
    /// hashed.
    private var last = 0

    mutating func add(_ name: FrameFileName, at place: FrameFileName.Place) -> Bool {
        guard let (range, number) = name.number(at: place) else { return false }
        let digits = range.lowerBound + (number < 0 ? 1 : 0)
        let isPadded = name.bytes[digits] == UInt8(ascii: "0") && range.upperBound - digits > 1
        let file = FileSequence.File(number: number, scale: name.scale ?? 1, name: name.path)
        let member = Member(file: file, width: range.count, isPadded: isPadded)
        if !keys.indices.contains(last) || !keys[last].surrounds(range, in: name) {
            let key = Key(name, number: range)
            last = indices[key] ?? members.count
            if last == members.count { append([], key) }
        }
        members[last].append(member)
        return true
    }

    private mutating func append(_ group: [Member], _ key: Key) {
        indices[key] = members.count
        members.append(group)
        keys.append(key)
    }

    /// Adopts the names in `other` that differ only in their number, and returns the rest. A name that begins like a frame's
    /// name is derived from that frame (`walk_1-mini.png` next to `walk_1.png`), and is not adopted.
    mutating func adoptSequences(of other: NumberedNames) -> [FilePath] {
        var rest: [FilePath] = []
        let prefixes = Set(keys.map { Array($0.bytes.prefix { $0 != UInt8(ascii: "/") }) })
        for (key, group) in zip(other.keys, other.members) {
            let isDerived = prefixes.contains(Array(key.bytes.prefix { $0 != UInt8(ascii: "/") }))
            let hasNumbers = group.contains { $0.file.number != group[0].file.number }
            if hasNumbers, !isDerived { append(group, key) } else { rest += group.map(\.file.name) }
        }
        return rest
    }

    var sequences: [FileSequence] {
        keys.indices.sorted { keys[$0].bytes.lexicographicallyPrecedes(keys[$1].bytes) }.flatMap { index in
            let parts = keys[index].bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            let ends = parts.map { String(decoding: $0, as: UTF8.self) }
            let members = members[index]
            let width = Self.widthBesideSigns(members)
            let padding = width.map { FramePadding(width: $0).withSignBesideDigits }
            return (width.map { [($0, members.map(\.file))] } ?? byPadding(members)).map { width, files in
                let padding = padding ?? FramePadding(width: width)
                let pattern = FramePattern(prefix: ends[0], padding: padding, suffix: ends[1])
                return FileSequence(pattern: pattern, files: files)
            }
        }
    }

    /// Returns the width of ffmpeg's padding, in which the sign is extra: `-0005` and `0005`. Returns `nil` for other paddings,
    /// in which the width includes the sign: `-005` and `0005`.
    private static func widthBesideSigns(_ members: [Member]) -> Int? {
        guard let width = members.first(where: { $0.file.number < 0 && $0.isPadded }).map({ $0.width - 1 }),
            members.allSatisfy({ $0.isPadded ? $0.digits == width : $0.digits >= width })
        else { return nil }
        // If there is no positive number, the width is assumed to include the sign.
        return members.contains { $0.file.number >= 0 } ? width : nil
    }

    /// Splits the files of one name by the padding of their numbers, the narrowest first.
    private func byPadding(_ members: [Member]) -> [(width: Int, files: [FileSequence.File])] {
        var widths: [Int] = []
        for member in members where member.isPadded && !widths.contains(member.width) { widths.append(member.width) }
        widths.sort()
        // A number without a leading zero fits every padding up to its own width.
        let narrowest = widths.first ?? .max
        let narrowWidth = members.lazy.map(\.width).filter { $0 < narrowest }.min()
        if widths.isEmpty || widths.count == 1 && narrowWidth == nil {
            return [(widths.first ?? narrowWidth ?? 1, members.map(\.file))]
        }
        var files: [Int: [FileSequence.File]] = [:]
        for member in members {
            let width = member.isPadded ? member.width : widths.last { $0 <= member.width } ?? narrowWidth ?? 1
            files[width, default: []].append(member.file)
        }
        return files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
