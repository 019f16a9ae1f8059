package import ArgumentParser
package import FlipbookCore

extension ValidationError {
    /// Creates an error about an option's value. The message begins with the value in quotes.
    package init(_ text: String, _ fault: String) { self.init("'\(text.escapingControlCharacters)' \(fault)") }
}

/// A number of bits or bytes: `800k`, `2.5M`, `10MB`, `8MiB`, `2G`.
package struct Quantity: Sendable {
    package let value: Int

    /// Parses a file size or a bit rate above 0. The units k, M, G, and T are powers of 1000; ki, Mi, Gi, and Ti are powers of
    /// 1024.
    package init(parsing text: String) throws(ValidationError) {
        guard let value = Self.value(of: text, thousand: 1000), value > 0
        else { throw ValidationError(text, "is not a number above 0. Use a value such as 800k, 10MB or 8MiB.") }
        self.value = value
    }

    /// Parses a memory size in bytes, 0 or more. The units k, M, G, and T are powers of 1024.
    package init(parsingMemory text: String) throws(ValidationError) {
        guard let value = Self.value(of: text, thousand: 1024)
        else { throw ValidationError(text, "is not a number of bytes. Use a value such as 512M, 2G or 0.") }
        self.value = value
    }

    /// - Parameter thousand: The factor for a `k` that is not followed by an `i`.
    private static func value(of text: String, thousand: Double) -> Int? {
        var digits = text[...]
        // A lowercase b after a size would mean bits.
        if digits.hasSuffix("B") || thousand == 1024 && digits.hasSuffix("b") { digits = digits.dropLast() }
        let isBinary = digits.hasSuffix("i")
        if isBinary { digits = digits.dropLast() }
        var unit = 1.0
        if let last = digits.last, let power = ["k", "m", "g", "t"].firstIndex(of: last.lowercased()) {
            for _ in 0...power { unit *= isBinary ? 1024 : thousand }
            digits = digits.dropLast()
        } else if isBinary {
            return nil
        }
        guard digits.first?.isNumber == true, let number = Double(digits), number * unit < 1e15 else { return nil }
        return Int(number * unit)
    }
}

/// A number for all files, or for those with one extension: `18`, `mp4=18`.
package struct ScopedNumber: ExpressibleByArgument {
    let fileExtension: String?
    let number: Int

    package init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard let number = parts.last.flatMap({ Int($0) }), parts.count <= 2, parts.first?.isEmpty == false
        else { return nil }
        self.number = number
        fileExtension = parts.count == 2 ? parts[0].lowercased() : nil
    }
}

extension [ScopedNumber] {
    package func number(for extensions: [String]) -> Int? {
        (last { $0.fileExtension.map(extensions.contains) ?? false } ?? last { $0.fileExtension == nil })?.number
    }

    package func unusedExtension(among extensions: [String]) -> String? {
        compactMap(\.fileExtension).first { !extensions.contains($0) }
    }
}

extension RationalTime {
    package static func seconds(parsing text: String) throws -> RationalTime {
        guard let seconds = Double(text), let time = RationalTime(seconds) else {
            let fault = "is not a number of seconds. Use a value such as 0.5, or -1.5 to skip the beginning."
            throw ValidationError(text, fault)
        }
        return time
    }

    package static func moment(parsing text: String) throws -> RationalTime {
        if Double(text) == 0 { return .zero }
        do { return try RationalTime(parsing: text) } catch {
            throw ValidationError(text, "is not a time. Use seconds from the beginning, such as 1.5 or 250ms.")
        }
    }
}

/// The frame numbers in `--frames`, in the dialect that `--dialect` selects.
package struct FrameSelection {
    private let text: String

    package init(parsing text: String) throws {
        guard !text.isBlank
        else { throw ValidationError("no frames specified. Use numbers such as 1-24, or omit the option.") }
        self.text = text
    }

    func check(in dialect: Dialect?) throws {
        if (try? FrameSet(parsing: text, dialect: dialect, millionthsBy: 1_000_000)) != nil { return }
        _ = try numbers(in: dialect)
    }

    package func numbers(in dialect: Dialect?) throws -> FrameSet {
        do {
            let numbers = try FrameSet(parsing: text, dialect: dialect)
            let parts = try text.split(separator: ",").map { try FrameSet(parsing: String($0), dialect: dialect) }
            let repeated = parts.indices.dropFirst().lazy.compactMap { index in
                parts[index].first { number in parts[..<index].contains { $0.contains(number) } }
            }
            guard let frame = repeated.first else { return numbers }
            throw ValidationError("frame \(frame) is repeated; to show a frame twice, list files with --sort none")
        } catch { throw ValidationError("--frames: \(error.sentence).") }
    }

    /// Returns the selected frames of a list. For sub-frames, `1-2` selects all frames from 1 to 2, and `1-2x0.5` selects every
    /// half frame.
    package func frames(of list: FrameList, in dialect: Dialect?) throws -> FrameList {
        guard let all = list.subframes else { return try list.selecting(numbers(in: dialect)) }
        let numbers: FrameSet
        do { numbers = try FrameSet(parsing: text, dialect: dialect, millionthsBy: all.step) } catch {
            throw ValidationError("--frames: \(error.sentence).")
        }
        return list.choosing(
            try numbers.map { number in
                if let place = all.place(of: number) { return place }
                let shown = (Double(number) / 1_000_000).shortest
                throw ValidationError("--frames: \(list.name) has no sub-frame \(shown); it has \(all.numbers).")
            }
        )
    }
}

extension String {
    /// A Boolean value that indicates whether the text contains only spaces and commas, for example because a script's variable
    /// is unset.
    package var isBlank: Bool { split(whereSeparator: { ", ".contains($0) }).isEmpty }
}
