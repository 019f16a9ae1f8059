package import ArgumentParser
import FlipbookCore
package import FlipbookScene

/// A property's value from an option.
///
/// It is one type for all properties: for each type of an option the parser has the run-time library search all conformances
/// of the process, whenever a command line is read.
struct PropertyChange: Sendable {
    let set: @Sendable (inout SequenceProperties) -> Void
}

extension Option where Value == PropertyChange? {
    /// The option that sets a property, as the property's row describes it.
    /// - Parameter parsing: whether the value may begin with a hyphen, as a number below 0.
    init<T: Sendable>(
        _ property: any WritableKeyPath<SequenceProperties, T?> & Sendable,
        parsing: SingleValueParsingStrategy = .next
    ) {
        self.init(property, parsing: parsing) { value in PropertyChange { $0[keyPath: property] = value } }
    }
}

extension Option {
    /// The option whose value is that of a property, as the property's row describes it.
    /// - Parameter hint: what the help says of this verb in addition.
    package init<T: Sendable>(
        _ property: any WritableKeyPath<SequenceProperties, T?> & Sendable,
        hint: String = ""
    ) where Value == T? {
        self.init(property, hint: hint) { $0 }
    }

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

    /// The option that sets a property by words that the argument parser lists itself.
    package init<T: Sendable, Word: ExpressibleByArgument>(
        words property: any WritableKeyPath<SequenceProperties, T?> & Sendable
    ) where Value == Word? {
        let option = ManifestRow.option(for: property).option
        self.init(
            name: .customLong(option.name),
            help: ArgumentHelp(stringLiteral: option.help).called(option.valueName)
        )
    }
}

extension Flag where Value == Bool? {
    /// The two flags that set a property, as the property's row describes it.
    init(_ property: any WritableKeyPath<SequenceProperties, Bool?> & Sendable) {
        let option = ManifestRow.option(for: property).option
        self.init(
            name: .customLong(option.name),
            inversion: .prefixedNo,
            help: ArgumentHelp(stringLiteral: option.help)
        )
    }
}

extension ArgumentHelp {
    fileprivate func called(_ name: String?) -> ArgumentHelp { changing(self) { $0.valueName = name } }
}
