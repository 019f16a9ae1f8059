import FlipbookCore
import FlipbookImaging
import FlipbookManifest
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

/// What is put in a file's place between the reading of a document and the reading of the file.
@Suite("Documents in folders that change") struct ManifestRaceTests {
    private let folder: TemporaryDirectory
    private let manager = FileManager.default

    init() throws {
        folder = try TemporaryDirectory()
        for name in ["set/a1.png", "set/in/a2.png", "set/spare.png", "secret/a2.png", "secret.png"] {
            try folder.write(TestFrames(width: 8, height: 8).png(1), to: name)
        }
    }

    private func located(allowed: [FilePath] = []) throws -> [FilePath] {
        let text = "animationImages: [a1.png, in/a2.png]\nimage: a1.png"
        let file = try ManifestFile(Array(text.utf8), of: folder.file("set/walk.yaml"), as: .yaml)
        return try ManifestLocator(allowedFolders: allowed).locate(file).frames.compactMap(\.path)
    }

    private func put(link name: String, to target: String) throws {
        try manager.removeItem(atPath: folder.path + "/" + name)
        try manager.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: target)
    }

    @Test("a link out of the folder in the place of a frame, or of a folder on its way, is not followed")
    func links() throws {
        let paths = try located()
        for path in paths { try expectEqual(ImageDecoder().decode(contentsOf: path).size.width, 8) }
        try put(link: "set/a1.png", to: "../secret.png")
        try put(link: "set/in", to: folder.path + "/secret")
        for path in paths {
            #expect(throws: ImageError(.unreadable(errno: EXDEV), path: path)) {
                try ImageDecoder().decode(contentsOf: path)
            }
            #expect(throws: ImageError(.unreadable(errno: EXDEV), path: path)) {
                try ImageHeader.read(contentsOf: path)
            }
        }
        let words = ImageError(.unreadable(errno: EXDEV), path: paths[0]).description
        expect(words.contains("a link that points outside the document's folder"))
        // Allowed, the same files are read.
        for path in try located(allowed: ["/"]) { _ = try ImageDecoder().decode(contentsOf: path) }
    }

    @Test("a link to what lies in the folder is followed, as an absolute one, too")
    func inside() throws {
        let paths = try located()
        try put(link: "set/a1.png", to: folder.path + "/set/spare.png")
        try expectEqual(ImageDecoder().decode(contentsOf: paths[0]).size.width, 8)
    }

    @Test(
        "what only looks like .. or a slash is a name like any other, and leads nowhere",
        arguments: ["‥/secret.png", "．．/secret.png", "..\u{2215}secret.png", "．．／secret.png", ".\u{200B}./secret.png"]
    )
    func lookalikes(name: String) throws {
        let file = try ManifestFile(Array("image: \"\(name)\"".utf8), of: folder.file("set/walk.yaml"), as: .yaml)
        let error = try #require(throws: ManifestFileError.self) { try ManifestLocator().locate(file) }
        guard case .files(_, areOutside: false) = error else {
            Issue.record("\(error)")
            return
        }
    }
}
