import ArgumentParser
import FlipbookCore
import FlipbookMedia
import FlipbookCommandLine
import FlipbookPlay

struct PlayedAudioOptions: ParsableArguments {
    @Option("<file> Audio file to play with the frames.") var audio: String?

    @Option(
        "<seconds> Start time of the audio; -1.5 skips its first 1.5 seconds. (default: 0)",
        // A negative number is a value, not an option.
        parsing: .unconditional,
        transform: RationalTime.seconds(parsing:)
    )
    var audioOffset: RationalTime?

    @Option(
        "<name[,key=value…]> GStreamer audio sink and its properties. (default: autoaudiosink)",
        transform: { try MediaSink(naming: $0, example: "alsasink,device=hw:1") }
    )
    var audioSink: MediaSink?

    func validate() throws {
        guard audio == nil else { return }
        if audioOffset != nil { throw ValidationError("--audio-offset requires --audio.") }
        if audioSink != nil { throw ValidationError("--audio-sink requires --audio.") }
    }

    func apply(to settings: inout PlaybackSettings) {
        settings.audio = audio.map { AudioTrack(FilePath($0), offset: audioOffset ?? .zero) }
        if let audioSink { settings.audioSink = audioSink }
    }
}

extension MediaSink {
    init(naming text: String, example: String) throws {
        guard let sink = MediaSink(parsing: text) else {
            let fault = "is not a sink. Use its name, followed by ,key=value for each property: \(example)."
            throw ValidationError(text, fault)
        }
        self = sink
    }
}
