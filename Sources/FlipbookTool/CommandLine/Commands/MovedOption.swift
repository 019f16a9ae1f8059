import ArgumentParser
import FlipbookCore
import FlipbookFiles

/// Options of earlier versions and of ffmpeg, which have other names here.
package enum MovedOption {
    /// Foreign options, and our option with _ for the value, or advice. An option that ends in = takes a value, and -i2 is a
    /// second -i. A row applies to the verbs that have all of our options in it.
    private static let table = """
        -i2= | sound is added with --audio, a picture on top with --overlay; -i= -i2= --input= | an input needs no option
        -framerate= -r= --framerate= --rate= | --fps _; -c:v= -vcodec= --codec= | --codec _; -b:v= | --bitrate _
        -crf= | --crf _; -preset= | --preset _; -profile:v= | --profile _; -s= | --size _; -y | --overwrite
        -threads= | --threads _; -loglevel= -v= | --quiet; -ss= --time= | --at _
        -ss= -t= -to= -frames:v= -vframes= -start_number= | choose frames with --frames, such as --frames 3-12
        -loop= -stream_loop= | choose the number of cycles with --repeat; -tune= -g= -bf= | use --option KEY=VALUE
        -vf= -filter:v= -filter_complex= | filters are options, such as --size 320x240, --overlay and --burn-in
        -q:v= -qscale:v= | choose --quality from 0 to 100 (best); -metadata= | use --title, --author or --comment
        -pix_fmt= | not needed: the codec, --chroma and --depth determine it
        -an -c:a= -acodec= -b:a= -map= -shortest | not needed: only --audio adds sound
        -n | not needed: only --overwrite replaces files; -pattern_type= | not needed: the shell expands *
        -f= | not needed: the file's name determines the format, or --format
        -threads= -movflags= -vsync= -hide_banner -nostdin | not needed
        --fix --in-place --diff --fix-into --fix-size | this is now a verb. Use 'flipbook fix INPUT'
        --undo | this is now a verb. Use 'flipbook undo FOLDER'; --rules | this is now a verb. Use 'flipbook rule'
        --explain | this is now a verb. Use 'flipbook rule ID'
        """

    private static let rows = table.split { ";\n".contains($0) }.map { row in
        let parts = row.split(separator: " | ").map(String.init)
        return (names: parts[0].split(separator: " ").map(String.init), answer: parts[1])
    }

    private static let codecs = [
        "libx264": "h264", "libx265": "h265", "libvpx": "vp8", "libvpx-vp9": "vp9", "libaom-av1": "av1",
        "libsvtav1": "av1", "prores_ks": "prores", "mjpeg": "jpeg",
    ]

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
        var (line, answers, input, isWhole) = (["flipbook", verb], [String](), "", true)
        while let word = words.popFirst() {
            let next = words.first ?? ""
            let key = word == "-i" && !input.isEmpty ? "-i2" : word
            let row = rows.first { row in
                let ours = row.answer.matches(of: /--[a-z-]+/).map { String($0.0) }
                return row.names.contains { $0 == key || $0 == key + "=" } && names.isSuperset(of: ours)
            }
            guard isForeign(word, next), let row, row.answer.hasPrefix("--") || !names.contains(word) else {
                if isForeign(word, next), !names.contains(word) { throw ValidationError("Unknown option '\(word)'") }
                line += [word] + (takesValue(word) ? [words.popFirst()].compactMap(\.self) : [])
                continue
            }
            let value = row.names.contains(key) ? nil : words.popFirst()
            let given = codecs[next] ?? next
            let ours = row.answer.split(separator: " ").map { String($0).replacing("_", with: given) }
            let (isOption, isInput) = (row.answer.hasPrefix("--"), row.answer.hasPrefix("an input"))
            if isInput { input = next }
            line += isOption ? ours : isInput ? [next] : []
            isWhole = isWhole && (isOption || isInput || row.answer.hasPrefix("not needed"))
            let typed = [word, value].compactMap(\.self).joined(separator: " ").prefix(80)
            answers.append("\(typed): \(isOption ? "use " : "")\(ours.joined(separator: " ")).")
        }
        guard !answers.isEmpty else { return }
        // As for ffmpeg, the last word is the output.
        let output = line[line.count - 1]
        let isOutput = FileStatus(FilePath(output)) == nil || !["", output].contains(input)
        let isWritten = ["export", "render"].contains(verb) && !line.contains("-o") && arguments.last == output
        if isOutput, isWritten, !takesValue(line[line.count - 2]) { line.insert("-o", at: line.count - 1) }
        let shown = line.map { $0.contains("*") ? $0 : $0.quotedForShell }.joined(separator: " ")
        if isWhole, line.count < 40 { answers.append("  " + shown) }
        throw Failure.usage(answers.map(\.escapingControlCharacters).joined(separator: "\n"))
    }

    private static func isForeign(_ word: String, _ next: String) -> Bool {
        switch word {
        case "-r": next.wholeMatch(of: /[0-9][0-9.]*(\/[0-9]+)?/) != nil && FileStatus(FilePath(next)) == nil
        case "-v": ["quiet", "panic", "fatal", "error", "warning", "info", "verbose", "debug"].contains(next)
        case "--codec": codecs[next] != nil
        case _ where !word.hasPrefix("-") || word == "-help": false
        case _ where word.wholeMatch(of: /-[A-Za-z][^.#@%=]+/) != nil: !word.dropFirst().allSatisfy("hoqrv".contains)
        default: rows.contains { $0.names.contains { $0 == word || $0 == word + "=" } }
        }
    }
}
