package import FlipbookCore
import FlipbookFiles

package struct LocalizedFolder {
    private static let suffix = ".lproj"

    private let folder: FilePath
    private let names: [String]

    package var folders: [FilePath] { names.map { folder.appending($0) } }

    /// Returns `nil` if the folder has no language folders, cannot be read, or is a language folder itself.
    package init?(_ folder: FilePath, _ preferences: LanguagePreferences) {
        guard !folder.lastComponent.hasSuffix(Self.suffix) else { return nil }
        let found = ((try? FolderListing(folder).folders) ?? []).filter { $0.hasSuffix(Self.suffix) }
        let languages = found.map { String($0.dropLast(Self.suffix.count)) }
        guard !languages.isEmpty else { return nil }
        self.folder = folder
        names = preferences.order(of: languages).map { $0 + Self.suffix }
    }

    /// Returns the frames of the best complete language, all from one folder. If a language lacks frames that the next language
    /// has under the same name, the next language is used instead, and a hint explains this. If no language has frames, the
    /// folder itself is searched.
    package func first(
        _ find: (FilePath) throws(SequenceLocatorError) -> FrameList
    ) throws(SequenceLocatorError) -> FrameList {
        var lists: [(name: String, list: FrameList)] = []
        for (name, place) in names.map({ ($0, folder.appending($0)) }) + [(folder.description, folder)] {
            let isOwn = place == folder
            if isOwn, lists.count > 1 { break }
            do throws(SequenceLocatorError) {
                lists.append((name, try find(place)))
            } catch {
                guard error.isNothingThere, !isOwn || !lists.isEmpty else { throw error }
            }
        }
        guard lists.count > 1 else { return lists[0].list }
        let (best, next) = (lists[0], lists[1])
        let lacking = best.list.lacking(next.list)
        guard !lacking.isEmpty else { return best.list }
        return next.list.adding(hints: [
            "\(FilePath(best.name)) lacks \(lacking.count == 1 ? "frame" : "frames") \(lacking) of "
                + "\(FilePath(FilePath(next.list.name).lastComponent)), so all frames come from \(FilePath(next.name))"
        ])
    }

    package func file(_ name: String) -> FilePath? {
        names.lazy.map { folder.appending($0).appending(name) }.first { FileStamp(of: $0) != nil }
    }
}

extension LanguagePreferences {
    /// Returns the file for `path` in the preferred language: `fr.lproj/hero.png`, or `hero.fr.png` in the same folder.
    package func localized(_ path: FilePath) -> FilePath {
        LocalizedFolder(FilePath(path.directory), self)?.file(path.lastComponent)
            ?? tags.lazy.map(path.inLanguage).first { FileStamp(of: $0) != nil } ?? path
    }
}

extension SequenceLocatorError {
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
    fileprivate func lacking(_ other: FrameList) -> FrameSet {
        guard FilePath(name).lastComponent == FilePath(other.name).lastComponent else { return FrameSet() }
        let there = Set(frames.lazy.compactMap(\.number))
        return FrameSet(other.frames.lazy.compactMap(\.number).filter { !there.contains($0) })
    }
}
