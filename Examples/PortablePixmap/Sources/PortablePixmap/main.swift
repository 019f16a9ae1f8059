import Flipbook

// Makes a video of frames that may be portable pixmaps: PortablePixmap 'walk.####.ppm' walk.mp4
let frames = try SequenceLocator().locate([CommandLine.arguments[1]])
let target = FilePath(CommandLine.arguments[2])
var settings = try ExportSettings(for: target)
settings.sequence.codecs = ImageCodecs(ImageCodecs.standard.codecs + [.portablePixmap])
print(try await Exporter(frames: frames, settings: settings).export(to: target).framesReadBack)
