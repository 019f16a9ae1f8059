import Flipbook

// Makes a video of frames that may be farbfeld files: Farbfeld walk/ walk.mp4
let images = Resolution.Options(extensions: FileSequence.imageExtensions.union(["ff"]))
let frames = try SequenceLocator(options: images).locate([CommandLine.arguments[1]])
let target = FilePath(CommandLine.arguments[2])
var settings = try ExportSettings(for: target)
settings.sequence.codecs = ImageCodecs(ImageCodecs.standard.codecs + [.farbfeld])
print(try await Exporter(frames: frames, settings: settings).export(to: target).framesReadBack)
