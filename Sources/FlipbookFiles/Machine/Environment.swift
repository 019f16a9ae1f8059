internal import Glibc

/// The variables of the environment, and the user's own folders (XDG Base Directory Specification).
package enum Environment {
    package static func text(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    package static func path(_ name: String) -> String? {
        text(name).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }

    /// The folder that a variable names, or a usual one in the user's home, or `nil` for a user without a home.
    package static func folder(_ name: String, orInHome usual: String) -> String? {
        path(name) ?? path("HOME").map { "\($0)/\(usual)" }
    }
}
