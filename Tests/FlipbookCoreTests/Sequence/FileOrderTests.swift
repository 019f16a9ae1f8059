import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite struct FileOrderTests {
    @Test("a name comes before the same name with more behind it, whatever extension follows")
    func order() throws {
        let names = [
            "b.png", "b (1).png", "b (2).png", "b (10).png", "b-1.png", "b1.png", "b1.5.png", "b1@2x.jpg", "b10.png",
        ]
        let paths = names.map { FilePath("a/" + $0) }
        for (one, other) in zip(paths, paths.dropFirst()) {
            expect(one.naturallyPrecedes(other) && !other.naturallyPrecedes(one), "\(one) \(other)")
        }
        expect(FilePath("a.jpg").naturallyPrecedes("a.png") && FilePath("a.d/z.png").naturallyPrecedes("b.png"))
        expect(FilePath("1/a/2.png").naturallyPrecedes("1.5/a/1.png"))
        expect(FilePath("1/9.png").naturallyPrecedes("1 b/1.png"))
    }

    @Test(
        "files by name keep the order of their sequence whatever other files are among them, with a hint",
        arguments: [
            ["DSC_9998.JPG", "DSC_9999.JPG", "DSC_0001.JPG", "DSC_0002.JPG", "poster.JPG"],
            ["A.png", "DSC_9998.JPG", "DSC_9999.JPG", "DSC_0001.JPG", "DSC_0002.JPG", "DSC_0002 (1).JPG"],
            ["DSC_9997.JPG", "DSC_9998.JPG", "DSC_9999.JPG", "DSC_0001.jpg", "DSC_0002.jpg"],
            ["f.1.0.png", "f.1.25.png", "f.1.5.png", "f.1.75.png", "f.2.0.png", "poster.png"],
            ["f.9.png", "f.9.5.png", "f.10.png", "f.11.png"], ["f.-1.5.png", "f.-1.0.png", "f.-0.5.png", "f.0.0.png"],
        ]
    )
    func files(names: [String]) throws {
        for folder in ["", "my walk/"] {
            let list = try Resolution.files(names.reversed().map { FilePath(folder + $0) })
            expectEqual(list.frames.compactMap { $0.path?.lastComponent }, names)
            expect(!list.hints.isEmpty)
        }
        let given = names.reversed().map { FilePath($0) }
        try expectEqual(Resolution.files(given, sorted: .none).frames.compactMap(\.path), given)
    }
}
