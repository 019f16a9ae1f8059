import FlipbookCore
import FlipbookLint
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Patterns for paths in a configuration")
struct PathGlobTests {
    @Test(
        "match as those of .gitignore do",
        arguments: [
            ("walk", "walk", true), ("walk", "a/walk", true), ("walk", "walk/walk.####.png", true),
            ("walk/", "a/walk/b", true), ("/walk", "a/walk", false), ("/walk", "walk/b", true),
            ("a/walk", "a/walk", true), ("a/walk", "b/a/walk", false), ("./a/walk", "a/walk/x", true),
            ("*.png", "a/b/c.png", true), ("a/*.png", "a/b/c.png", false), ("a/**/c.png", "a/c.png", true),
            ("a/**/c.png", "a/b/d/c.png", true), ("**", "anything/at/all", true), ("a/**", "b", false),
            ("w?lk", "wälk", true), ("w?lk", "wlk", false), ("[a-c]1", "b1", true), ("[!a-c]1", "b1", false),
            ("[]]", "]", true), ("\\*", "*", true), ("\\*", "a", false), ("walk.####.png", "walk.####.png", true),
            ("é", "e\u{301}", false), ("a*b*c*d", "aXbXcXbXd", true), ("*", "", false), ("/", "x", true),
            ("A", "a", false),
        ]
    )
    func matches(pattern: String, path: String, expected: Bool) throws {
        try expectEqual(PathGlob(parsing: pattern).matches(FilePath(path)), expected)
    }

    @Test(
        "a pattern that no path can match is refused",
        arguments: [
            ("", "glob.unusable"), ("a\0", "glob.unusable"), ("../a", "glob.outside"), ("a/../b", "glob.outside"),
            ("[a", "glob.unfinished"), ("a\\", "glob.unfinished"), ("[b-a]", "glob.range"),
        ] as [(String, ErrorCode)]
    )
    func refused(pattern: String, code: ErrorCode) {
        let error = #expect(throws: PathGlobError.self) { try PathGlob(parsing: pattern) }
        expectEqual(error?.code, code)
    }

    @Test("many stars take no more than a moment")
    func stars() throws {
        let glob = try PathGlob(
            parsing: String(repeating: "*a", count: 500) + "b/" + String(repeating: "**/", count: 50)
        )
        let path = FilePath(String(repeating: String(repeating: "a", count: 250) + "/", count: 100))
        expectEqual(glob.matches(path), false)
    }
}
