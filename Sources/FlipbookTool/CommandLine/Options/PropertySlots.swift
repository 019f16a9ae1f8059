package import ArgumentParser
import FlipbookCore
package import FlipbookScene

/// A property's value from an option.
///
/// A single type serves all properties, because the parser searches all of the process's conformances for each type of option
/// whenever it reads a command line.
struct PropertyChange: Sendable { let set: @Sendable (inout SequenceProperties) -> Void }

extension Option where Value == PropertyChange? {
    /// Creates the option that sets a property, as described by its row.
    /// - Parameter parsing: The strategy. Use `.unconditional` if the value may begin with a hyphen, as negative numbers do.
    init<T: Sendable>(
        _ property: any WritableKeyPath<SequenceProperties, T?> & Sendable,
        parsing: SingleValueParsingStrategy = .next
    ) { self.init(property, parsing: parsing) { value in PropertyChange { $0[keyPath: property] = value } } }
}

extension Option {
    /// Creates an option with the value of a property, as described by its row.
    /// - Parameter hint: Additional help for this verb.
    package init<T: Sendable>(
        _ property: any WritableKeyPath<SequenceProperties, T?> & Sendable,
        hint: String = ""
    ) where Value == T? { self.init(property, hint: hint) { $0 } }

    private init<T: Sendable, Kept>(
        _ property: any WritableKeyPath<SequenceProperties, T?> & Sendable,
        parsing: SingleValueParsingStrategy = .next,
        hint: String = "",
        keeping keep: @escaping @Sendable (T) -> Kept
    ) where Value == Kept? {
        let (option, parse) = ManifestRow.option(for: property)
        guard let parse else { preconditionFailure("--\(option.name) cannot be read") }
        let help = hint.isEmpty ? option.help : "\(option.help) \(hint)"
        self.init(
            name: .customLong(option.name),
            parsing: parsing,
            help: ArgumentHelp(stringLiteral: help).called(option.valueName),
            transform: { keep(try parse($0)) }
        )
    }

    package init<T: Sendable, Word: ExpressibleByArgument>(
        words property: any WritableKeyPath<SequenceProperties, T?> & Sendable
    ) where Value == Word? {
        let option = ManifestRow.option(for: property).option
        let help = ArgumentHelp(stringLiteral: option.help).called(option.valueName)
        self.init(name: .customLong(option.name), help: help)
    }
}

extension Flag where Value == Bool? {
    init(_ property: any WritableKeyPath<SequenceProperties, Bool?> & Sendable) {
        let option = ManifestRow.option(for: property).option
        let help = ArgumentHelp(stringLiteral: option.help)
        self.init(name: .customLong(option.name), inversion: .prefixedNo, help: help)
    }
}

extension ArgumentHelp {
    fileprivate func called(_ name: String?) -> ArgumentHelp { changing(self) { $0.valueName = name } }
}
