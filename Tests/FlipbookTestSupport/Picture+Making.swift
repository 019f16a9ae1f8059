public import FlipbookCore
import FlipbookFiles
public import FlipbookImaging

extension Picture {
    /// A picture of a size that every machine has memory for, whose memory is filled by `fill`.
    public convenience init(
        making size: PixelSize,
        format: PixelFormat,
        filledBy fill: (UnsafeMutableRawBufferPointer) -> Void
    ) {
        do throws(MachineShortage) {
            try self.init(size: size, format: format, filledBy: fill)
        } catch {
            preconditionFailure(error.description)
        }
    }
}
