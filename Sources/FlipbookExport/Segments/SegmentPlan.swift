public import FlipbookCore
import FlipbookFiles
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FoundationEssentials
import GStreamer

/// The plan of an export in segments, with everything that determines the result, so that multiple machines can share the work.
///
/// Its document is that of an ``ExportPlan`` with additional keys. Any machine that has access to the files can make segments,
/// which are then joined into the file ``ExportPlan/target``. In the folder ``Division/work``, a segment is named by its key:
/// the hash of everything that its pictures and compression depend on. An existing segment is therefore the correct one.
@dynamicMemberLookup
public struct SegmentPlan: Sendable, Hashable {
    /// The plan of the whole export.
    public package(set) var export: ExportPlan
    /// The additional keys of the document.
    public var division: Division
    /// The value of an additional key.
    public subscript<Value>(dynamicMember key: KeyPath<Division, Value>) -> Value { division[keyPath: key] }

    /// The division of an export into segments, and the facts that determine each segment.
    public struct Division: Sendable, Hashable, Codable {
        /// The folder to which file names are relative.
        public let folder: String
        /// The folder of the segments, absolute or relative to ``folder``.
        public var work: String
        /// The number of frames in each segment except the last.
        public let segmentLength: Int
        /// The keys of the segments.
        public internal(set) var keys: [ContentHash]
        /// The number of encoder threads, on which the output may depend.
        public let threads: Int
        /// The versions of GStreamer, its plugins, and the program, by name.
        public let versions: [String: String]
        /// The files of the drawings, in the order of ``ExportPlan/drawings``, or `nil` for black.
        public let inputs: [Input?]
        /// The files of overlays, color settings, and views.
        public let overlayInputs: [Input]
        /// The audio of the joined file, or `nil` for none.
        public let sound: Sound?
        /// The requirements on the decoded pixels of every segment, or `nil` to skip the comparison.
        public let verification: PixelVerification?
        let traits: Traits
        let treatment: Treatment
        let texts: [String: String]
        let timeCode: String?
        let startNumber: Int?
    }

    /// The state of a file when the plan was made, encoded as `[bytes, time, hash, columns, rows]`.
    public struct Input: Sendable, Hashable, Codable {
        /// The length in bytes.
        public let byteCount: Int
        /// The modification time, in nanoseconds since 1970.
        public let modified: Int64
        /// The hash of the contents.
        public let hash: ContentHash
        /// The columns of the picture as stored.
        public internal(set) var width: Int
        /// The rows of the picture as stored.
        public internal(set) var height: Int
    }

    /// An audio file, with its state when the plan was made.
    public struct Sound: Sendable, Hashable, Codable {
        /// The file.
        public let file: String
        /// The time of the first sample in the output, in seconds, as a numerator and a denominator.
        let offset: [Int64]
        /// The length, time, and hash of the file.
        public let input: Input
    }

    struct Treatment: Sendable, Hashable, Codable {
        let missing, mismatch: String
        let substitutions: [ExportReport.Substitution]
        let skipped: String
        let fitted: [String]
        /// The specified or measured levels, or `nil` if there are none.
        let levels: String?

        init(of sequence: CheckedSequence) {
            (missing, mismatch) = (sequence.settings.missing.rawValue, "\(sequence.settings.mismatch)")
            substitutions = sequence.frames.frames.compactMap(ExportReport.Substitution.init).distinct
            (skipped, fitted) = (sequence.skipped.description, sequence.fitted)
            levels = sequence.settings.levels?.description
        }
    }

    struct Traits: Sendable, Hashable, Codable {
        let textLengths: [Int]
        let depth: Int
        let haveGaps: Bool
        let alphaOutput: String
        /// `true` if all pictures are gray, otherwise `nil`.
        let areGray: Bool?
        let staging: Staging?
    }

    /// The facts, in addition to the keys, that determine how views and text are drawn.
    struct Staging: Sendable, Hashable, Codable {
        /// The size in points for which the views were laid out, or `nil` for the canvas's size.
        let size: Size?
        let safeAreaInsets: EdgeInsets
        let isRightToLeft: Bool
        /// The hash of pictures of the text, which depend on the machine's fonts, or `nil` if there is no text.
        let letters: ContentHash?
    }

    /// The number of segments.
    public var segmentCount: Int { self.keys.count }

    /// Returns the frames of a segment, counted from 0 over all cycles.
    public func frames(ofSegment index: Int) -> Range<Int> {
        let end = index == segmentCount - 1 ? export.pictures.count : (index + 1) * self.segmentLength
        return index * self.segmentLength..<end
    }

    /// Returns the number of segments. One or two remaining frames join the last segment, because an encoder that reorders
    /// pictures would write a different header for them.
    private static func count(of frameCount: Int, length: Int) -> Int {
        let (whole, rest) = frameCount.quotientAndRemainder(dividingBy: length)
        return max(1, rest > 2 || length <= 2 && rest > 0 ? whole + 1 : whole)
    }

    static func ranges(of frameCount: Int, length: Int) -> [Range<Int>] {
        let count = count(of: frameCount, length: length)
        return (0..<count).map { $0 * length..<($0 == count - 1 ? frameCount : ($0 + 1) * length) }
    }

    /// Returns the default length of a segment in frames: the encoders' distance between key frames, or ten seconds if that is
    /// more.
    public static func usualLength(at rate: FrameRate?) -> Int {
        max(VideoCodec.keyDistance, Int((10 * (rate?.framesPerSecond ?? 24)).rounded(.up)))
    }

    /// The hash of everything that determines the result: the keys, and everything that joining adds.
    var resultKey: ContentHash {
        var digest = SHA256()
        digest.add("flipbook result 1")
        for key in self.keys { digest.add(key.description) }
        for text in self.texts.sorted(by: { $0.key < $1.key }) { digest.add(text.key + "=" + text.value) }
        digest.add(self.timeCode ?? "")
        if let startNumber = self.startNumber { digest.add("from \(startNumber)") }
        if let sound = self.sound { digest.add("\(sound.input.hash) \(sound.offset)") }
        return ContentHash(digest)
    }

    /// The time of the newest input, in seconds since 1970, which is also the creation time of the joined file.
    var creationTime: Int64 {
        let inputs = self.inputs.compactMap { $0 } + self.overlayInputs + [self.sound?.input].compactMap { $0 }
        return (inputs.map(\.modified).max() ?? 0) / 1_000_000_000
    }

    /// Returns a name in the plan as a path from the current folder.
    func path(_ name: String) -> FilePath { FilePath(self.folder + "/").naming(name) }

    /// The files of overlays and colors, in the order of ``Division/overlayInputs``.
    var overlayFiles: [String] {
        var files = export.view.colorFiles.map(\.name)
        if case .list(let overlays)? = export.view.value("overlays") {
            files =
                overlays.map { overlay in
                    if case .object(let values) = overlay, case .text(let name)? = values["image"] { name } else { "" }
                } + files
        }
        return files + (scene()?.filesOfViews.map(\.string) ?? [])
    }

    /// The output file.
    public var target: FilePath { path(export.target) }
    /// The folder that contains the segments.
    public var workFolder: FilePath { path(self.work) }

    /// Returns the keys of segments.
    ///
    /// A key is the SHA-256 of strings, each preceded by its length. The first string is the version of this list. Files are
    /// represented by their contents, not by their names.
    static func keys(of plan: SegmentPlan) throws -> [ContentHash] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ part: some Encodable) throws -> String { String(decoding: try encoder.encode(part), as: UTF8.self) }
        var common = SHA256()
        common.add("flipbook segment 1")
        for name in ["flipbook", "gstreamer"] { common.add("\(name) \(plan.versions[name] ?? "")") }
        common.add(try text(plan.export.profile))
        common.add(try text(plan.export.canvas))
        common.add(try text(plan.traits))
        common.add("\(plan.export.pictures.width)x\(plan.export.pictures.height) \(plan.export.pictures.rate)")
        common.add("\(plan.export.pictures.hasAlpha)")
        common.add(try text(plan.export.view.withoutFiles))
        if plan.export.profile.format.isNumbered { common.add(try text(plan.texts)) }
        for overlay in plan.overlayInputs { common.add(overlay.hash.description) }
        if plan.overlayInputs.contains(.damaged) { common.add("missing \(plan.treatment.missing)") }
        let burnIns = plan.export.burnIns
        let hasTexts = burnIns != nil || plan.export.view.value(ManifestKey.texts.rawValue) != nil
        let isTimed = hasTexts || plan.scene() != nil
        if let burnIns { common.add(try text(burnIns)) }
        let cycleLength = plan.export.frameCountOfCycle
        let drawings = try plan.export.drawings.enumerated().map { place, drawing in
            let look = try drawing.look.map { try text(plan.export.looks[$0]) } ?? ""
            let source = plan.inputs[place]?.hash.description ?? (drawing.isNothing ? "nothing" : "black")
            return "\(source) \(drawing.picture ?? 0) \(drawing.scale) \(look)"
        }
        func add(_ count: Int, _ place: Int, to digest: inout SHA256) {
            digest.add("\(count)")
            digest.add(drawings[place])
            for part in plan.export.drawings[place].above ?? [] { add(0, part, to: &digest) }
            guard let next = plan.export.drawings[place].next else { return }
            digest.add("\(drawings[next.drawing]) \(next.transition) \(next.progress)")
            digest.add("\(next.direction ?? "") \(next.color ?? "")")
            for part in plan.export.drawings[next.drawing].above ?? [] { add(0, part, to: &digest) }
        }
        for timeline in plan.export.timelines ?? [] {
            common.add("a view at \(timeline.rate)")
            for run in timeline.runs { add(run.count, run.drawing, to: &common) }
        }
        let lengths = plan.export.timing.lengths.flatMap { [Int64](repeating: $0.ticks, count: $0.frames) }
        return try ranges(of: plan.export.pictures.count, length: plan.segmentLength).map { frames in
            var digest = common
            // The settings of an encoder depend on the number of pictures.
            let job = try plan.job(of: frames)
            digest.add(job.caps?.description ?? "")
            let graph = job.graph(into: ElementGraph.Node("fakesink"))
            digest.add(graph?.launchLine ?? "threads \(plan.threads)")
            if job.suitsLibrary { digest.add("by libaom \(plan.versions["libaom"] ?? "")") }
            for node in graph?.nodes ?? [] { digest.add(plan.versions[node.factory] ?? "") }
            // The pictures of a scene depend on the time.
            if isTimed { digest.add("frame \(frames.lowerBound % cycleLength) of \(cycleLength)") }
            for run in plan.export.runs(in: frames) {
                add(run.count, run.drawing, to: &digest)
                guard hasTexts else { continue }
                let file = plan.export.drawings[run.drawing].file
                digest.add("\(run.number ?? 0) \(file.map { FilePath($0).lastComponent } ?? "black")")
            }
            if plan.export.timing.isConstant {
                digest.add("\(job.timing.cycleDuration.numerator)/\(job.timing.cycleDuration.denominator)")
            } else {
                let ticks = frames.map { "\(lengths[$0 % lengths.count])" }.joined(separator: " ")
                digest.add("\(plan.export.timing.ticksPerSecond): \(ticks)")
            }
            return ContentHash(digest)
        }
    }

    /// Returns the views over the frames, including their animations. `rename` converts the names of the plan's files.
    func scene(_ rename: (String) -> String = { $0 }) -> SceneSettings? {
        guard export.view.value(ManifestKey.views.rawValue) ?? export.view.value(ManifestKey.animations.rawValue) != nil
        else { return nil }
        do throws(ManifestError) {
            let manifest = try export.view.manifest(in: FilePath("plan")).renaming(rename)
            var timelines = (export.timelines ?? [])[...]
            let views = try (manifest.views ?? []).map { (view) throws(ManifestError) in
                try self.view(view, showing: &timelines, rename)
            }
            return SceneSettings(views: views, animations: manifest.animations ?? [])
        } catch {
            // Invalid keys are reported when the plan is used.
            return nil
        }
    }

    /// Returns a view and its subviews, with the frames of their timelines. These timelines are removed from the front of the
    /// list.
    private func view(
        _ view: ManifestView,
        showing timelines: inout ArraySlice<ExportPlan.ViewTimeline>,
        _ rename: (String) -> String
    ) throws(ManifestError) -> ManifestView {
        var view = view
        if view.timeline != nil, let timeline = timelines.popFirst() {
            var frames: [Frame] = []
            for run in timeline.runs {
                frames += repeatElement(Frame(try image(of: run.drawing, isRead: false, rename)), count: run.count)
            }
            (view.frames, view.frameRate) = (frames, timeline.frameRate)
        }
        func inner(_ views: [ManifestView]?) throws(ManifestError) -> [ManifestView]? {
            try views?.map { (inner) throws(ManifestError) in try self.view(inner, showing: &timelines, rename) }
        }
        view.subviews = try inner(view.subviews)
        view.overlayContentView = try inner(view.overlayContentView)
        return view
    }
}

extension SegmentPlan: Codable {
    /// Decodes a plan.
    /// - Throws: `DecodingError` for an invalid or inconsistent document.
    public init(from decoder: any Decoder) throws {
        export = try ExportPlan(from: decoder)
        try export.profile.checkAgain()
        division = try Division(from: decoder)
        let drawings = 0..<export.drawings.count
        let looks = 0..<export.looks.count
        guard self.segmentLength > 0, self.threads > 0, export.isCountable, self.inputs.count == drawings.count,
            export.pictures.count == export.cycles * export.frameCountOfCycle,
            self.keys.count == Self.count(of: export.pictures.count, length: self.segmentLength),
            // All frames of a segment are listed.
            min(self.segmentLength, export.pictures.count) <= FrameSet.maximumCount,
            (self.startNumber ?? 1).magnitude < 1_000_000_000,
            self.traits.textLengths.count == export.burnIns?.count ?? 0,
            self.sound.map({ $0.offset.count == 2 && $0.offset[1] > 0 }) ?? true,
            export.runs.allSatisfy({ drawings.contains($0.drawing) }),
            export.timelines?.allSatisfy({ timeline in
                timeline.frameRate != nil
                    && timeline.runs.allSatisfy {
                        drawings.contains($0.drawing) && (1...FrameSet.maximumCount).contains($0.count)
                    }
            }) ?? true,
            export.drawings.allSatisfy({ $0.look.map(looks.contains) ?? true }),
            export.drawingsAreSound,
            zip(export.runs, export.runs.dropFirst()).allSatisfy({ $0.first + $0.count == $1.first }),
            export.runs.first?.first == 0, export.timing.frameCount == export.frameCountOfCycle,
            // The files can be listed only after the checks above.
            self.overlayInputs.count == overlayFiles.count
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "The parts of the plan are inconsistent.")
            )
        }
    }

    /// Encodes the keys of ``ExportPlan`` and the additional keys.
    public func encode(to encoder: any Encoder) throws {
        try export.encode(to: encoder)
        try division.encode(to: encoder)
    }
}

extension SegmentPlan.Input {
    /// Decodes `[bytes, time, hash, columns, rows]`.
    public init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        (byteCount, modified) = (try row.decode(Int.self), try row.decode(Int64.self))
        hash = try row.decode(ContentHash.self)
        (width, height) = (try row.decode(Int.self), try row.decode(Int.self))
    }

    /// Encodes `[bytes, time, hash, columns, rows]`.
    public func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(byteCount)
        try row.encode(modified)
        try row.encode(hash)
        try row.encode(width)
        try row.encode(height)
    }
}

extension ManifestDocument {
    var colorFiles: [(key: ManifestKey, name: String)] {
        [ManifestKey.lut, .inputProfile].compactMap { key in
            guard case .text(let name)? = value(key.rawValue) else { return nil }
            let isStandard = key == .inputProfile && InputProfile.Standard(rawValue: name) != nil
            return isStandard ? nil : (key, name)
        }
    }

    /// A view's keys without file names. The contents of the files are hashed instead.
    fileprivate var withoutFiles: ManifestDocument {
        var document = colorFiles.reduce(self) { $0.without($1.key.rawValue) }
        for key in [ManifestKey.views.rawValue, ManifestKey.animations.rawValue] {
            if let value = value(key) { document = document.adding(key, value.withoutNamesOfPictures) }
        }
        guard case .list(let overlays)? = value("overlays") else { return document }
        let others = overlays.map { overlay in
            guard case .object(var values) = overlay else { return overlay }
            values["image"] = nil
            return .object(values)
        }
        return document.adding("overlays", .list(others))
    }
}

extension CheckedSequence {
    /// Returns the facts, in addition to the keys, that determine how views and text are drawn, or `nil` if there are none.
    func staging() throws -> SegmentPlan.Staging? {
        let letters = try letters()
        guard settings.scene != nil || letters != nil else { return nil }
        let usual = settings.view.layoutDirection ?? .leftToRight
        let direction = settings.semanticContentAttribute.layoutDirection(relativeTo: usual)
        let (size, insets) = (settings.scene?.size, settings.scene?.safeAreaInsets ?? .zero)
        let isRightToLeft = direction == .rightToLeft
        return .init(size: size, safeAreaInsets: insets, isRightToLeft: isRightToLeft, letters: letters)
    }

    /// Hashes pictures of all text: the text of views, a sample of each text over the frames, and the characters of burned-in
    /// text.
    private func letters() throws -> ContentHash? {
        var pictures = texts
        do {
            for label in settings.texts { pictures.append(try label.sample(scale: scene.scene.scale)) }
            for burnIn in settings.burnIns { pictures += try burnIn.samples() }
        } catch {
            let reason = (error as? any ExplainedError)?.explanation ?? Explanation(String(describing: error))
            throw ExportError.sequence(.setting(SettingFault(.texts, reason)))
        }
        guard !pictures.isEmpty else { return nil }
        var digest = SHA256()
        for case .data(let data) in pictures.map(\.source) {
            digest.add("\(data.bytes.count)")
            data.bytes.withUnsafeBytes { digest.add($0) }
        }
        return ContentHash(digest)
    }
}

extension ManifestDocument.Value {
    /// The value without picture names. The contents of the pictures are hashed instead.
    var withoutNamesOfPictures: Self {
        switch self {
        case .list(let list): return .list(list.map(\.withoutNamesOfPictures))
        case .object(let values):
            let isImage = values["property"] == .text("image")
            let pairs = values.map { key, value -> (String, Self) in
                if case .text = value, Self.namesPicture(key) || isImage && key == "to" { return (key, .text("")) }
                if case .list(let list) = value, Self.namesPicture(key) { return (key, .list(list.map(\.withoutName))) }
                return (key, value.withoutNamesOfPictures)
            }
            return .object(Dictionary(uniqueKeysWithValues: pairs))
        case .flag, .whole, .number, .text: return self
        }
    }

    private var withoutName: Self { if case .text = self { .text("") } else { withoutNamesOfPictures } }

    private static func namesPicture(_ key: String) -> Bool {
        ["image", "highlightedImage", "animationImages", "highlightedAnimationImages", "input"].contains(key)
    }
}
