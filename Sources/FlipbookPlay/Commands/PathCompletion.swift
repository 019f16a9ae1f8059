import FlipbookCore
import Glibc

extension FilePath {
    /// Returns a typed path, extended by the characters that all matching names on disk have in common.
    static func completing(_ path: String) -> String {
        let pattern = path.reduce(into: "") { $0 += "*?[\\".contains($1) ? "\\\($1)" : String($1) } + "*"
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, GLOB_MARK | GLOB_TILDE, nil, &found) == 0 else { return path }
        let names = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
        guard let first = names.first else { return path }
        return names.dropFirst().reduce(first) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
    }
}
