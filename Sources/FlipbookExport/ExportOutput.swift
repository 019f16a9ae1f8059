public import FlipbookCore
import FlipbookMedia
import FlipbookScene

/// One of the files of an export.
public struct ExportOutput: Sendable {
    /// The file to write: a name, a pattern such as `out/frame.####.png` for an image sequence, or `-` for standard output with
    /// the formats in ``OutputFormat/streams``.
    public var target: FilePath
    /// The settings of this file.
    public var settings: ExportSettings

    /// The files to write: the output itself, and its matte if requested with ``AlphaOutput/matte``.
    public var files: [ExportOutput] { settings.alphaOutput == .matte ? [self, matte] : [self] }

    private var matte: ExportOutput {
        var matte = self
        matte.settings.alphaOutput = .flatten
        // A white picture over black is as bright as its alpha.
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

    /// Creates an output.
    public init(_ target: FilePath, settings: ExportSettings) { (self.target, self.settings) = (target, settings) }
}
