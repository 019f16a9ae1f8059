package import ArgumentParser
import FlipbookCore
import FlipbookImaging
import FlipbookManifest
import FlipbookScene
import FlipbookSequences

package struct ManifestCommand: AsyncParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        verb: "manifest",
        abstract: "Writes a manifest: a sequence and its options in one file.",
        usage: "flipbook manifest <input> ... [-o <file>] [<options>]",
        discussion: """
            The manifest stores the options that you specify. Its paths are relative to its folder, which is the \
            folder of -o or the current folder. The input may also be an ffconcat list or an OpenTimelineIO timeline; \
            -o cut.otio writes such a timeline.

            flipbook manifest walk/ -o walk.yaml --fps 24
            """
    )

    @OptionGroup(title: "Sequence") package var sequence: SequenceOptions
    @Option(\.$animationRepeatCount) var `repeat`: Int?

    @Option("<file> Output file: .yaml, .json or .otio. (default: standard output)", name: .shortAndLong)
    var output: String?

    @Flag(help: "Write JSON. (default: YAML, unless -o ends in .json)") var json = false
    @Flag(help: "Replace an existing file.") var overwrite = false
    @Flag(name: .shortAndLong, help: "Print only errors.") var quiet = false

    package func validate() throws {
        try sequence.requireInput()
        guard sequence.scene.events == nil
        else { throw ValidationError("--events: a manifest cannot contain events. Use --events with export or play.") }
    }

    package func run() async throws {
        let format = try format()
        let input = try sequence.locate()
        var manifest = try manifest(of: input)
        if let rate = try await input.storedRate(beside: manifest) {
            manifest.frameRate = rate
            if !quiet { Terminal.report("note: Wrote the headers' rate, \("\(rate)".asRate). Change it with --fps.") }
        }
        if !quiet {
            let stack = input.frames.stack(codecs: input.codecs)?.note(on: input.frames.frames.compactMap(\.number))
            let lost = format == .otio ? openTimelineNote(manifest) : nil
            let notes = [stack?.sentence, gapNote(input, manifest), lost].compactMap(\.self)
            for note in input.frames.hints + notes { Terminal.report("note: \(note)") }
        }
        let text =
            switch format {
            case .json: manifest.json
            case .otio: try openTimeline(input, manifest)
            case .yaml, .ffconcat: manifest.yaml(hints: true)
            }
        guard let output else {
            Terminal.print(String(text.dropLast()))
            return
        }
        let file = TextFile(path: FilePath(output), option: "-o", overwrites: overwrite)
        try file.check()
        try file.write(text)
        if !quiet { Terminal.report("note: \(file.path): \(input.frames.frames.count.of("frame")); written.") }
    }

    private func gapNote(_ input: SequenceInput, _ manifest: SequenceManifest) -> String? {
        let gaps = GapPolicy(missing: manifest.missing, maximumGap: manifest.maximumGap)
        let list = input.frames
        let refused = gaps.refused(list.missing, of: list.expected ?? list.missing)
        if refused.isEmpty || gaps.missing == .error && manifest.$missing != nil { return nil }
        let remedy =
            gaps.missing == .error
            ? "Accept the gap with --missing \(MissingFramePolicy.acceptingWords)."
            : "The gap is longer than --max-gap allows."
        return "Missing: \(refused). \(remedy)"
    }

    private func format() throws -> ManifestFile.Format {
        guard let output else { return json ? .json : .yaml }
        let path = FilePath(output)
        guard let format = ManifestFile.Format(extensionOf: path), format != .ffconcat, !json || format == .json
        else { throw Failure.usage("-o \(path): end the name with \(json ? ".json" : ".yaml, .json or .otio").") }
        return format
    }

    private func check(_ input: SequenceInput) throws {
        if let image = input.catalogImage {
            throw Failure.usage(
                "\(image.folder.path): a manifest cannot store all properties of an asset catalog. Pass the folder "
                    + "itself to render, export or play."
            )
        }
        let path = input.frames.frames.lazy.compactMap(\.path).first { $0.picture != nil }
        let name = path.map { "\(FilePath($0.string))" }
        if sequence.frames != nil, let whole = input.manifest.timeline.map({ _ in "a timeline" }) ?? name {
            throw Failure.usage(
                "--frames: a manifest can only refer to \(whole) as a whole. Omit --frames here, and use it with "
                    + "export or play."
            )
        }
        let hasDurations = sequence.frames == nil && input.manifest.animationImages?.hasDurations ?? false
        if hasDurations, sequence.fps != nil || sequence.duration != nil {
            throw Failure.usage(
                "\(sequence.fps == nil ? "--duration" : "--fps"): the frames have their own durations, which a "
                    + "manifest cannot combine with this option. Omit it here, and use it with export."
            )
        }
    }

    private func manifest(of input: SequenceInput) throws -> SequenceManifest {
        try check(input)
        let folder = output.map { FilePath($0).directory } ?? "."
        let paths = try ManifestPaths(manifestFolder: folder, allowedFolders: sequence.allowedFolders)
        var manifest = input.manifest
        if let file = input.file?.path, sequence.frames == nil {
            manifest = try manifest.renaming { try paths.path(of: file.naming($0)) }
            manifest.dialect = sequence.policies.dialect ?? manifest.dialect
        } else {
            manifest.animationImages = try images(of: input, with: paths)
            if sequence.frames != nil { manifest.image = nil }
        }
        manifest = sequence.over(manifest)
        manifest.$animationRepeatCount = self.repeat ?? manifest.$animationRepeatCount
        if !sequence.view.overlays.isEmpty {
            manifest.overlays = try sequence.view.overlays.map { overlay in
                try changing(overlay) { $0.image = FilePath(try paths.path(of: $0.image)) }
            }
        }
        return manifest
    }

    /// Returns the pattern of the frames if it matches exactly these frames, otherwise their files.
    private func images(of input: SequenceInput, with paths: ManifestPaths) throws -> SequenceManifest.Images {
        let list = input.frames
        let range = list.missing.isEmpty ? nil : (try? FramePattern(parsing: list.name))?.with(frames: list.expected)
        let names = [sequence.frames == nil ? list.name : nil, range?.description].compactMap(\.self)
        let file = list.frames.lazy.compactMap(\.path).first { $0.picture != nil }
        let isPattern = sequence.input.count == 1 || !list.missing.isEmpty
        if isPattern, list.frames.count > 1 || file != nil, let name = names.first(where: { leads($0, to: list) }) {
            return .pattern(try paths.path(of: FilePath(name)))
        }
        if let file {
            throw Failure.usage(
                "\(FilePath(file.string)): a manifest cannot refer to the pictures in this file. Pass the file itself "
                    + "to export, play or render."
            )
        }
        if !list.isComplete, input.gaps.missing != .skip {
            let gap = list.joinedGaps.first ?? list
            throw Failure.usage(
                "\(gap.name): a manifest's list of files cannot leave gaps for missing frames (\(gap.missing)). Use a "
                    + "pattern, such as walk.1-24####.png, or leave the frames out with --missing skip."
            )
        }
        return .list(try list.frames.compactMap(\.path).map { .init(image: FilePath(try paths.path(of: $0))) })
    }

    private func leads(_ name: String, to list: FrameList) -> Bool {
        let options = Resolution.Options(
            scale: sequence.scale?.variant ?? 1,
            mismatch: sequence.mismatch?.policy ?? .error
        )
        // A name that contains control characters, for example, is not a pattern.
        let found = try? SequenceLocator(options: options).locate([name])
        return found?.frames == list.frames && found?.missing == list.missing
    }

    /// Returns a sentence about manifest keys that OpenTimelineIO cannot express, or `nil` if it can express all of them.
    func openTimelineNote(_ manifest: SequenceManifest) -> String? {
        let carried = [
            "title", "frameRate", "animationDuration", "animationRepeatCount", "animationImages", "timeline", "missing",
        ]
        // Views that represent tracks are written to the timeline.
        let views = manifest.views ?? []
        let tracks = views.allSatisfy { $0.timeline != nil && $0.pins?.fit == .both }
        var lost = ManifestRow.all.filter { $0.value(manifest) != nil }.map(\.key.rawValue)
            .filter { !carried.contains($0) && !($0 == "views" && tracks) }
        if lost.isEmpty { return nil }
        if let place = lost.firstIndex(of: "views"), views.contains(where: { $0.timeline != nil }) {
            lost[place] = "views except for their timelines"
        }
        return "Omitted, since OpenTimelineIO cannot store them: \(lost.joined(separator: ", "))."
    }

    func openTimeline(_ input: SequenceInput, _ manifest: SequenceManifest) throws -> String {
        let rate = manifest.frameRate ?? .imageViewDefault
        let missing = manifest.missing
        do {
            let folder = output.map { FilePath($0).directory } ?? "."
            let paths = try ManifestPaths(manifestFolder: folder, allowedFolders: sequence.allowedFolders)
            let rename = { (path: FilePath) throws(ManifestFileError) in try paths.path(of: path) }
            let title = manifest.title
            var writer: TimelineWriter
            if let file = input.file, let timeline = file.manifest.timeline, let locator = input.manifestLocator {
                let located = try locator.located(timeline, of: file)
                let seen = try locator.manifest(of: file).timeline ?? timeline
                writer = TimelineWriter(seen, located, title: title, missing: missing, rename: rename)
                let views = try locator.manifest(of: file).views ?? []
                for (index, (view, seen)) in zip(file.manifest.views ?? [], views).enumerated() {
                    guard let timeline = view.timeline, let track = seen.timeline else { continue }
                    let located = try locator.located(timeline, of: file, at: "views[\(index)].timeline")
                    writer.upperTracks.append(
                        TimelineWriter(track, located, title: nil, missing: missing, rename: rename)
                    )
                }
            } else {
                writer = try TimelineWriter(input.frames, at: rate, title: title, missing: missing, rename: rename)
            }
            return try writer.json
        } catch let fault as TimelineWriter.Fault {
            throw Failure.usage("\(FilePath(fault.input)): \(fault.reason).")
        } catch let fault as TimelineFault { throw Failure.usage(fault.explanation.sentence) }
    }
}
