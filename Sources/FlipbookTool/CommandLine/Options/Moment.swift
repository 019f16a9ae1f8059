import ArgumentParser
package import FlipbookCore

/// A moment on the command line, in seconds from the beginning.
package enum Moment {
    /// The time that a text says: `1.5`, `250ms`.
    package static func time(_ text: String) throws -> RationalTime {
        if Double(text) == 0 { return .zero }
        do { return try RationalTime(parsing: text) } catch {
            throw ValidationError(
                "'\(text.escapingControlCharacters)' is no moment. Write seconds from the beginning on, as in 1.5 or 250ms."
            )
        }
    }
}
