public import FlipbookCore
import FlipbookMedia
import FlipbookScene

/// One of the files that an export makes.
public struct ExportOutput: Sendable {
    /// The file to be made; for an image sequence a pattern such as `out/frame.####.png`; `-` is standard output, for the
    /// formats ``OutputFormat/streams``.
    public var target: FilePath
    /// The settings of this file.
    public var settings: ExportSettings

    /// The files that are made: the output itself, and its matte where ``AlphaOutput/matte`` asks for one.
    public var files: [ExportOutput] { settings.alphaOutput == .matte ? [self, matte] : [self] }

    /// The coverage of each pixel, as a gray file: `walk.matte.mp4` beside `walk.mp4`.
    private var matte: ExportOutput {
        var matte = self
        matte.settings.alphaOutput = .flatten
        // Pictures drawn in white over black are as bright as they cover.
        matte.settings.sequence.tintColor = .white
        matte.settings.sequence.backgroundColor = nil
        matte.settings.sequence.canvasSpace = .sRGB
        matte.settings.sequence.blend = .gamma
        (matte.settings.sequence.burnIns, matte.settings.sequence.texts) = ([], [])
        let name = target.lastComponent
        let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        matte.target = FilePath(String(target.string.dropLast(ending.count)) + ".matte" + ending)
        return matte
    }

    /// A file and how it is made.
    public init(_ target: FilePath, settings: ExportSettings) { (self.target, self.settings) = (target, settings) }
}
