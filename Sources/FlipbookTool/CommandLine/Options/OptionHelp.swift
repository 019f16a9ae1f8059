package import ArgumentParser

extension ArgumentHelp {
    fileprivate init(naming text: String) {
        let end = text.firstRange(of: "> ")?.lowerBound ?? text.startIndex
        self.init(String(text[end...].dropFirst(2)), valueName: String(text[..<end].dropFirst()))
    }
}

// Options whose help begins with the name of the value, as in `<file> Output file.` A number that may be negative is parsed
// unconditionally, since it would otherwise look like an option.
extension Option {
    package init(wrappedValue: Value, _ help: String, name: NameSpecification = .long)
    where Value: ExpressibleByArgument {
        self.init(wrappedValue: wrappedValue, name: name, help: ArgumentHelp(naming: help))
    }

    package init(_ help: String) where Value: ExpressibleByArgument { self.init(help: ArgumentHelp(naming: help)) }

    package init<T: ExpressibleByArgument>(
        _ help: String,
        name: NameSpecification = .long,
        parsing: SingleValueParsingStrategy = .next,
        completion: CompletionKind? = nil
    ) where Value == T? {
        self.init(name: name, parsing: parsing, help: ArgumentHelp(naming: help), completion: completion)
    }

    package init<T>(
        _ help: String,
        parsing: SingleValueParsingStrategy = .next,
        transform: @escaping @Sendable (String) throws -> T
    ) where Value == T? { self.init(parsing: parsing, help: ArgumentHelp(naming: help), transform: transform) }

    package init<T: ExpressibleByArgument>(
        wrappedValue: [T],
        _ help: String,
        name: NameSpecification = .long,
        parsing: ArrayParsingStrategy = .singleValue
    ) where Value == [T] {
        self.init(wrappedValue: wrappedValue, name: name, parsing: parsing, help: ArgumentHelp(naming: help))
    }

    package init<T>(
        wrappedValue: [T],
        _ help: String,
        name: NameSpecification = .long,
        transform: @escaping @Sendable (String) throws -> T
    ) where Value == [T] {
        self.init(wrappedValue: wrappedValue, name: name, help: ArgumentHelp(naming: help), transform: transform)
    }
}
