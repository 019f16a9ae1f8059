public import FlipbookCore

/// The facts about an image set in an asset catalog: its `Contents.json`, and the other files in its folder.
public struct ImageSetEvidence: Sendable {
    /// The folder of the set, `walk.imageset`.
    public let path: FilePath
    /// The contents of `Contents.json`, or `nil` if it has mistakes.
    public let set: ImageSet?
    /// The mistakes in `Contents.json`.
    public let mistakes: [ManifestFault]
    /// The names of the other files in the folder, except hidden ones.
    public let names: Set<FilePath>
    /// The existing files that are assigned to slots, keyed by name.
    public package(set) var frames: [FilePath: FrameEvidence] = [:]
    /// The files that differ in size from most pictures in the set's animation.
    package var oddNames: Set<FilePath> = []

    package init(path: FilePath, set: ImageSet? = nil, mistakes: [ManifestFault] = [], names: [FilePath]) {
        (self.path, self.set, self.mistakes, self.names) = (path, set, mistakes, Set(names))
    }

    /// The path of `Contents.json`.
    public var contents: FilePath { path.appending("Contents.json") }

    /// The name of the set in messages, safe to print.
    public var name: String { path.description }

    /// Returns the file of a variant, or `nil` for an empty slot or a missing file.
    public func frame(of variant: ImageSet.Variant) -> FrameEvidence? {
        variant.filename.flatMap { frames[FilePath($0)] }
    }

    /// The variants grouped by everything except scale, in textual order, including empty slots.
    package var scaleGroups: [[ImageSet.Variant]] {
        struct Key: Hashable {
            let idiom: String
            let locale: String?
            let direction: LayoutDirection?
            let appearances: [String: String]
        }
        var order: [Key] = []
        var groups: [Key: [ImageSet.Variant]] = [:]
        for variant in set?.variants ?? [] {
            let key = Key(
                idiom: variant.idiom ?? "universal",
                locale: variant.locale,
                direction: variant.languageDirection,
                appearances: variant.appearances
            )
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(variant)
        }
        return order.compactMap { groups[$0] }
    }

    fileprivate func animationFrames(number: Int?) -> [FrameEvidence] {
        let plain = (set?.variants ?? []).filter {
            $0.locale == nil && $0.languageDirection != .rightToLeft && $0.appearances.isEmpty
        }
        let idioms = plain.map { $0.idiom ?? "universal" }
        let idiom = idioms.contains("universal") ? "universal" : idioms.first
        var scales: Set<Int> = []
        return zip(plain, idioms).filter { $0.1 == idiom }.compactMap { evidence(of: $0.0, number: number) }
            .filter { scales.insert($0.scale).inserted }.sorted { $0.scale < $1.scale }
    }

    fileprivate func evidence(of variant: ImageSet.Variant, number: Int?) -> FrameEvidence? {
        guard let name = variant.filename.map({ FilePath($0) }), names.contains(name) else { return nil }
        return FrameEvidence(path: path.appending(name.string), number: number, scale: variant.scale ?? 1)
    }
}

extension FolderEvidence {
    /// Creates the evidence for the image sets of a catalog, or of a folder of sets.
    ///
    /// Sets whose names differ only in a number, such as `walk1.imageset` and `walk2.imageset`, are the frames of an animation.
    /// Each frame has the scales that its set provides for any device, language, and appearance. All other files in the sets
    /// are stills.
    package init(catalog path: FilePath, sets: [ImageSetEvidence]) {
        var folders: [FilePath: [ImageSetEvidence]] = [:]
        for set in sets { folders[FilePath(set.path.directory), default: []].append(set) }
        var sequences: [SequenceEvidence] = []
        var shown: Set<FilePath> = []
        for (folder, sets) in folders.sorted(by: { $0.key.isBefore($1.key) }) {
            let setOfPath = Dictionary(sets.map { ($0.path, $0) }) { first, _ in first }
            let named = FolderEvidence(path: folder.string, names: sets.map(\.path.lastComponent), selection: .all)
            for var sequence in named.sequences {
                let frames = sequence.frames.flatMap { frame in
                    setOfPath[frame.path]?.animationFrames(number: frame.number) ?? []
                }
                shown.formUnion(frames.map(\.path))
                (sequence.frames, sequence.isOfImageSets) = (frames, true)
                sequences.append(sequence)
            }
        }
        let assigned = sets.flatMap { set in (set.set?.variants ?? []).compactMap { set.evidence(of: $0, number: nil) }
        }
        let rest = assigned.filter { shown.insert($0.path).inserted }.sorted { $0.path.isBefore($1.path) }
        var stills = SequenceEvidence(name: path.description, kind: .stills, frames: rest)
        stills.isOfImageSets = true
        self.init(name: path.description, sequences: sequences, stills: rest.isEmpty ? nil : stills)
        self.path = path
        imageSets = sets
        extent = .sequences
    }

    package var completeImageSets: [ImageSetEvidence] {
        guard !imageSets.isEmpty else { return [] }
        let frames = Dictionary(subjects.lazy.flatMap(\.frames).map { ($0.path, $0) }) { first, _ in first }
        let odd = Set(
            sequences.lazy.flatMap(\.sizes).filter { !$0.areUnrelated }
                .flatMap { $0.groups.dropFirst().flatMap(\.frames) }.map(\.path)
        )
        return imageSets.map { set in
            var set = set
            let names = (set.set?.variants ?? []).compactMap { $0.filename.map { FilePath($0) } }
            for name in names where set.names.contains(name) {
                let path = set.path.appending(name.string)
                set.frames[name] = frames[path]
                if odd.contains(path) { set.oddNames.insert(name) }
            }
            return set
        }
    }
}

extension FilePath {
    package func isBefore(_ other: FilePath) -> Bool { string.utf8.lexicographicallyPrecedes(other.string.utf8) }
}

extension ImageSet.Variant {
    /// The purpose of the slot in words, safe to print: `2x`, `2x on ipad, dark`.
    package var purpose: String {
        var words = scale.map { "\($0)x" } ?? "any scale"
        if let idiom, idiom != "universal" { words += " on \(idiom)" }
        let direction = languageDirection.map { $0 == .leftToRight ? "left-to-right" : "right-to-left" }
        let others = [locale, direction].compactMap { $0 } + appearances.sorted { $0.key < $1.key }.map(\.value)
        return ([words] + others).joined(separator: ", ").escapingControlCharacters
    }
}
