import ArgumentParser
import FlipbookCore
import FlipbookFiles

/// Options of earlier versions and of ffmpeg, which have other names here.
package enum MovedOption {
    /// Foreign options, and our option with _ for the value, or advice. An option that ends in = takes a value, and -i2 is a
    /// second -i. A row applies to the verbs that have all of our options in it.
    private static let table = """
        -i2= | sound is added with --audio, a picture on top with --overlay; -b= -b:v= | --bitrate _; -crf= | --crf _
        -i= -i2= --input= | an input needs no option; -framerate= -r= --framerate= --rate= | --fps _; -s= | --size _
        -c= -c:v= -vcodec= --codec= | --codec _; -preset= -preset:v= | --preset _; -profile:v= | --profile _
        -y | --overwrite; -threads= | --threads _; -loglevel= -v= | --quiet; -ss= --time= | --at _
        -ss= -t= -to= -start_number= -frames:v= -vframes= | choose frames with --frames, such as --frames 3-12
        -loop= -stream_loop= | choose the number of cycles with --repeat
        -g= -bf= -tune= | use --option KEY=VALUE; -q:v= -qscale:v= | choose --quality from 0 to 100 (best)
        -vf= -filter:v= -filter_complex= -lavfi= | filters are options, such as --size 320x240, --overlay and --burn-in
        -metadata= | use --title, --author or --comment; -n | not needed: only --overwrite replaces files
        -pix_fmt= | not needed: the codec, --chroma and --depth determine it
        -an -c:a= -acodec= -b:a= -af= -map= -shortest | not needed: only --audio adds sound
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

    /// Our spelling of values that ffmpeg names differently.
    private static let values = [
        "--codec libx264": "--codec h264", "--codec libx265": "--codec h265", "--codec libvpx": "--codec vp8",
        "--codec libvpx-vp9": "--codec vp9", "--codec libaom-av1": "--codec av1", "--codec libsvtav1": "--codec av1",
        "--codec prores_ks": "--codec prores", "--codec mjpeg": "--codec jpeg", "--bitrate 0": "not needed",
        "--codec copy": "not needed: every frame is encoded", "--profile 0": "--profile proxy",
        "--profile 1": "--profile lt", "--profile 2": "--profile standard", "--profile 3": "--profile hq",
        "--profile main": "not needed", "--profile high": "not needed", "--preset fast": "--option speed-preset=fast",
    ]

    /// Returns our options or advice for a pixel format or a filter, or `nil` if there are none.
    private static func options(in value: String) -> String? {
        let size = value.wholeMatch(of: /scale=([0-9]+)[:x]([0-9]+)/).map { "--size \($0.1)x\($0.2)" }
        let rate = value.hasPrefix("fps=") ? "choose frames with --frames, such as 1-12x2, and a rate with --fps" : nil
        let chroma = value.firstMatch(of: /^yuvj?(422|444)p/).map { "--chroma \($0.1)" }
        let depth = value.firstMatch(of: /^yuv[4j].*p(1[02])[lb]e$/).map { "--depth \($0.1)" }
        return chroma.map { $0 + (depth.map { " " + $0 } ?? "") } ?? depth ?? size ?? rate
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
        var (line, answers, unknown, input, isWhole) = (["flipbook", verb], [String](), [String](), "", true)
        while let word = words.popFirst() {
            let next = words.first ?? ""
            let key = word == "-i" && !input.isEmpty ? "-i2" : word
            let row = rows.first { row in
                let ours = row.answer.matches(of: /--[a-z-]+/).map { String($0.0) }
                return row.names.contains { $0 == key || $0 == key + "=" && next != "" } && names.isSuperset(of: ours)
            }
            guard isForeign(word, next), let row, row.answer.hasPrefix("--") || !names.contains(word) else {
                if isForeign(word, next), !names.contains(word) { unknown.append(word) }
                line += [word] + (takesValue(word) ? [words.popFirst()].compactMap(\.self) : [])
                continue
            }
            let value = row.names.contains(key) ? nil : words.popFirst()
            let text = value.flatMap(options) ?? row.answer.replacing("_", with: next)
            let ours = (values[text] ?? text).split(separator: " ").map(String.init)
            let accepted = ours.count == 2 ? own.first { $0.spellings.contains(ours[0]) }?.allValues : nil
            let isSet = ours[0] != "--option" && line.contains(ours[0])
            let fault = accepted?.contains(ours[1]) == false ? "has no such value" : isSet ? "is already set" : nil
            let (isOption, isInput) = (ours[0].hasPrefix("--") && fault == nil, row.answer.hasPrefix("an input"))
            if isInput { input = next }
            line += isOption ? ours : isInput ? [next] : []
            isWhole = isWhole && (isOption || isInput || isSet || ours[0] == "not")
            let typed = [word, value].compactMap(\.self).joined(separator: " ").prefix(80)
            let answer = fault.map { "\(ours[0]) \($0)" } ?? ours.joined(separator: " ")
            answers.append("\(typed): \(isOption ? "use " : "")\(answer).")
        }
        if answers.isEmpty, let word = unknown.first { throw ValidationError("Unknown option '\(word)'") }
        guard !answers.isEmpty else { return }
        answers += unknown.map { "\($0): unknown\($0 == arguments.last ? ", or without a value" : "")." }
        // As for ffmpeg, the last word is the output.
        let output = line[line.count - 1]
        let isOutput = FileStatus(FilePath(output)) == nil || !["", output].contains(input)
        let isWritten = ["export", "render"].contains(verb) && !line.contains("-o") && arguments.last == output
        if isOutput, isWritten, !takesValue(line[line.count - 2]) { line.insert("-o", at: line.count - 1) }
        let shown = "  " + line.map { $0.contains("*") ? $0 : $0.quotedForShell }.joined(separator: " ")
        if isWhole, unknown.isEmpty, line.count < 40, output.contains(".") || !isWritten { answers.append(shown) }
        throw Failure.usage(answers.map(\.escapingControlCharacters).joined(separator: "\n"))
    }

    private static func isForeign(_ word: String, _ next: String) -> Bool {
        switch word {
        case "-r": next.wholeMatch(of: /[0-9][0-9.]*(\/[0-9]+)?/) != nil && FileStatus(FilePath(next)) == nil
        case "-v": ["quiet", "panic", "fatal", "error", "warning", "info", "verbose", "debug"].contains(next)
        case "--codec": values["--codec \(next)"] != nil
        case _ where !word.hasPrefix("-") || word == "-help": false
        case _ where word.wholeMatch(of: /-[A-Za-z][^.#@%=]+/) != nil: !word.dropFirst().allSatisfy("hoqrv".contains)
        default: rows.contains { $0.names.contains { $0 == word || $0 == word + "=" } }
        }
    }
}
