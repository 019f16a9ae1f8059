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

    /// Rejects a removed or foreign option with a message that names its replacement.
    package static func check(_ arguments: [String]) throws(Failure) {
        let words = arguments.prefix { $0 != "--" }
        for (index, argument) in words.enumerated() {
            let option = String(argument.prefix { $0 != "=" })
            if arguments.first == "lint", let verb = verbs[option] {
                throw Failure.usage("\(option): this is now a verb. Use '\(verb)'.")
            }
            let value = words.dropFirst(index + 1).first ?? ""
            let isRate = option == "-r" && Double(value) != nil && FileStatus(FilePath(value)) == nil
            let name = isRate || option == "--codec" ? "\(option) \(value)" : option
            guard arguments.first != "submit", let ours = foreign[isRate ? "-r RATE" : name] else { continue }
            throw Failure.usage("\(name): \(ours).")
        }
    }
}
