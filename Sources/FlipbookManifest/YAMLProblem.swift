/// A syntax error found by libyaml, reworded for the author of a manifest. libyaml's own messages (version 0.2) use terms from
/// its grammar: nodes, tokens, and scalars. Unknown messages are included unchanged.
struct YAMLProblem {
    let problem, context, line: String

    var sentence: String {
        let words = context.isEmpty ? problem : "\(context), \(problem)"
        return inYAML ?? "it cannot be read from here on (the parser says: \(words))"
    }

    var isUnclosedQuote: Bool {
        context.contains("quoted scalar") && (says("end of stream") || says("document indicator"))
    }

    private func says(_ words: String) -> Bool { problem.contains(words) }

    private var inYAML: String? {
        // The colon is at the end of the line, so it follows a key and is not part of a value.
        if says("mapping values are not allowed"), !line.contains(": ") {
            return "a key is not allowed here; indent the keys of one level equally, or quote the text"
        }
        let answers: [(words: String, answer: String)] = [
            ("node content", "a value is missing here; write one, and quote text that begins with a special character"),
            ("',' or '}'", "a comma or a } is missing before this"),
            ("',' or ']'", "a comma or a ] is missing before this"),
            ("expected '-' indicator", "not an item of the list above; begin each one with '- ', indented equally"),
            ("expected key", "this does not match the lines above; indent the keys of one level equally"),
            ("expected ':'", "a key without a colon; write it as in 'title: Walk'"),
            ("mapping values are not allowed", "a colon that does not follow a key; quote text that contains ': '"),
            ("mapping keys are not allowed", "a key is not allowed here; begin a new line"),
            ("block sequence entries are not allowed", "a list item is not allowed here; begin a new line"),
            ("tab character", "a tab; indent with spaces"),
            ("cannot start any token", "a value cannot begin with this character; quote it, and indent with spaces"),
            ("document indicator", "a quoted string does not end before --- or ...; add the closing quote"),
            ("end of stream", "a quoted string does not end; add the closing quote"),
            ("unknown escape", "an unknown escape in double quotes; write two backslashes, or use single quotes"),
            ("hexdecimal", "the character's number after the backslash is incomplete; write it as in \\u00e9"),
            ("Unicode character escape", "the number after the backslash is not a character"),
            ("control characters", "a control character; remove it"),
            ("alphabetic or numeric", "a name is missing after & or *; quote text that begins with one"),
            ("expected <document start>", "there is text after the end of the document; remove it"),
            ("duplicate %", "a repeated directive; remove it, since a manifest needs none"),
            ("incompatible YAML", "a YAML version other than 1.1 or 1.2; remove the line with %YAML"),
        ]
        return answers.first { says($0.words) }?.answer
    }
}
