package import FlipbookCore

/// Reads values out of a tree and collects every mistake, so that one run tells them all.
package struct ManifestDecoder {
    /// The mistakes so far.
    package private(set) var faults: [ManifestFault] = []

    /// A decoder that has seen nothing yet.
    package init() {}

    /// The mistakes in the order of the text, or `nil` if there are none.
    package var faultsInOrder: [ManifestFault]? {
        if faults.isEmpty { return nil }
        return faults.sorted { ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column) }
    }

    /// A Boolean value that indicates so many mistakes that more are not worth looking for.
    var isFull: Bool { faults.count >= ManifestError.largestFaultCount }

    /// Notes a mistake.
    package mutating func fault(_ position: ManifestNode.Position, _ path: String, _ message: String) {
        faults.append(ManifestFault(at: position, path: path, message: message))
    }

    /// Notes a mistake.
    package mutating func fault(_ position: ManifestNode.Position, _ path: String, _ explanation: Explanation) {
        faults.append(ManifestFault(at: position, path: path, explanation))
    }

    /// Notes that something else was expected.
    package mutating func fault(_ node: ManifestNode, _ path: String, expected: String) {
        fault(node.position, path, "expected \(expected), found \(node.summary)")
    }

    /// The values of a mapping by their keys. Unknown keys and keys that come twice are mistakes.
    package mutating func mapping<Key: RawRepresentable & CaseIterable & Hashable>(
        _ node: ManifestNode,
        _ path: String,
        keys: Key.Type,
        passingOver passedOver: [String] = [],
        ofViews viewKeys: [String] = [],
        example: String = "animationImages: walk.####.png"
    ) -> [Key: ManifestNode]? where Key.RawValue == String {
        let names = Key.allCases.map(\.rawValue)
        let values = mapping(node, path, names: names, passingOver: passedOver, ofViews: viewKeys, example: example)
        guard let values else { return nil }
        return Dictionary(
            uniqueKeysWithValues: Key.allCases.compactMap { key in values[key.rawValue].map { (key, $0) } }
        )
    }

    /// The same by the names of the keys.
    mutating func mapping(
        _ node: ManifestNode,
        _ path: String,
        names: [String],
        passingOver passedOver: [String] = [],
        ofViews viewKeys: [String] = [],
        example: String = "animationImages: walk.####.png"
    ) -> [String: ManifestNode]? {
        guard case .mapping(let entries) = node.content else {
            let some = names.count > 4 ? "keys and values such as '\(example)'" : names.listed(by: "or")
            fault(node, path, expected: names.count > 4 ? some : "the keys \(some)")
            return nil
        }
        var values: [String: ManifestNode] = [:]
        var lines: [String: Int] = [:]
        for entry in entries {
            if isFull { break }
            let entryPath = path.isEmpty ? entry.key : "\(path).\(entry.key)"
            // By bytes: keys that only look the same are not.
            guard let key = names.first(where: { $0.utf8.elementsEqual(entry.key.utf8) }) else {
                if passedOver.contains(where: { $0.utf8.elementsEqual(entry.key.utf8) }) { continue }
                let advice =
                    nearestWord(to: entry.key, among: names).map { "did you mean '\($0)'?" }
                    ?? viewKeys.first { $0 == entry.key }.map { "a view has it: views: [{\($0): ...}]" }
                    ?? Self.advice(listing: names.filter { $0 != "$schema" })
                fault(entry.position, String(entryPath.prefix(200)), "there is no such key; \(advice)")
                continue
            }
            if let line = lines[key] {
                fault(entry.position, entryPath, "the key is there twice, first on line \(line); remove one")
                continue
            }
            lines[key] = entry.position.line
            values[key] = entry.value
        }
        return values
    }

    /// The keys that there are: all of a few, of many those that a manifest begins with.
    private static func advice(listing names: [String]) -> String {
        let most = 12
        guard names.count > most else { return "the keys here are \(names.listed(by: "or"))" }
        let some = names.filter { ["animationImages", "frameRate", "title"].contains($0) }
        let examples = some.isEmpty ? names.prefix(3).joined(separator: ", ") : some.joined(separator: ", ")
        return "there are \(names.count), such as \(examples); all of them are in schema/sequence.schema.json"
    }

    /// The values of a mapping whose keys are names of the author's choice. Keys that come twice are mistakes.
    package mutating func names(_ node: ManifestNode, _ path: String, example: String) -> [ManifestNode.Entry] {
        guard case .mapping(let entries) = node.content else {
            fault(node, path, expected: "keys and values such as '\(example)'")
            return []
        }
        var lines: [FilePath: Int] = [:]
        return entries.filter { entry in
            if let line = lines[FilePath(entry.key)] {
                let message = "the key is there twice, first on line \(line); remove one"
                fault(entry.position, "\(path).\(entry.key)", message)
                return false
            }
            lines[FilePath(entry.key)] = entry.position.line
            return true
        }
    }

    /// The values of a list; one that stands alone is a list of itself where `allowsOne` says so.
    package mutating func list(
        _ node: ManifestNode,
        _ path: String,
        allowsOne: Bool = false,
        expected: String
    ) -> [(path: String, node: ManifestNode)] {
        switch node.content {
        case .list(let items): return items.enumerated().map { ("\(path)[\($0.offset)]", $0.element) }
        case .plain, .quoted:
            if allowsOne { return [(path, node)] }
            fault(node, path, expected: expected)
        case .mapping: fault(node, path, expected: expected)
        }
        return []
    }

    /// The items of a list of at most so many, or `nil` for any other value, which is noted.
    mutating func items(
        _ node: ManifestNode,
        _ path: String,
        atMost most: Int,
        _ noun: String,
        allowsOne: Bool = false,
        expected: String
    ) -> [(path: String, node: ManifestNode)]? {
        let count = faults.count
        let items = list(node, path, allowsOne: allowsOne, expected: expected)
        guard items.count > most else { return faults.count == count ? items : nil }
        fault(node.position, path, "there are \(items.count) \(noun); the most are \(most)")
        return nil
    }

    /// The value of a text, or `nil` without one and for a wrong one, which is noted.
    mutating func parsed<Value, Failure: ExplainedError>(
        _ text: String?,
        _ node: ManifestNode,
        _ path: String,
        by parse: (String) throws(Failure) -> Value
    ) -> Value? {
        guard let text else { return nil }
        do throws(Failure) { return try parse(text) } catch {
            fault(node.position, path, error.explanation)
            return nil
        }
    }

    /// A text.
    package mutating func text(_ node: ManifestNode, _ path: String, expected: String = "a text") -> String? {
        switch node.content {
        case .quoted(let text): return text
        case .plain(let text) where node.kind == .text: return text
        case .plain(let text) where node.kind != .null:
            fault(
                node.position,
                path,
                "expected \(expected), found \(node.summary); write \"\(text)\" if that is meant"
            )
        default: fault(node, path, expected: expected)
        }
        return nil
    }

    /// The name of a file or a pattern.
    package mutating func path(_ node: ManifestNode, _ path: String, expected: String = "a file's name") -> String? {
        guard let name = text(node, path, expected: expected) else { return nil }
        if name.isEmpty || name.utf8.contains(0) {
            fault(node.position, path, "no file can have this name; write \(expected), or leave the key out")
            return nil
        }
        return name
    }

    /// `true` or `false`.
    package mutating func flag(_ node: ManifestNode, _ path: String) -> Bool? {
        if case .plain(let text) = node.content, node.kind == .flag { return text.lowercased() == "true" }
        fault(node, path, expected: "true or false")
        return nil
    }

    /// A whole number in a range.
    package mutating func wholeNumber(_ node: ManifestNode, _ path: String, in range: ClosedRange<Int>) -> Int? {
        if let decimal = node.decimal, let number = Int(decimal), range.contains(number) { return number }
        fault(node, path, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// A number in a range.
    package mutating func number(_ node: ManifestNode, _ path: String, in range: ClosedRange<Double>) -> Double? {
        if let decimal = node.decimal, let number = Double(decimal), range.contains(number) { return number }
        fault(node, path, expected: "a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)")
        return nil
    }

    /// A length of time: seconds as a number, or a text such as `250ms` or `7/30`.
    package mutating func duration(_ node: ManifestNode, _ path: String, zeroIsAllowed: Bool) -> RationalTime? {
        let expected = "seconds \(zeroIsAllowed ? "from" : "above") 0 up to \(SequenceManifest.longestDuration)"
        if let text = node.numberOrText {
            if zeroIsAllowed, let zero = RationalTime.decimal(Substring(text)), zero == .zero { return .zero }
            // Of another text the sentence below says it, with the place.
            do { return try RationalTime(parsing: text) } catch {}
        }
        fault(node, path, expected: "\(expected), such as 0.5, 250ms or 7/30")
        return nil
    }

    /// Frames per second.
    package mutating func rate(_ node: ManifestNode, _ path: String) -> FrameRate? {
        if let text = node.numberOrText {
            // Of another text the sentence below says it, with the place.
            do { return try FrameRate(parsing: text) } catch {}
        }
        fault(
            node,
            path,
            expected: "frames per second above 0 up to 1000, such as 24, 23.976, 24000/1001, ntsc, film or pal"
        )
        return nil
    }

    /// One of a few words.
    /// - Parameter others: What may stand there besides a word, for messages.
    package mutating func word<Value>(
        _ node: ManifestNode,
        _ path: String,
        _ words: [(name: String, value: Value)],
        or others: [String] = []
    ) -> Value? {
        let names = words.map(\.name)
        let expected = (names + others).listed(by: "or")
        switch node.content {
        case .plain(let text), .quoted(let text):
            if let found = words.first(where: { $0.name.utf8.elementsEqual(text.utf8) }) { return found.value }
            let advice = nearestWord(to: text, among: names).map { "; did you mean '\($0)'?" } ?? ""
            fault(node.position, path, "expected \(expected), found \(node.summary)\(advice)")
        default: fault(node, path, expected: expected)
        }
        return nil
    }
}
