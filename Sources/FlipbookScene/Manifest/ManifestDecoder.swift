package import FlipbookCore

/// A document value to decode, and its path. Mistakes are collected and reported together.
package struct ManifestDecoder {
    private final class Faults { var all: [ManifestFault] = [] }

    package let node: ManifestNode
    /// The path of the value in the document, such as `views[0].frame`. The document itself has an empty path.
    package let path: String
    private let faults: Faults

    package init(_ node: ManifestNode) { self.init(node, "", Faults()) }

    private init(_ node: ManifestNode, _ path: String, _ faults: Faults) {
        (self.node, self.path, self.faults) = (node, path, faults)
    }

    private func value(of entry: ManifestNode.Entry) -> ManifestDecoder {
        ManifestDecoder(entry.value, path(of: entry.key), faults)
    }

    private func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    package func finish(_ file: FilePath) throws(ManifestError) {
        if faults.all.isEmpty { return }
        let order = { (fault: ManifestFault) in (fault.position.line, fault.position.column) }
        throw ManifestError(file: file, faults: faults.all.sorted { order($0) < order($1) })
    }

    package var isFull: Bool { faults.all.count >= ManifestError.largestFaultCount }

    /// Reports a mistake in the value, or at another position.
    package func fault(_ explanation: Explanation, at position: ManifestNode.Position? = nil, path: String? = nil) {
        faults.all.append(ManifestFault(at: position ?? node.position, path: path ?? self.path, explanation))
    }

    /// Reports a mistake, and returns `nil`.
    package func refuse<Value>(_ explanation: Explanation) -> Value? {
        fault(explanation)
        return nil
    }

    package func refuse<Value>(expected: String) -> Value? { refuse("expected \(expected), found \(node.summary)") }

    /// Reports a mistake in the value of a key, or at the mapping if the key is missing.
    package func fault(_ key: String, _ explanation: Explanation) {
        fault(explanation, at: node[key]?.position, path: path(of: key))
    }

    /// Reports a mistake as ``fault(_:_:)`` does, and returns `nil`.
    package func refuse<Value>(_ key: String, _ explanation: Explanation) -> Value? {
        fault(key, explanation)
        return nil
    }

    package subscript(key: String) -> ManifestDecoder? { node[key].map { ManifestDecoder($0, path(of: key), faults) } }

    package func items(_ key: String) -> [ManifestDecoder] {
        (node[key]?.list ?? []).enumerated().map { ManifestDecoder($1, "\(path(of: key))[\($0)]", faults) }
    }

    /// Returns the result of `read`, or `nil` if it reported a mistake.
    func faultless<Value>(_ read: () -> Value?) -> Value? {
        let count = faults.all.count
        let value = read()
        return faults.all.count == count ? value : nil
    }

    /// The values of a mapping by key. Unknown and duplicate keys are mistakes.
    package func mapping<Key: RawRepresentable<String> & CaseIterable & Hashable>(
        keys: Key.Type,
        example: String = "animationImages: walk.####.png"
    ) -> [Key: ManifestDecoder]? {
        mapping(names: keys.allCases.map(\.rawValue), example: example).map { values in
            Dictionary(uniqueKeysWithValues: keys.allCases.compactMap { key in values[key.rawValue].map { (key, $0) } })
        }
    }

    func mapping(
        names: [String],
        passingOver passedOver: [String] = [],
        ofViews viewKeys: [String] = [],
        example: String = "animationImages: walk.####.png"
    ) -> [String: ManifestDecoder]? {
        guard case .mapping(let entries) = node.content else {
            let few = "the keys \(names.listed(by: "or"))"
            return refuse(expected: names.count > 4 ? "keys and values such as '\(example)'" : few)
        }
        var values: [String: ManifestDecoder] = [:]
        var lines: [FilePath: Int] = [:]
        for entry in entries {
            if isFull { break }
            // Compares bytes, because different keys can look the same.
            guard let key = names.first(where: { $0.utf8.elementsEqual(entry.key.utf8) }) else {
                if passedOver.contains(where: { $0.utf8.elementsEqual(entry.key.utf8) }) { continue }
                let advice =
                    nearestWord(to: entry.key, among: names).map { "did you mean '\($0)'?" }
                    ?? viewKeys.first { $0 == entry.key }.map { "use it in a view: views: [{\($0): ...}]" }
                    ?? Self.advice(listing: names.filter { $0 != "$schema" })
                let path = String(path(of: entry.key).prefix(200))
                fault("there is no such key; \(advice)", at: entry.position, path: path)
                continue
            }
            if isFirst(entry, &lines) { values[key] = value(of: entry) }
        }
        return values
    }

    private func isFirst(_ entry: ManifestNode.Entry, _ lines: inout [FilePath: Int]) -> Bool {
        guard let line = lines[FilePath(entry.key)] else {
            lines[FilePath(entry.key)] = entry.position.line
            return true
        }
        let message: Explanation = "the key occurs twice, first on line \(line); remove one"
        fault(message, at: entry.position, path: path(of: entry.key))
        return false
    }

    private static func advice(listing names: [String]) -> String {
        let most = 12
        guard names.count > most else { return "use \(names.listed(by: "or"))" }
        let some = names.filter { ["animationImages", "frameRate", "title"].contains($0) }
        let examples = some.isEmpty ? names.prefix(3).joined(separator: ", ") : some.joined(separator: ", ")
        return "use one of the \(names.count) keys in schema/sequence.schema.json, such as \(examples)"
    }

    /// Returns the value of a required key. If the key is missing, reports a mistake and returns `nil`.
    func needed(_ key: String, in values: [String: ManifestDecoder], _ meaning: String) -> ManifestDecoder? {
        values[key] ?? refuse("the required key '\(key)' is missing (\(meaning))")
    }

    /// The values of a mapping whose keys are names that the author chose. Duplicate names are mistakes.
    package func names(example: String) -> [(key: String, position: ManifestNode.Position, value: ManifestDecoder)] {
        guard case .mapping(let entries) = node.content
        else { return refuse(expected: "keys and values such as '\(example)'") ?? [] }
        var lines: [FilePath: Int] = [:]
        return entries.filter { isFirst($0, &lines) }.map { ($0.key, $0.position, value(of: $0)) }
    }

    /// The values of a list. If `allowsOne` is `true`, a single value is treated as a list of one.
    package func list(allowsOne: Bool = false, expected: String) -> [ManifestDecoder] {
        switch node.content {
        case .list(let items): return items.enumerated().map { ManifestDecoder($1, "\(path)[\($0)]", faults) }
        case .plain where allowsOne, .quoted where allowsOne: return [self]
        case .plain, .quoted, .mapping: return refuse(expected: expected) ?? []
        }
    }

    /// Returns the items of a list. If the value is not a list or is too long, reports a mistake and returns `nil`.
    func items(atMost most: Int, _ noun: String, allowsOne: Bool = false, expected: String) -> [ManifestDecoder]? {
        faultless {
            let items = list(allowsOne: allowsOne, expected: expected)
            return items.count > most ? refuse("there are \(items.count) \(noun); the maximum is \(most)") : items
        }
    }

    /// Parses text, if there is any. Invalid text is reported at `position` or, if that is `nil`, at the value's position.
    package func parsed<Value, Failure: ExplainedError>(
        _ text: String?,
        at position: ManifestNode.Position? = nil,
        by parse: (String) throws(Failure) -> Value
    ) -> Value? {
        guard let text else { return nil }
        do throws(Failure) { return try parse(text) } catch { fault(error.explanation, at: position) }
        return nil
    }

    package func text(expected: String = "text") -> String? {
        switch node.content {
        case .quoted(let text): return text
        case .plain(let text) where node.kind == .text: return text
        case .plain(let text) where node.kind != .null:
            return refuse("expected \(expected), found \(node.summary); write \"\(text)\" to use it as text")
        default: return refuse(expected: expected)
        }
    }

    package func path(expected: String = "a file's name") -> String? {
        guard let name = text(expected: expected) else { return nil }
        guard !name.isEmpty, !name.utf8.contains(0)
        else { return refuse("not a valid file name; write \(expected), or omit the key") }
        return name
    }

    package func flag() -> Bool? {
        if case .plain(let text) = node.content, node.kind == .flag { return text.lowercased() == "true" }
        return refuse(expected: "true or false")
    }

    package func wholeNumber(in range: ClosedRange<Int>) -> Int? {
        if let decimal = node.decimal, let number = Int(decimal), range.contains(number) { return number }
        return refuse(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }

    package func number(in range: ClosedRange<Double>) -> Double? {
        if let decimal = node.decimal, let number = Double(decimal), range.contains(number) { return number }
        return refuse(expected: "a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)")
    }

    func duration(zeroIsAllowed: Bool) -> RationalTime? {
        if let text = node.numberOrText {
            if zeroIsAllowed, RationalTime.decimal(Substring(text)) == .zero { return .zero }
            // For invalid text, the message below is more helpful and includes the position.
            do { return try RationalTime(parsing: text) } catch {}
        }
        let range = "\(zeroIsAllowed ? "from 0" : "above 0 and") up to \(SequenceManifest.longestDuration)"
        return refuse(expected: "a time \(range) seconds, such as 0.5, 250ms or 7/30")
    }

    func rate() -> FrameRate? {
        if let rate = node.numberOrText.flatMap({ try? FrameRate(parsing: $0) }) { return rate }
        let examples = "24, 23.976, 24000/1001, ntsc, film or pal"
        return refuse(expected: "a rate above 0 and up to 1000 frames per second, such as \(examples)")
    }

    /// Reads one of the given words. Messages also list `others`, which are valid alternatives.
    package func word<Value>(_ words: [(name: String, value: Value)], or others: [String] = []) -> Value? {
        let names = words.map(\.name)
        let expected = (names + others).listed(by: "or")
        guard let text = node.word else { return refuse(expected: expected) }
        if let found = words.first(where: { $0.name.utf8.elementsEqual(text.utf8) }) { return found.value }
        let advice = nearestWord(to: text, among: names).map { "; did you mean '\($0)'?" } ?? ""
        return refuse("expected \(expected), found \(node.summary)\(advice)")
    }

    package func word<Value: RawRepresentable<String>>(of values: [Value]) -> Value? {
        word(values.map { ($0.rawValue, $0) })
    }

    /// Reads numbers from a mapping, or from a list in the order of the keys. Optional numbers default to 0.
    func numbers(
        _ keys: [String],
        in range: ClosedRange<Double> = SequenceManifest.coordinates,
        expected: String? = nil,
        areAllNeeded: Bool = true
    ) -> [Double]? {
        let usual = "\(keys.count) numbers, \(keys.joined(separator: ", ")), in points"
        var items: [ManifestDecoder?] = []
        switch node.content {
        case .list(let nodes) where nodes.count == keys.count: items = list(expected: usual)
        case .mapping:
            guard let values = mapping(names: keys) else { return nil }
            if areAllNeeded, let missing = keys.first(where: { values[$0] == nil }) {
                return refuse("the key '\(missing)' is missing; \(keys.listed(by: "and")) are needed")
            }
            items = keys.map { values[$0] }
        default: return refuse(expected: expected ?? usual)
        }
        return faultless { items.map { $0?.number(in: range) ?? 0 } }
    }

    /// Reads the fields of a mapping into `root`. Returns the values by key, or `nil` if there is no mapping.
    func read<Root>(
        _ fields: [ManifestField<Root>],
        into root: inout Root,
        passingOver passedOver: [String] = [],
        example: String = "animationImages: walk.####.png"
    ) -> [String: ManifestDecoder]? {
        let values = mapping(names: fields.map(\.key), passingOver: passedOver, example: example)
        guard let values else { return nil }
        values.read(fields, into: &root)
        return values
    }

    static let transitionKeys = ["duration", "curve", "direction", "color"]

    func timedTransition(_ values: [String: ManifestDecoder]) -> TimedTransition? {
        guard let transition = values.transition(),
            let length = needed("duration", in: values, "the length of the transition in seconds"),
            let duration = length.duration(zeroIsAllowed: false)
        else { return nil }
        let curve = values["curve"].map { ManifestForm<AnimationCurve>.curve.read($0) } ?? .linear
        return curve.map { TimedTransition(transition, duration: duration, curve: $0) }
    }
}
