import FlipbookCore
import FlipbookFiles
import FlipbookLintModel
import FlipbookManifest

struct AssetCatalogFolder {
    let evidence: FolderEvidence
    let passedOver: [FilePath]

    private static let catalogSuffix = ".xcassets"
    private static let setSuffix = ".imageset"
    private static let otherSuffixes = [
        ".appiconset", ".brandassets", ".cubetextureset", ".iconset", ".imagestack", ".imagestacklayer",
        ".launchimage", ".mipmapset", ".sticker", ".stickerpack", ".stickersequence", ".stickersiconset",
        ".textureset",
    ]

    /// Returns the catalog or image set at or around `path`, or `nil` if there is none.
    ///
    /// Only the path itself is examined, not the disk. For a set outside a catalog, the result is the folder of the set.
    static func owner(of path: FilePath) -> FilePath? {
        var end = path.string.utf8.startIndex
        let bytes = path.string.utf8
        while end < bytes.endIndex {
            let next = bytes[end...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
            if bytes[end..<next].ends(with: catalogSuffix) { return FilePath(String(path.string[..<next])) }
            if bytes[end..<next].ends(with: setSuffix) {
                return FilePath(FilePath(String(path.string[..<next])).directory)
            }
            end = next < bytes.endIndex ? bytes.index(after: next) : next
        }
        return nil
    }

    static func isSet(_ path: FilePath) -> Bool { path.withoutTrailingSlashes.string.utf8[...].ends(with: setSuffix) }

    init(_ owner: FilePath, folders: [FilePath]) {
        let sets = folders.filter(Self.isSet).map(Self.set)
        var evidence = FolderEvidence(catalog: owner, sets: sets)
        evidence.symbolSets = folders.filter { $0.withoutTrailingSlashes.string.utf8[...].ends(with: ".symbolset") }
        self.evidence = evidence
        passedOver = folders.filter { folder in
            Self.otherSuffixes.contains { folder.withoutTrailingSlashes.string.utf8[...].ends(with: $0) }
        }
    }

    private static func set(_ folder: FilePath) -> ImageSetEvidence {
        let folder = folder.withoutTrailingSlashes
        let contents = folder.appending("Contents.json")
        var names: [FilePath] = []
        do throws(FileSystemError) {
            names = try FolderListing(folder).names.filter { !$0.utf8.starts(with: ".".utf8) && $0 != "Contents.json" }
                .map { FilePath($0) }
        } catch { return ImageSetEvidence(path: folder, mistakes: [fault(error)], names: []) }
        do throws(ManifestFileError) {
            return ImageSetEvidence(path: folder, set: try ImageSet(reading: contents), names: names)
        } catch {
            let mistakes =
                switch error {
                case .manifest(let error): error.faults
                case .system(let error): [fault(error)]
                default: [ManifestFault]()
                }
            return ImageSetEvidence(path: folder, mistakes: mistakes, names: names)
        }
    }

    private static func fault(_ error: FileSystemError) -> ManifestFault {
        ManifestFault(at: .start, message: error.isAbsence ? "the file is missing" : error.description)
    }
}

extension Substring.UTF8View {
    fileprivate func ends(with suffix: String) -> Bool {
        count > suffix.utf8.count && self.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
