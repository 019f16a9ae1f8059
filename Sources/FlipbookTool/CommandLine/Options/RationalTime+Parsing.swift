import ArgumentParser
package import FlipbookCore

extension RationalTime {
    /// A number of seconds, which may be below 0.
    package static func seconds(parsing text: String) throws -> RationalTime {
        guard let seconds = Double(text), let time = RationalTime(seconds) else {
            throw ValidationError(
                "'\(text.escapingControlCharacters)' is no number of seconds. Write 0.5, or -1.5 to leave out the "
                    + "beginning."
            )
        }
        return time
    }

    /// A moment in seconds from the beginning: `1.5`, `250ms`.
    package static func moment(parsing text: String) throws -> RationalTime {
        if Double(text) == 0 { return .zero }
        do { return try RationalTime(parsing: text) } catch {
            throw ValidationError(
                "'\(text.escapingControlCharacters)' is no moment. Write seconds from the beginning on, as in 1.5 or 250ms."
            )
        }
    }
}
