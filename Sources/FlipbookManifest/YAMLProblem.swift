/// A fault that libyaml finds in a text, in the words of a manifest's author.
///
/// libyaml's own words (version 0.2) are about its grammar: nodes, tokens and scalars. Those that are not known here
/// are kept as a detail.
struct YAMLProblem {
    /// The fault, in libyaml's words.
    let problem: String
    /// The work that it was at, in libyaml's words; empty where it does not say.
    let context: String
    /// The line where it was found, up to there.
    let line: String

    /// The fault and the remedy, without an end.
    var sentence: String { inYAML ?? unknown }

    private var unknown: String {
        let words = context.isEmpty ? problem : "\(context), \(problem)"
        return "it cannot be read from here on (the parser says: \(words))"
    }

    /// A Boolean value that indicates a text in quotes that goes on to the end of the file.
    var isUnclosedQuote: Bool {
        context.contains("quoted scalar") && (says("end of stream") || says("document indicator"))
    }

    private func says(_ words: String) -> Bool { problem.contains(words) }

    /// A Boolean value that indicates a key before the place, so that a colon there is one of a text.
    private var hasKeyBefore: Bool { line.contains(": ") }

    private var inYAML: String? {
        if says("mapping values are not allowed"), !hasKeyBefore {
            return "a key where none can stand; indent the keys of one level alike, or put a text in quotes"
        }
        let answers: [(words: String, answer: String)] = [
            ("node content", "a value is missing here; write one, and put a text that begins with a sign in quotes"),
            ("',' or '}'", "a comma or a } is missing before this"),
            ("',' or ']'", "a comma or a ] is missing before this"),
            ("expected '-' indicator", "this is no item of the list above; begin each with '- ', all indented alike"),
            ("expected key", "this does not go with the lines above; indent the keys of one level alike"),
            ("expected ':'", "a key without a colon; write it as in 'title: Walk'"),
            ("mapping values are not allowed", "a colon that makes no key; put a text with ': ' in it in quotes"),
            ("mapping keys are not allowed", "no key can stand here; begin a new line"),
            ("block sequence entries are not allowed", "no item of a list can begin here; begin a new line"),
            ("tab character", "a tab; indent with spaces"),
            ("cannot start any token", "no value begins with this sign; put it in quotes, and indent with spaces"),
            ("document indicator", "a text in quotes does not end before --- or ...; add the closing quote"),
            ("end of stream", "a text in quotes does not end; add the closing quote"),
            ("unknown escape", "a backslash that means nothing in double quotes; write two, or use single quotes"),
            ("hexdecimal", "the character's number after the backslash is cut short; write it as in \\u00e9"),
            ("Unicode character escape", "the number after the backslash is that of no character"),
            ("control characters", "a control character; remove it"),
            ("alphabetic or numeric", "a name is missing after & or *; put a text that begins with one in quotes"),
            ("expected <document start>", "the text goes on behind its end; remove what is too much"),
            ("duplicate %", "the same directive twice; remove it, a manifest needs none"),
            ("incompatible YAML", "another version of YAML than 1.1 or 1.2; remove the line with %YAML"),
        ]
        return answers.first { says($0.words) }?.answer
    }
}
