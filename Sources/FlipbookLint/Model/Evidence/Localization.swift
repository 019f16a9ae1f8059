/// The contents of a folder for one language: `fr.lproj`.
public struct Localization: Sendable {
    /// The language as the folder is called, `fr` or `zh-Hant`; `Base` for what all languages fall back on.
    public let language: String
    /// The files.
    public package(set) var folder: FolderEvidence

    /// The files for a language.
    package init(language: String, folder: FolderEvidence) {
        self.language = language
        self.folder = folder
    }
}
