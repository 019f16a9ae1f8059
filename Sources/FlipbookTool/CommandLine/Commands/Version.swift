import CVersions

/// The version of the program; the changelog has its contents, and tools/package names its files by it.
package let flipbookVersion = "0.2.0"

/// What `flipbook --version` prints: the version, the commit where the build knew it, and the libraries.
package let flipbookVersionText: String = {
    let commit = String(cString: flipbook_commit())
    let libraries = LibraryVersions.all.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    return "flipbook \(flipbookVersion)\(commit.isEmpty ? "" : " (\(commit))")\n\(libraries)"
}()
