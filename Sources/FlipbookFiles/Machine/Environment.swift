internal import Glibc

package enum Environment {
    package static func text(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    package static func path(_ name: String) -> String? {
        text(name).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }

    /// Returns the folder specified by a variable, or a default folder in the user's home. Returns `nil` if the user has no
    /// home.
    package static func folder(_ name: String, orInHome usual: String) -> String? {
        path(name) ?? path("HOME").map { "\($0)/\(usual)" }
    }
}
