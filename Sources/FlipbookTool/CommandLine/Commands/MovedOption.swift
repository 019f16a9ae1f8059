import FlipbookCore
import FlipbookFiles

/// Options of earlier versions and of ffmpeg, which have other names here.
package enum MovedOption {
    private static let verbs = [
        "--fix": "flipbook fix INPUT", "--in-place": "flipbook fix INPUT", "--diff": "flipbook fix --diff INPUT",
        "--fix-into": "flipbook fix --into FOLDER INPUT", "--fix-size": "flipbook fix --unsafe --sizing MODE INPUT",
        "--undo": "flipbook undo FOLDER", "--rules": "flipbook rule", "--explain": "flipbook rule ID",
    ]

    private static let foreign = [
        "-i": "an input needs no option", "--input": "an input needs no option",
        "-framerate": "the rate is --fps 24", "--framerate": "the rate is --fps 24", "--rate": "the rate is --fps 24",
        "-r RATE": "-r is --recursive; the rate is --fps 24", "-y": "to replace a file, use --overwrite",
        "-c:v": "the codec is --codec h264", "-vcodec": "the codec is --codec h264", "-crf": "the quality is --crf 20",
        "--codec libx264": "the codec is h264", "--codec libx265": "the codec is h265",
    ]

    private static let codecs = [
        "libx264": "h264", "libx265": "h265", "libvpx": "vp8", "libvpx-vp9": "vp9", "libaom-av1": "av1",
        "prores_ks": "prores", "ffv1": "ffv1",
    ]

    /// The letters of the flags that can be combined, such as -rq.
    private static let flags = "hoqrv"

    /// Rejects a removed or foreign option with a message that names its replacement.
    package static func check(_ arguments: [String]) throws(Failure) {
        let words = arguments.prefix { $0 != "--" }
        for (index, argument) in words.enumerated() {
            let option = String(argument.prefix { $0 != "=" })
            if arguments.first == "lint", let verb = verbs[option] {
                throw Failure.usage("\(option): this is now a verb. Use '\(verb)'.")
            }
            guard arguments.first != "submit" else { continue }
            let next = words.dropFirst(index + 1).first ?? ""
            let value = option == argument ? next : String(argument.dropFirst(option.count + 1))
            let isNumber = value.wholeMatch(of: /[0-9.]+(\/[0-9]+)?/) != nil && FileStatus(FilePath(value)) == nil
            let isRate = option == "-r" && isNumber
            let name = isRate || option == "--codec" ? "\(option) \(value)" : option
            if let ours = foreign[isRate ? "-r RATE" : name] {
                var words = ours.split(separator: " ").map(String.init)
                let given = codecs[value] ?? (isNumber ? value : nil)
                if let given, words.dropLast().last?.hasPrefix("--") == true { words[words.count - 1] = given }
                throw Failure.usage("\(name): \(words.joined(separator: " ")).")
            }
            // The parser would read -threads as -t -h -r, and print the help.
            if argument.wholeMatch(of: /-[A-Za-z][A-Za-z0-9_:]*/) != nil, argument.contains("h"), argument != "-help",
                !argument.dropFirst().allSatisfy(flags.contains)
            {
                throw Failure.usage("Unknown option '\(option)'. If it is a file name, write ./\(option).")
            }
        }
    }
}
