import ArgumentParser

extension CommandConfiguration {
    /// What the parser knows of a verb.
    ///
    /// A verb is parsed, and described for its help, by itself. Named as the super-command, `flipbook` alone hears requests
    /// for completion scripts: to look for one, the parser reads every command line as two commands of its own first.
    package init(verb: String, abstract: String, usage: String, discussion: String) {
        self.init(
            commandName: verb,
            _superCommandName: "flipbook",
            abstract: abstract,
            usage: usage,
            discussion: discussion,
            version: flipbookVersion
        )
    }
}
