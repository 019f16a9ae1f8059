import ArgumentParser
package import FlipbookCore

extension RationalTime {
    /// A number of seconds.
    package static func seconds(parsing text: String) throws -> RationalTime {
        guard let seconds = Double(text), let time = RationalTime(seconds) else {
            throw ValidationError(
                "'\(text.escapingControlCharacters)' is no number of seconds. Write 0.5, or -1.5 to leave out the "
                    + "beginning."
            )
        }
        return time
    }
}
