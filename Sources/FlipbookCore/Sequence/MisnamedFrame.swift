/// A file that may be a missing frame, judging by its name: `walk.0003 copy.png`, `walk-0003.png`, `walk.0003.jpg`.
package struct MisnamedFrame: Hashable, Sendable {
    package let path: FilePath
    /// The name of the missing frame.
    package let frame: FilePath
    package let number: Int

    /// Returns `nil` if the file is not named like a missing frame.
    /// - Parameter stems: The file's ``FilePath/likelyStems``.
    package init?(_ path: FilePath, _ stems: [String], missing: FrameSet, of pattern: FramePattern) {
        let (prefix, suffix) = (simple(pattern.prefix), simple(FilePath("0" + pattern.suffix).foldedStem).dropFirst())
        for stem in stems where stem.hasPrefix(prefix) && stem.hasSuffix(suffix) {
            guard let number = Int(stem.dropFirst(prefix.count).dropLast(suffix.count)), missing.contains(number),
                case let frame = FilePath(pattern.name(of: number)), simple(frame.foldedStem) == stem
            else { continue }
            (self.path, self.frame, self.number) = (path, frame, number)
            return
        }
        return nil
    }
}

/// A search for files that may be missing frames. It reads files, so it runs only when an error has to name them.
package struct MisnamedFrameSearch: Hashable, Sendable {
    let files: @Sendable () -> [MisnamedFrame]

    package init(_ files: @escaping @Sendable () -> [MisnamedFrame]) { self.files = files }

    /// Lists are equal if their frames are, regardless of what a search would find.
    package static func == (_: Self, _: Self) -> Bool { true }

    package func hash(into _: inout Hasher) {}
}

extension FilePath {
    /// The stems that the file and its originals may have, in lowercase and without punctuation.
    package var likelyStems: [String] {
        let withoutVersion = FilePath(lastComponent.replacing(/[-_. ]v[0-9]+(\.[^.]+)$/) { String($0.1) })
        return (originals() + [self, withoutVersion]).map { simple($0.foldedStem) }
    }
}

/// Returns only letters and digits, in lowercase, with `o` as `0` and `l` as `1`: `w_00O6` becomes `w0006`.
private func simple(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }.replacing("o", with: "0").replacing("l", with: "1")
}

extension [MisnamedFrame] {
    /// A sentence that suggests renaming the files, or `nil` if there are none.
    package var advice: String? {
        let all = sorted { $0.number == $1.number ? $0.path.naturallyPrecedes($1.path) : $0.number < $1.number }
        if all.isEmpty { return nil }
        func few(_ all: [String], _ or: String) -> String { all.count > 3 ? all.listed(atMost: 3) : all.listed(by: or) }
        let (files, frames) = (all.map(\.path.name.description), all.map(\.frame.description).distinct)
        return frames.count == 1
            ? "If \(few(files, "or")) is frame \(all[0].number), rename it to \(frames[0])."
            : "If \(few(files, "and")) are missing frames, rename them to \(few(frames, "and"))."
    }

    /// Advice to rename the files, if there are any, and to render the rest of the missing frames.
    package func advice(rendering missing: FrameSet) -> String {
        guard let advice else { return "Render \(missing.them)" }
        let isPart = Set(map(\.number)).count < missing.count
        return "\(advice) \(isPart ? "Render the rest" : "Otherwise, render \(missing.them)")"
    }
}
