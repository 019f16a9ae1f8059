/// The names of a folder, sorted into sequences, single images and the rest.
package struct FileGrouping: Hashable, Sendable {
    /// Images with a frame number, also those that are alone with their name. By name, then by padding.
    package let sequences: [FileSequence]
    package let stills: [FilePath]
    /// Names that are no image by their extension, in the order given. Hidden files are left out altogether.
    package let others: [FilePath]
    /// Images for another kind of device than was asked for (`walk1~ipad.png`, `walk1@2x~iphone.png`), which belong to
    /// no sequence.
    package let deviceVariants: [FilePath]
}

extension FileSequence {
    /// The extensions of images, in lower case: those that we read, and those that we know well enough to say we do not.
    public static let imageExtensions: Set<String> = [
        "png", "jpg", "jpeg", "exr", "tif", "tiff", "bmp", "gif", "webp", "apng", "tga", "dpx", "jp2", "hdr", "ppm",
        "pgm", "pbm", "pnm", "pam", "xbm", "ico", "cur", "avif", "heic", "heif", "jxl", "svg",
    ]

    /// The extensions of images, also of those that Flipbook does not read.
    package static let knownImageExtensions = imageExtensions.union([
        "apng", "cin", "dds", "fits", "icns", "j2k", "jng", "jpx", "mng", "pcx", "pfm", "psd", "qoi", "ras", "sgi",
        "xcf",
        "xpm",
    ])

    /// Sorts the names of a folder into sequences.
    ///
    /// The last number of a name counts, if the name, or a part of it before a dot, ends with it: `a_v001.0002.png` is
    /// frame 2. In a name without such a number its last one counts (`a_0002_left.png`), where another name differs
    /// from it in that alone. Of the rest of the name every byte has to agree, but for a scale factor (`@2x`), whose
    /// variants are one frame.
    ///
    /// Images for one kind of device (`~ipad`, `~iphone`) are kept apart: they are other drawings of the same frames.
    /// Those of `idiom` take the place of the universal ones, frame by frame and at any scale factor, as in UIKit.
    ///
    /// Numbers with a leading zero tell the padding, and longer ones belong to it: 0998, 0999, 1000 have four digits.
    /// Other numbers have the padding of the shortest. One name may so give two sequences, of different padding.
    /// - Parameters:
    ///   - names: the names in one folder, in any order, without the folder.
    ///   - extensions: what counts as an image, in lower case, or `nil` if every name does.
    ///   - idiom: the kind of device whose images are taken, or `nil` if only the universal ones are.
    /// - Complexity: O(n log n) in the number of names.
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
        // Neighbors mostly share their extension, so it is looked up where it changes.
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
        let numberless = stills.filter { !inner.add($0, at: .anywhere) }
        let alone = numbered.adoptSequences(of: inner)
        return FileGrouping(
            sequences: numbered.sequences,
            stills: numberless.map(\.path) + alone,
            others: others,
            deviceVariants: deviceVariants
        )
    }
}

/// Names by the text around their frame number.
private struct NumberedNames {
    /// The text around the number: the prefix, a slash, which no name contains, and the suffix.
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

        /// Returns `true` if it surrounds the number of a name, compared without a copy of it.
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
        /// The number of characters, the sign counted.
        let width: Int
        /// A Boolean value that indicates a leading zero, so that the width is the padding's.
        let isPadded: Bool
        var digits: Int { file.number < 0 ? width - 1 : width }
    }

    private var members: [[Member]] = []
    private var indices: [Key: Int] = [:]
    private var keys: [Key] = []
    /// The place of the last name: mostly the next one goes there, too, which saves a key and a hash.
    private var last = 0

    /// Adds a name; returns whether it has a number there.
    mutating func add(_ name: FrameFileName, at place: FrameFileName.Place) -> Bool {
        guard let (range, number) = name.number(at: place) else { return false }
        let digits = range.lowerBound + (number < 0 ? 1 : 0)
        let member = Member(
            file: FileSequence.File(number: number, scale: name.scale ?? 1, name: name.path),
            width: range.count,
            isPadded: name.bytes[digits] == UInt8(ascii: "0") && range.upperBound - digits > 1
        )
        if keys.indices.contains(last), keys[last].surrounds(range, in: name) {
            members[last].append(member)
            return true
        }
        let key = Key(name, number: range)
        if let index = indices[key] {
            last = index
            members[index].append(member)
        } else {
            last = members.count
            append([member], key)
        }
        return true
    }

    private mutating func append(_ group: [Member], _ key: Key) {
        indices[key] = members.count
        members.append(group)
        keys.append(key)
    }

    /// Takes over those names of `other` that differ in their number only; returns the rest.
    ///
    /// No name of `other` may have the surroundings of one that is here. Names that begin like one here are
    /// derived from its frames (`walk_1-mini.png` beside `walk_1.png`) and no sequence of their own.
    mutating func adoptSequences(of other: NumberedNames) -> [FilePath] {
        var rest: [FilePath] = []
        let prefixes = Set(keys.map { Array($0.bytes.prefix { $0 != UInt8(ascii: "/") }) })
        for (key, group) in zip(other.keys, other.members) {
            let isDerived = prefixes.contains(Array(key.bytes.prefix { $0 != UInt8(ascii: "/") }))
            if !isDerived, group.contains(where: { $0.file.number != group[0].file.number }) {
                append(group, key)
            } else {
                rest += group.map(\.file.name)
            }
        }
        return rest
    }

    var sequences: [FileSequence] {
        keys.indices.sorted { keys[$0].bytes.lexicographicallyPrecedes(keys[$1].bytes) }.flatMap { index in
            let parts = keys[index].bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            let members = members[index]
            let width = Self.widthBesideSigns(members)
            let padding = width.map { FramePadding(width: $0).withSignBesideDigits }
            return (width.map { [($0, members.map(\.file))] } ?? byPadding(members)).map { width, files in
                let pattern = FramePattern(
                    prefix: String(decoding: parts[0], as: UTF8.self),
                    padding: padding ?? FramePadding(width: width),
                    suffix: String(decoding: parts[1], as: UTF8.self)
                )
                return FileSequence(pattern: pattern, files: files)
            }
        }
    }

    /// The padding of numbers that are as long below zero as above it, the sign not counted, as ffmpeg writes them:
    /// `-0005` and `0005`. `nil` for others, in which the sign counts: `-005` and `0005`.
    private static func widthBesideSigns(_ members: [Member]) -> Int? {
        guard let width = members.first(where: { $0.file.number < 0 && $0.isPadded }).map({ $0.width - 1 }) else {
            return nil
        }
        let isSo = members.allSatisfy { $0.isPadded ? $0.digits == width : $0.digits >= width }
        // Without a number above zero nothing tells, and the sign counts.
        return isSo && members.contains { $0.file.number >= 0 } ? width : nil
    }

    /// Divides names of one surrounding by the padding that they keep to, the narrowest first.
    private func byPadding(_ members: [Member]) -> [(width: Int, files: [FileSequence.File])] {
        // There are few widths and many names: no set.
        var widths: [Int] = []
        for member in members where member.isPadded && !widths.contains(member.width) { widths.append(member.width) }
        widths.sort()
        // A number without a leading zero fits every padding that is not wider than it is.
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
}
