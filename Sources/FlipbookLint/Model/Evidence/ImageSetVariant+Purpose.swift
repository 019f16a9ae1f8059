import FlipbookCore
import FlipbookImaging

extension ImageSet.Variant {
    /// What the slot is for, in words: `at 2x`, `at 2x on ipad, dark`; safe to print.
    package var purpose: String {
        var words = scale.map { "at \($0)x" } ?? "at any scale"
        if let idiom, idiom != "universal" { words += " on \(idiom)" }
        let others =
            [locale, languageDirection?.rawValue].compactMap { $0 }
            + appearances.sorted { $0.key < $1.key }.map(\.value)
        return ([words] + others).joined(separator: ", ").escapingControlCharacters
    }
}
