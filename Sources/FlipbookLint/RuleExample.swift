public import FlipbookCore
public import FlipbookImaging

/// A folder made up to show what a rule finds, or does not find.
public struct RuleExample: Sendable {
    /// What a made-up file holds.
    public enum Content: Hashable, Sendable {
        /// A picture of this size that is all there.
        case picture(PixelSize)
        /// A file that cannot be read as a picture, and why.
        case fault(ImageError)
    }

    /// A made-up file.
    public struct File: Hashable, Sendable {
        /// The file's name.
        public let name: String
        /// What it holds.
        public let content: Content

        /// A file of the given name and content.
        public init(_ name: String, _ content: Content = .picture(PixelSize(width: 160, height: 90))) {
            self.name = name
            self.content = content
        }

        /// A picture of the given size in pixels.
        public init(_ name: String, _ width: Int, _ height: Int) {
            self.init(name, .picture(PixelSize(width: width, height: height)))
        }
    }

    /// The files in the folder.
    public let files: [File]
    /// How many more names are not UTF-8, which no `String` can hold.
    public let undecodableNames: Int

    /// A folder of files.
    public init(_ files: [File], undecodableNames: Int = 0) {
        self.files = files
        self.undecodableNames = undecodableNames
    }

    /// A folder of pictures of one size, by their names.
    public init(names: [String], undecodableNames: Int = 0) {
        self.init(names.map { File($0) }, undecodableNames: undecodableNames)
    }

    /// What the linter would see of such a folder, headers included.
    public var evidence: FolderEvidence {
        var content: [FilePath: Content] = [:]
        for file in files { content[FilePath(file.name)] = file.content }
        let folder = FolderEvidence(
            path: "example",
            names: files.map(\.name),
            undecodableNames: undecodableNames
        )
        let headers = folder.paths.map { path in
            content[FilePath(path.lastComponent)].map(Self.header) ?? .failure(.empty)
        }
        return folder.adding(headers: headers)
    }

    private static func header(_ content: Content) -> Result<ImageHeader, ImageError> {
        switch content {
        case .fault(let error):
            .failure(error)
        case .picture(let size):
            .success(
                ImageHeader(
                    size: size,
                    format: .png,
                    bitDepth: 8,
                    colorModel: .rgb,
                    hasAlpha: true,
                    isInterlaced: false
                )
            )
        }
    }
}
