package import FlipbookCore

package struct LocalizedNames {
    package let name: String
    package let global: [FrameEvidence]?
    package let localized: [(language: String, frames: [FrameEvidence])]

    /// The reference language: `Base` if it exists, otherwise the language with the most frames.
    package var reference: (language: String, frames: [FrameEvidence])? {
        localized.first { $0.language == "Base" } ?? localized.reversed().max { $0.frames.count < $1.frames.count }
    }

    package var gaps: [(language: String, frames: [FrameEvidence], absent: FrameSet)] {
        guard let reference else { return [] }
        let numbers = Set(reference.frames.lazy.compactMap(\.number))
        return localized.compactMap { language, frames in
            let there = Set(frames.lazy.compactMap(\.number))
            let absent = FrameSet(numbers.subtracting(there).sorted())
            return there.isEmpty || absent.isEmpty ? nil : (language, frames, absent)
        }
    }

    package static func all(in folder: FolderEvidence) -> [LocalizedNames] {
        guard !folder.localizations.isEmpty else { return [] }
        var names: [FilePath] = []
        var found: [FilePath: [(language: String, frames: [FrameEvidence])]] = [:]
        for localization in folder.localizations {
            for (name, frames) in entries(of: localization.folder) {
                if found[name] == nil { names.append(name) }
                found[name, default: []].append((localization.language, frames))
            }
        }
        let global = Dictionary(entries(of: folder)) { first, _ in first }
        return names.sorted { $0.isBefore($1) }.map { name in
            LocalizedNames(name: name.description, global: global[name], localized: found[name] ?? [])
        }
    }

    private static func entries(of folder: FolderEvidence) -> [(FilePath, [FrameEvidence])] {
        let sequences = folder.sequences.compactMap { sequence in
            sequence.pattern.map { pattern in (FilePath(FilePath(pattern.description).lastComponent), sequence.frames) }
        }
        let stills = folder.stills?.frames.map { (FilePath($0.path.lastComponent), [$0]) } ?? []
        return sequences + stills
    }
}

extension FolderEvidence {
    var localizedGaps: [(sequence: String, absent: FrameSet)] {
        LocalizedNames.all(in: self).flatMap { names in
            names.gaps.compactMap { gap in
                gap.frames.first.map { ("\(FilePath($0.path.directory))/\(names.name)", gap.absent) }
            }
        }
    }
}

/// The contents of a language folder, such as `fr.lproj`.
public struct Localization: Sendable {
    /// The language in the folder's name, `fr` or `zh-Hant`, or `Base` for the fallback of all languages.
    public let language: String
    /// The files.
    public package(set) var folder: FolderEvidence
}
