import ArgumentParser
import FlipbookCore
import FlipbookFiles

/// Options from earlier versions and from ffmpeg that have different names here.
package enum MovedOption {
    /// Foreign options, followed by our option, with _ for the value, or by advice. An option that ends in = takes a value. -i2
    /// stands for a second -i, and -i3 for one with audio. A row applies to verbs that have all of our options in that row. The
    /// whole command is shown only if no answer is advice, except for advice that begins with "not".
    private static let table = """
        -i3= | --audio _; -i2= | add audio with --audio, and a picture on top with --overlay; -b= -b:v= | --bitrate _
        -i= -i2= -i3= --input= | an input needs no option; -framerate= -r= -r:v= --framerate= --rate= | --fps _
        -s= -video_size= | use --size with width and height; -crf= | --crf _; -fs= | --max-size _
        -c= -c:v= -vcodec= --codec= | --codec _; -preset= -preset:v= | --preset _; -profile:v= | --profile _
        -y --force | --overwrite; -threads= | --threads _; -loglevel= -v= | --quiet; -ss= --time= | --at _
        -frames:v= -vframes= | not needed: --at or --frame chooses one frame; -colorspace= | --colorspace _
        -plays= --loop= | --repeat _; -ss= -to= -t= | choose frames by number with --frames (seconds times frames/s)
        -start_number= | not needed if frame _ is the first. Otherwise, use --frames, or --start-number for the output
        -frames:v= -vframes= | choose frames by number with --frames; -lossless= | use --lossless, unless it is 0
        -g= -bf= -tune= | choose an encoder's options with --option, such as key-int-max=12 for H.264
        -loop= -stream_loop= | choose the number of cycles with --repeat, or a length with --duration
        -q= -q:v= -qscale:v= | choose --quality from 0 to 100 (best); -level= -tag:v= -sn -dn | not needed
        -vf= -filter:v= -filter_complex= -lavfi= | Flipbook has options instead of filters, such as --size and --frames
        -metadata= | use --title, --author or --comment; -n | not needed: only --overwrite replaces files
        -pix_fmt= | use --chroma and --depth; -maxrate= -bufsize= | choose a rate with --bitrate
        -an -af= -map= | not needed: only --audio adds audio; -shortest | not needed: the pictures determine the length
        -color_range= | --range _; -c:a= -acodec= -b:a= -q:a= -ar= | not needed: the format determines the audio codec
        -pattern_type= | not needed: the shell expands *; --undo | this is now a verb. Use 'flipbook undo FOLDER'
        -f= | not needed: the file's name or --format determines the format
        -threads= -movflags= -vsync= -safe= -frames:v= -vframes= -sws_flags= -hide_banner -nostdin -stats | not needed
        --fix --in-place --diff --fix-into --fix-size | this is now a verb. Use 'flipbook fix INPUT'
        --rules | this is now a verb. Use 'flipbook rule'; --explain | this is now a verb. Use 'flipbook rule ID'
        """

    private static let rows = table.split { ";\n".contains($0) }.map { row in
        let parts = row.split(separator: " | ").map(String.init)
        return (names: parts[0].split(separator: " ").map(String.init), answer: parts[1])
    }

    /// Our spelling of values, formats, and filters that ffmpeg names differently.
    private static let values = [
        "--codec libx264": "--codec h264", "--codec libx265": "--codec h265", "--codec hevc": "--codec h265",
        "--codec libvpx": "--codec vp8", "--codec libvpx-vp9": "--codec vp9", "--codec libaom-av1": "--codec av1",
        "--codec libsvtav1": "--codec av1", "--codec mjpeg": "--codec jpeg", "--codec libwebp": "--codec webp",
        "--codec copy": "not possible: every frame is encoded", "--bitrate 0": "not needed",
        "--profile 0": "--profile proxy", "--profile 1": "--profile lt", "--profile 2": "--profile standard",
        "--profile 3": "--profile hq", "--profile 4": "--profile 4444", "--profile 5": "--profile 4444",
        "high10": "--depth 10", "main10": "--depth 10", "high422": "--chroma 422 --depth 10", "high444": "--chroma 444",
        "--range pc": "--range full", "--range tv": "--range limited", "--crf 0": "use .mkv, which keeps every pixel",
        "yuv4mpegpipe": "--format y4m", "rawvideo": "--format raw", "apng": "--format apng",
        "hflip": "--mirror", "transpose": "use --orientation", "palettegen": "not needed", "paletteuse": "not needed",
        "fps": "use --frames, such as 1-100x2, and --duration", "scale": "use --size with width and height",
        "reverse": "use --frames, such as 12-1", "overlay": "use --overlay", "pad": "use --size with --content-mode",
        "drawtext": "use --burn-in", "setpts": "use --duration", "tile": "use --format contact",
    ]

    /// Returns our options or advice for a value, such as a pixel format or a single filter, or `nil` if there are none.
    private static func options(for value: String, _ answer: String) -> String? {
        guard !value.contains(",") else { return nil }
        if answer.contains("--size"), let size = value.wholeMatch(of: /(?:scale=)?([0-9]+)[:x]([0-9]+)(?::flags=.*)?/) {
            // ffmpeg stretches pictures.
            return "--size \(size.1)x\(size.2) --content-mode scaleToFill"
        }
        if value.contains(/^(main|high|baseline|(format=)?(yuva?j?420p|yuva444p|rgba|rgb24))$/) { return "not needed" }
        if answer.hasPrefix("--codec"), let codec = value.firstMatch(of: /^(h264|hevc|av1|vp8|vp9|mjpeg|prores)_/) {
            return values["--codec \(codec.1)"] ?? "--codec \(codec.1)"
        }
        let chroma = value.firstMatch(of: /^(?:format=)?yuvj?(422|444)p/).map { "--chroma \($0.1)" }
        let depth = value.firstMatch(of: /^(?:format=)?yuv[4j].*p(1[02])[lb]e$/).map { "--depth \($0.1)" }
        let name = String(value.prefix { $0 != "=" })
        return chroma.map { $0 + (depth.map { " " + $0 } ?? "") } ?? depth ?? values[name]
    }

    /// Rejects foreign options with a message that names ours and, if possible, the whole command.
    /// - Parameter command: The description of a verb, which is needed only if a word looks like a foreign option.
    package static func check(_ arguments: [String], of command: (_ verb: String) -> CommandDescription) throws {
        // Separates the values from the names: --framerate=24.
        let separated = arguments.prefix { $0 != "--" }.flatMap { word in
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            return parts.count == 2 && isForeign(parts[0], parts[1]) ? parts : [word]
        }
        var words = separated[...]
        guard zip(words, words.dropFirst() + [""]).contains(where: isForeign) else { return }
        let verb = words[0].hasPrefix("-") ? "export" : words.removeFirst()
        let own = command(verb).arguments ?? []
        let names = Set(own.flatMap(\.spellings))
        let takesValue = { (word: String) in own.contains { $0.kind == "option" && $0.spellings.contains(word) } }
        var (line, files, answers, unknown, isWhole) = (["flipbook", verb], [Int](), [String](), [String](), true)
        while let word = words.popFirst() {
            let next = words.first ?? ""
            let key = word != "-i" ? word : next.isAudioName ? "-i3" : files.isEmpty || !unknown.isEmpty ? word : "-i2"
            let row = rows.first { row in
                let ours = row.answer.matches(of: /--[a-z-]+/).map { String($0.0) }
                return row.names.contains { $0 == key || $0 == key + "=" && next != "" && !names.contains(next) }
                    && names.isSuperset(of: ours)
            }
            guard isForeign(word, next), let row, ambiguous.contains(word) || !names.contains(word) else {
                if isForeign(word, next), !names.contains(word) { unknown.append(word) }
                let isFile = word == "-" || !word.hasPrefix("-")
                let isAudio = isFile && word.isAudioName
                if isFile, !isAudio { files.append(line.count) }
                isWhole = isWhole && (!isAudio || names.contains("--audio") && !line.contains("--audio"))
                line += isAudio ? ["--audio", word] : [word]
                if takesValue(word), let value = words.popFirst() { line.append(value) }
                continue
            }
            let value = row.names.contains(key) ? nil : words.popFirst()
            let isInput = row.answer.hasPrefix("an input")
            let found = isInput ? nil : value.flatMap { options(for: $0, row.answer) }
            let text = found ?? row.answer.replacing("_", with: next)
            let ours = (values[text] ?? text).split(separator: " ", maxSplits: found == nil ? 1 : .max).map(String.init)
            let accepted = ours.count == 2 ? own.first { $0.spellings.contains(ours[0]) }?.allValues : nil
            let isSet = ours[0].hasPrefix("--") && line.contains(ours[0])
            let refusal = accepted.flatMap { $0.contains(ours[1]) ? nil : "accepts \($0.joined(separator: ", "))" }
            let fault = refusal ?? (isSet ? "is already set" : nil)
            let isOption = ours[0].hasPrefix("--") && fault == nil
            if isInput { files.append(line.count) }
            line += isOption ? ours : isInput ? [next.hasPrefix("-") ? "./" + next : next] : []
            let isMoot = ours[0] == "not" || isSet && ours[0] != "--audio"
            isWhole = isWhole && (isOption || isMoot || isInput && key != "-i3")
            let typed = [word, value].compactMap(\.self).joined(separator: " ")
            let answer = fault.map { "\(ours[0]) \($0)" } ?? ours.joined(separator: " ")
            answers.append("\(typed.prefix(80))\(typed.count > 80 ? "…" : ""): \(isOption ? "use " : "")\(answer).")
        }
        if answers.isEmpty, let word = unknown.first { throw ValidationError("Unknown option '\(word)'") }
        guard !answers.isEmpty else { return }
        answers += unknown.map { "\($0): unknown\($0 == arguments.last ? ", or without a value" : "")." }
        var isComplete = !["export", "render"].contains(verb) || line.contains("-o")
        // As in ffmpeg, the last file is the output.
        if !isComplete, files.count > 1, let place = files.last,
            separated.contains("-i") || FileStatus(FilePath(line[place])) == nil
        {
            isComplete = line[place].contains(".") || line[place] == "-" && line.contains("--format")
            // ffmpeg writes H.264 to these files.
            let isLossy = ["--crf", "--bitrate", "--preset", "--max-size", "--chroma"].contains(where: line.contains)
            if isLossy, !line.contains("--codec"), line[place].contains(/\.(mkv|mov)$/) { line += ["--codec", "h264"] }
            line.insert("-o", at: place)
        }
        let shown = "  " + line.map { $0.contains("*") ? $0 : $0.quotedForShell }.joined(separator: " ")
        if isWhole, isComplete, unknown.isEmpty, line.count < 40 { answers.append(shown) }
        throw Failure.usage(answers.map(\.escapingControlCharacters).joined(separator: "\n"))
    }

    /// Our options that have a different meaning in ffmpeg. Their values tell the two apart.
    private static let ambiguous = ["-r", "-q", "-v", "--codec"]

    package static func isOfShortOptions(_ word: String) -> Bool { word.dropFirst().allSatisfy("hoqrv".contains) }

    private static func isForeign(_ word: String, _ next: String) -> Bool {
        switch word {
        case "-r", "-q": next.wholeMatch(of: /[0-9][0-9.]*(\/[0-9]+)?/) != nil && FileStatus(FilePath(next)) == nil
        case "-v": ["quiet", "panic", "fatal", "error", "warning", "info", "verbose", "debug"].contains(next)
        case "--codec": values["--codec \(next)"] != nil
        case _ where !word.hasPrefix("-") || word == "-help": false
        case _ where word.wholeMatch(of: /-[A-Za-z][^.#@%=]+/) != nil: !isOfShortOptions(word)
        default: rows.contains { $0.names.contains { $0 == word || $0 == word + "=" } }
        }
    }
}
