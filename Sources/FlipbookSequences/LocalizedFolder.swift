package import FlipbookCore
import FlipbookFiles

/// The folders of languages in a folder, `fr.lproj` and `Base.lproj`, in the order in which they are looked into.
package struct LocalizedFolder {
    private static let suffix = ".lproj"

    private let folder: FilePath
    /// The names of the folders, from the language that is wanted most to what all fall back on.
    private let names: [String]

    package var folders: [FilePath] { names.map { folder.appending($0) } }

    /// `nil` where the folder has none, cannot be read, or is one itself.
    package init?(_ folder: FilePath, _ preferences: LanguagePreferences) {
        guard !folder.lastComponent.hasSuffix(Self.suffix) else { return nil }
        // Where it cannot be read, what looks for the files says why.
        let found = ((try? FolderListing(folder).folders) ?? []).filter { $0.hasSuffix(Self.suffix) }
        let languages = found.map { String($0.dropLast(Self.suffix.count)) }
        guard !languages.isEmpty else { return nil }
        self.folder = folder
        names = preferences.order(of: languages).map { $0 + Self.suffix }
    }

    /// The frames that `find` finds in the folder of the best language that has them all.
    ///
    /// A sequence comes from one language: one that lacks frames which the next folder has of the same name, gives way to
    /// that, and a hint says so. Where no language has anything, the folder itself is looked into.
    package func first(
        _ find: (FilePath) throws(SequenceLocatorError) -> FrameList
    ) throws(SequenceLocatorError) -> FrameList {
        var lists: [(name: String, list: FrameList)] = []
        for name in names {
            do throws(SequenceLocatorError) {
                lists.append((name, try find(folder.appending(name))))
            } catch {
                guard error.isNothingThere else { throw error }
            }
        }
        if lists.count < 2 {
            do throws(SequenceLocatorError) {
                lists.append((folder.description, try find(folder)))
            } catch {
                guard error.isNothingThere, !lists.isEmpty else { throw error }
            }
        }
        guard lists.count > 1 else { return lists[0].list }
        let (best, next) = (lists[0], lists[1])
        let lacking = best.list.lacking(next.list)
        guard !lacking.isEmpty else { return best.list }
        return next.list.adding(hints: [
            "\(FilePath(best.name)) lacks \(lacking.count == 1 ? "frame" : "frames") \(lacking) of "
                + "\(FilePath(FilePath(next.list.name).lastComponent)), so all are taken from \(FilePath(next.name))"
        ])
    }

    /// The file of that name in the folder of the best language that has it, or `nil` if none has.
    package func file(_ name: String) -> FilePath? {
        names.lazy.map { folder.appending($0).appending(name) }.first { FileStamp(of: $0) != nil }
    }
}

extension LanguagePreferences {
    /// The file that stands for `path` in the language that is wanted most: `fr.lproj/hero.png`, or `hero.fr.png` beside it.
    package func localized(_ path: FilePath) -> FilePath {
        LocalizedFolder(FilePath(path.directory), self)?.file(path.lastComponent)
            ?? tags.lazy.map(path.inLanguage).first { FileStamp(of: $0) != nil } ?? path
    }
}

extension SequenceLocatorError {
    /// A Boolean value that indicates whether there is simply nothing of what was looked for.
    fileprivate var isNothingThere: Bool {
        switch self {
        case .missing: true
        case .system(let error): error.isAbsence
        case .resolution(.noMatch, _), .resolution(.noImages, _): true
        default: false
        }
    }
}

extension FrameList {
    /// The numbers that another list of as many names has, and this one has not.
    fileprivate func lacking(_ other: FrameList) -> FrameSet {
        guard FilePath(name).lastComponent == FilePath(other.name).lastComponent else { return FrameSet() }
        let there = Set(frames.lazy.compactMap(\.number))
        return FrameSet(other.frames.lazy.compactMap(\.number).filter { !there.contains($0) })
    }
}
