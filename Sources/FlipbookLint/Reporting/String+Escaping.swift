import FlipbookLintModel
extension String {
    /// The text with some of its characters written in another way.
    /// - Parameter way: how a character is written; `nil` for one that stays as it is.
    func escaped(_ way: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        result.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if let text = way(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
