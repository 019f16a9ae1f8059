extension SequenceManifest {
    /// The manifest that a tree of values means.
    ///
    /// - Parameter file: where the tree was read from, for messages.
    /// - Throws: ``ManifestError`` with every mistake: keys that do not exist or come twice, values
    ///   of another kind or out of their bounds, and parts that contradict each other.
    public init(decoding node: ManifestNode, file: FilePath) throws(ManifestError) {
        self.init()
        var decoder = ManifestDecoder()
        let passedOver = PassedOverManifestKey.allCases.map(\.rawValue)
        if let values = decoder.mapping(node, "", keys: ManifestKey.self, passingOver: passedOver) {
            // In the order of the keys, so that the same text always gives the same messages.
            for key in ManifestKey.allCases {
                if let value = values[key] { read(value, of: key, with: &decoder) }
            }
            check(node, values, with: &decoder)
        }
        if let faults = decoder.faultsInOrder { throw ManifestError(file: file, faults: faults) }
    }

    private mutating func read(_ node: ManifestNode, of key: ManifestKey, with decoder: inout ManifestDecoder) {
        let name = key.rawValue
        switch key {
        case .schema: _ = decoder.text(node, name, expected: "the address of the schema")
        case .version: _ = decoder.wholeNumber(node, name, in: Self.version...Self.version)
        case .title: title = decoder.text(node, name)
        case .description: summary = decoder.text(node, name)
        case .animationImages: animationImages = decoder.images(node, name)
        case .animationDuration: animationDuration = decoder.duration(node, name, zeroIsAllowed: true)
        case .animationRepeatCount:
            animationRepeatCount = decoder.wholeNumber(node, name, in: 0...Self.largestRepeatCount)
        case .frameRate: frameRate = decoder.rate(node, name)
        case .image: image = decoder.path(node, name).map { FilePath($0) }
        case .highlightedImage: highlightedImage = decoder.path(node, name).map { FilePath($0) }
        case .highlightedAnimationImages: highlightedAnimationImages = decoder.images(node, name)
        case .contentMode:
            contentMode = decoder.word(node, name, ContentMode.allCases.map { ($0.name, $0) })
        case .isHighlighted: isHighlighted = decoder.flag(node, name)
        case .capInsets: capInsets = decoder.insets(node, name)
        case .resizingMode:
            resizingMode = decoder.word(node, name, ResizingMode.allCases.map { ($0.name, $0) })
        case .orientation:
            orientation = decoder.orientation(node, name)
        case .leftCapWidth: leftCapWidth = decoder.wholeNumber(node, name, in: 0...Self.largestSide)
        case .topCapHeight: topCapHeight = decoder.wholeNumber(node, name, in: 0...Self.largestSide)
        case .contentStretch: contentStretch = decoder.unitRect(node, name)
        case .flipsForRightToLeftLayoutDirection: flipsForRightToLeftLayoutDirection = decoder.flag(node, name)
        case .semanticContentAttribute:
            semanticContentAttribute = decoder.word(node, name, SemanticContentAttribute.allCases.map { ($0.name, $0) })
        case .pixelPolicy:
            pixelPolicy = decoder.word(node, name, PixelPolicy.allCases.map { ($0.rawValue, $0) })
        case .clipsToBounds: clipsToBounds = decoder.flag(node, name)
        case .isUserInteractionEnabled: isUserInteractionEnabled = decoder.flag(node, name)
        case .filter: filter = decoder.word(node, name, ScalingFilter.allCases.map { ($0.rawValue, $0) })
        case .overlays: overlays = decoder.overlays(node, name)
        case .isOpaque: isOpaque = decoder.flag(node, name)
        case .alpha: alpha = decoder.number(node, name, in: 0...1)
        case .backgroundColor:
            guard let text = decoder.text(node, name, expected: "a colour") else { return }
            do { backgroundColor = try Background(parsing: text) } catch {
                decoder.fault(node.position, name, error.explanation)
            }
        case .tintColor:
            guard let text = decoder.text(node, name, expected: "a colour") else { return }
            do { tintColor = try Color(parsing: text) } catch {
                decoder.fault(node.position, name, error.explanation)
            }
        case .size: size = decoder.size(node, name)
        case .scale:
            scale = node.numberOrText.flatMap { DisplayScale($0) }
            if scale == nil { decoder.fault(node, name, expected: DisplayScale.form) }
        case .dialect: dialect = decoder.word(node, name, Dialect.allCases.map { ($0.rawValue, $0) })
        case .maxGap: maximumGap = decoder.wholeNumber(node, name, in: 0...Self.largestGap)
        case .missing:
            missing = decoder.word(node, name, MissingFramePolicy.allCases.map { ($0.rawValue, $0) })
        case .mismatch:
            mismatch = decoder.word(node, name, MismatchPolicy.allCases.map { ($0.rawValue, $0) })
        }
    }

    /// What each key may say and all of them together may not.
    private func check(
        _ node: ManifestNode,
        _ values: [ManifestKey: ManifestNode],
        with decoder: inout ManifestDecoder
    ) {
        if values[.animationImages] == nil, values[.image] == nil {
            decoder.fault(
                node.position,
                "",
                "there is nothing to show; add animationImages: a pattern or a list of files"
            )
        }
        checkResizing(values, with: &decoder)
        guard let duration = values[.animationDuration], let animationDuration, animationDuration > .zero else {
            return
        }
        if frameRate != nil {
            decoder.fault(
                duration.position,
                ManifestKey.animationDuration.rawValue,
                "frameRate says already how fast the frames go; remove one of the two"
            )
        }
        if case .list(let entries) = animationImages, entries.contains(where: \.hasDuration) {
            decoder.fault(
                duration.position,
                ManifestKey.animationDuration.rawValue,
                "the frames have durations of their own, and their sum is the cycle; remove this key"
            )
        }
    }
}

extension SequenceManifest {
    /// Refuses two ways of cutting a picture at once.
    private func checkResizing(_ values: [ManifestKey: ManifestNode], with decoder: inout ManifestDecoder) {
        let ways: [[ManifestKey]] = [
            [.capInsets, .resizingMode], [.leftCapWidth, .topCapHeight], [.contentStretch],
        ]
        let said = ways.compactMap { way in way.first { values[$0] != nil } }
        guard let first = said.first else { return }
        for key in said.dropFirst() {
            guard let node = values[key] else { continue }
            decoder.fault(
                node.position,
                key.rawValue,
                "\(first.rawValue) says already how pictures are cut; remove one of the two"
            )
        }
    }
}

extension SequenceManifest.Entry {
    /// Whether the frame says how long it is shown.
    var hasDuration: Bool {
        if case .duration = timing { true } else { false }
    }
}

extension ManifestDecoder {
    /// A pattern, a list of files, or a list of mappings.
    fileprivate mutating func images(_ node: ManifestNode, _ path: String) -> SequenceManifest.Images? {
        let expected = "a pattern such as walk.####.png, or a list of files"
        guard case .list(let items) = node.content else {
            guard let pattern = self.path(node, path, expected: expected) else { return nil }
            return .pattern(pattern)
        }
        if items.isEmpty {
            fault(node, path, expected: expected)
            return nil
        }
        var entries: [SequenceManifest.Entry] = []
        entries.reserveCapacity(items.count)
        var slots = 0
        for (index, item) in items.enumerated() {
            if isFull { break }
            guard let entry = entry(item, "\(path)[\(index)]") else { continue }
            if case .slots(let count) = entry.timing { slots += count } else { slots += 1 }
            if slots > FrameSet.maximumCount {
                fault(
                    item.position,
                    "\(path)[\(index)]",
                    "more than \(FrameSet.maximumCount) frames in all; hold fewer"
                )
                return nil
            }
            entries.append(entry)
        }
        return entries.count == items.count ? .list(entries) : nil
    }

    private mutating func entry(_ node: ManifestNode, _ path: String) -> SequenceManifest.Entry? {
        guard case .mapping = node.content else {
            let name = self.path(node, path, expected: "a file's name, or the keys image, duration or hold")
            return name.map { SequenceManifest.Entry(image: FilePath($0)) }
        }
        guard let values = mapping(node, path, keys: ManifestEntryKey.self) else { return nil }
        var timing: SequenceManifest.Timing? = .slots(1)
        if let value = values[.hold] {
            timing = wholeNumber(value, "\(path).hold", in: 1...SequenceManifest.longestHold).map { .slots($0) }
        }
        if let value = values[.duration] {
            if values[.hold] != nil {
                fault(
                    value.position,
                    "\(path).duration",
                    "hold says already how long it is shown; remove one of the two"
                )
                return nil
            }
            timing = duration(value, "\(path).duration", zeroIsAllowed: false).map { .duration($0) }
        }
        guard let value = values[.image] else {
            fault(node.position, path, "the key image is missing: the file to show")
            return nil
        }
        guard let name = self.path(value, "\(path).image"), let timing else { return nil }
        return SequenceManifest.Entry(image: FilePath(name), timing: timing)
    }

    /// `1920x1080`, or a mapping of width and height.
    fileprivate mutating func size(_ node: ManifestNode, _ path: String) -> PixelSize? {
        let sides = 1...SequenceManifest.largestSide
        if case .mapping = node.content {
            guard let values = mapping(node, path, keys: ManifestSizeKey.self) else { return nil }
            guard let width = values[.width], let height = values[.height] else {
                fault(node.position, path, "both width and height are needed, in pixels")
                return nil
            }
            guard
                let columns = wholeNumber(width, "\(path).width", in: sides),
                let rows = wholeNumber(height, "\(path).height", in: sides)
            else { return nil }
            return PixelSize(width: columns, height: rows)
        }
        if case .plain(let text) = node.content, let size = Self.size(text) { return size }
        if case .quoted(let text) = node.content, let size = Self.size(text) { return size }
        fault(node, path, expected: "width x height in pixels, each from 1 to \(sides.upperBound), such as 1920x1080")
        return nil
    }

    private static func size(_ text: String) -> PixelSize? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { side -> Int in
            let isWhole = side.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            return isWhole ? Int(side) ?? 0 : 0
        }
        guard sides.count == 2, sides.allSatisfy((1...SequenceManifest.largestSide).contains) else { return nil }
        return PixelSize(width: sides[0], height: sides[1])
    }

    /// A mapping of sides, or a list in the order top, left, bottom, right.
    fileprivate mutating func insets(_ node: ManifestNode, _ path: String) -> EdgeInsets? {
        let range = 0...Double(SequenceManifest.largestSide)
        var sides: [ManifestInsetsKey: Double] = [:]
        switch node.content {
        case .list(let items) where items.count == 4:
            for (index, (key, item)) in zip(ManifestInsetsKey.allCases, items).enumerated() {
                guard let value = number(item, "\(path)[\(index)]", in: range) else { return nil }
                sides[key] = value
            }
        case .mapping:
            guard let values = mapping(node, path, keys: ManifestInsetsKey.self) else { return nil }
            for key in ManifestInsetsKey.allCases {
                guard let item = values[key] else { continue }
                guard let value = number(item, "\(path).\(key.rawValue)", in: range) else { return nil }
                sides[key] = value
            }
        default:
            fault(node, path, expected: "the keys top, left, bottom and right, or four numbers in this order")
            return nil
        }
        return EdgeInsets(
            top: sides[.top] ?? 0,
            left: sides[.left] ?? 0,
            bottom: sides[.bottom] ?? 0,
            right: sides[.right] ?? 0
        )
    }
}
