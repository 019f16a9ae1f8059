import FlipbookCore
import Testing

@Suite struct FileOrderTests {
    @Test("a name comes before the same name with more behind it, whatever extension follows")
    func order() throws {
        let names = [
            "b.png", "b (1).png", "b (2).png", "b (10).png", "b-1.png", "b1.png", "b1.5.png", "b1@2x.jpg", "b10.png",
        ]
        let paths = names.map { FilePath("a/" + $0) }
        for (one, other) in zip(paths, paths.dropFirst()) {
            #expect(one.naturallyPrecedes(other) && !other.naturallyPrecedes(one), "\(one) \(other)")
        }
        #expect(FilePath("a.jpg").naturallyPrecedes("a.png") && FilePath("a.d/z.png").naturallyPrecedes("b.png"))
    }
}
