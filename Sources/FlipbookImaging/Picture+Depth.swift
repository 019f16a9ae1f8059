internal import CImageKernels
import FlipbookCore

extension Picture {
    /// The picture in 8 bits a channel, each value rounded to the nearest.
    /// - Precondition: It is ``PixelFormat/rgba64``.
    package func narrowed() throws(MachineShortage) -> Picture {
        precondition(format == .rgba64, "only 16 bits can be narrowed to 8")
        return try withUnsafeBytes { (source) throws(MachineShortage) in
            try Picture(size: size, format: .rgba) { target in
                guard let target = target.bindMemory(to: UInt8.self).baseAddress,
                    let source = source.bindMemory(to: UInt16.self).baseAddress
                else { return }
                flipbook_rgba64_narrow(target, source, size.area)
            }
        }
    }

    /// The picture in 16 bits a channel, each value times 257.
    /// - Precondition: It is ``PixelFormat/rgba``.
    package func widened() throws(MachineShortage) -> Picture {
        precondition(format == .rgba, "only 8 bits can be widened to 16")
        return try withUnsafeBytes { (source) throws(MachineShortage) in
            try Picture(size: size, format: .rgba64) { target in
                guard let target = target.bindMemory(to: UInt16.self).baseAddress,
                    let source = source.bindMemory(to: UInt8.self).baseAddress
                else { return }
                flipbook_rgba64_widen(target, source, size.area)
            }
        }
    }
}
