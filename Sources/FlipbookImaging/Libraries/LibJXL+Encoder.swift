internal import CPictureLibraries
package import FlipbookCore
import FlipbookFiles

extension LibJXL {
    package final class Encoder {
        private let jxl: JXLCalls
        private let (encoder, settings): (UnsafeMutableRawPointer, UnsafeMutableRawPointer)
        private let (format, isOpaque, isAnimated): (PixelFormat, Bool, Bool)

        /// Begins a file of ``PixelFormat/rgba`` or ``PixelFormat/rgba64``.
        /// - Parameters:
        ///   - distance: libjxl's color distance, or `nil` for lossless.
        ///   - effort: libjxl's effort, 1 to 9 (smallest files).
        ///   - animation: The ticks per second, at most 2^30, and the number of loops, or 0 to repeat forever.
        package init(
            of size: PixelSize,
            _ format: PixelFormat,
            opaque: Bool,
            distance: Float?,
            effort: Int,
            animation: (ticksPerSecond: Int, loopCount: Int)? = nil,
            xmp: [UInt8] = []
        ) throws(StillEncodingError) {
            precondition(format == .rgba || format == .rgba64, "a JPEG XL file needs RGBA pixels")
            guard let jxl = JXLCalls.loaded else { throw .missingLibrary(RuntimeLibrary.jxl.name) }
            guard let encoder = jxl.JxlEncoderCreate(nil) else { throw LibJXL.refused("not enough memory") }
            var info = JxlBasicInfo()
            jxl.JxlEncoderInitBasicInfo(&info)
            (info.xsize, info.ysize) = (UInt32(size.width), UInt32(size.height))
            info.bits_per_sample = format.isDeep ? 16 : 8
            (info.alpha_bits, info.num_extra_channels) = opaque ? (0, 0) : (info.bits_per_sample, 1)
            info.uses_original_profile = distance == nil ? 1 : 0
            if let animation {
                info.have_animation = 1
                (info.animation.tps_numerator, info.animation.tps_denominator) = (UInt32(animation.ticksPerSecond), 1)
                info.animation.num_loops = UInt32(animation.loopCount)
            }
            var color = JxlColorEncoding()
            jxl.JxlColorEncodingSetToSRGB(&color, 0)
            func refused(_ reason: String) -> StillEncodingError {
                jxl.JxlEncoderDestroy(encoder)
                return LibJXL.refused(reason)
            }
            guard jxl.JxlEncoderSetBasicInfo(encoder, &info) == 0 else {
                throw refused("libjxl rejects pictures of \(size)")
            }
            guard jxl.JxlEncoderSetColorEncoding(encoder, &color) == 0,
                let settings = jxl.JxlEncoderFrameSettingsCreate(encoder, nil),
                distance.map({ jxl.JxlEncoderSetFrameDistance(settings, $0) })
                    ?? jxl.JxlEncoderSetFrameLossless(settings, 1) == 0,
                jxl.JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, Int64(effort)) == 0
            else { throw refused("libjxl rejects the quality") }
            // ISO/IEC 18181-2, 9.
            if !xmp.isEmpty {
                guard jxl.JxlEncoderUseBoxes(encoder) == 0,
                    jxl.JxlEncoderAddBox(encoder, "xml ", xmp, xmp.count, 0) == 0
                else { throw refused("libjxl rejects the text") }
            }
            (self.jxl, self.encoder, self.settings) = (jxl, encoder, settings)
            (self.format, isOpaque, isAnimated) = (format, opaque, animation != nil)
        }

        deinit { jxl.JxlEncoderDestroy(encoder) }

        package func add(_ picture: Picture, ticks: Int = 0, isLast: Bool) throws(StillEncodingError) -> [UInt8] {
            if isAnimated {
                var frame = JxlFrameHeader()
                jxl.JxlEncoderInitFrameHeader(&frame)
                frame.duration = UInt32(ticks)
                guard jxl.JxlEncoderSetFrameHeader(settings, &frame) == 0 else {
                    throw LibJXL.refused("libjxl rejects its duration")
                }
            }
            var layout = JxlPixelFormat(channels: isOpaque ? 3 : 4, isDeep: format.isDeep)
            let pixels = isOpaque ? picture.withoutAlpha : picture.withUnsafeBytes { Array($0) }
            guard jxl.JxlEncoderAddImageFrame(settings, &layout, pixels, pixels.count) == 0 else {
                throw LibJXL.refused("libjxl rejects its pixels")
            }
            if isLast { jxl.JxlEncoderCloseInput(encoder) }
            return try bytes()
        }

        private func bytes() throws(StillEncodingError) -> [UInt8] {
            var file = [UInt8](repeating: 0, count: 1 << 16)
            var count = 0
            while true {
                let status = file.withUnsafeMutableBufferPointer { buffer -> Int32 in
                    var next = buffer.baseAddress.map { $0 + count }
                    var room = buffer.count - count
                    let status = jxl.JxlEncoderProcessOutput(encoder, &next, &room)
                    count = buffer.count - room
                    return status
                }
                if status == 0 { return Array(file[..<count]) }
                guard status == JXL_ENC_NEED_MORE_OUTPUT else { throw LibJXL.refused("libjxl could not encode it") }
                file += [UInt8](repeating: 0, count: file.count)
            }
        }
    }
}
