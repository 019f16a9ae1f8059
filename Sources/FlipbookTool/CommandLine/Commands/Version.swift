import ArgumentParser
import CVersions
import FlipbookMedia

/// The version of the program, as in the changelog. `tools/package` uses it in file names.
package let flipbookVersion = "0.2.0"

package let flipbookVersionText: String = {
    let commit = String(cString: flipbook_commit())
    let libraries = LibraryVersions.all.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    return "flipbook \(flipbookVersion)\(commit.isEmpty ? "" : " (\(commit))")\n\(libraries)"
}()

package enum LibraryVersions {
    package static let all: [(name: String, version: String)] = [
        ("GStreamer", LibraryMessages.version),
        ("libpng", String(cString: flipbook_libpng_version())),
        ("libjpeg", String(cString: flipbook_libjpeg_version())),
        // The first line of the version text is `LIBTIFF, Version 4.5.0`.
        ("libtiff", String(cString: flipbook_libtiff_version()).firstMatch(of: /[0-9.]+/).map { String($0.0) } ?? ""),
        ("libyaml", String(cString: flipbook_libyaml_version())),
        ("ISA-L", String(cString: flipbook_isal_version())),
        ("libsixel", String(cString: flipbook_libsixel_version())),
    ]
}

extension CommandConfiguration {
    /// The configuration of a verb.
    ///
    /// A verb is parsed and described separately. Without a super-command, the parser would first try to read every command
    /// line as a request for a completion script.
    package init(verb: String, abstract: String, usage: String, discussion: String) {
        self.init(
            commandName: verb,
            _superCommandName: "flipbook",
            abstract: abstract,
            usage: usage,
            discussion: discussion,
            version: flipbookVersion
        )
    }
}
