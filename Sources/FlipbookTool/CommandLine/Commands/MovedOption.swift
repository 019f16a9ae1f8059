package enum MovedOption {
    private static let verbs = [
        "--fix": "flipbook fix INPUT", "--in-place": "flipbook fix INPUT", "--diff": "flipbook fix --diff INPUT",
        "--fix-into": "flipbook fix --into FOLDER INPUT", "--fix-size": "flipbook fix --unsafe --sizing MODE INPUT",
        "--undo": "flipbook undo FOLDER", "--rules": "flipbook rule", "--explain": "flipbook rule ID",
    ]

    /// Rejects a removed option with a message about the verb that replaced it.
    package static func check(_ arguments: [String]) throws(Failure) {
        guard arguments.first == "lint" else { return }
        for argument in arguments.prefix(while: { $0 != "--" }) {
            let option = String(argument.prefix { $0 != "=" })
            guard let verb = verbs[option] else { continue }
            throw Failure.usage("\(option): this is now a verb. Use '\(verb)'.")
        }
    }
}
