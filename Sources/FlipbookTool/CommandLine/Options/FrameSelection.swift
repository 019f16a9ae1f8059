import ArgumentParser
package import FlipbookCore

/// The frame numbers of `--frames`, whose dialect another option may name.
package struct FrameSelection {
    private let text: String

    package init(parsing text: String) throws {
        guard !text.isBlank else {
            throw ValidationError("this names no frame. Give numbers such as 1-24, or leave the option out.")
        }
        self.text = text
        do { _ = try FrameSet(parsing: text) } catch {
            let isReadable = Dialect.allCases.contains { (try? FrameSet(parsing: text, dialect: $0)) != nil }
            guard isReadable else { throw error }
        }
    }

    package func numbers(in dialect: Dialect?) throws -> FrameSet {
        do { return try FrameSet(parsing: text, dialect: dialect) } catch {
            throw ValidationError("--frames: \(error.sentence).")
        }
    }
}

extension String {
    /// A Boolean value that indicates nothing but spaces and commas, as in a script's variable that was never set.
    package var isBlank: Bool { split(whereSeparator: { ", ".contains($0) }).isEmpty }
}
