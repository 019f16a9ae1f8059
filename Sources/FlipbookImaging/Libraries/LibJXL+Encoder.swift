internal import CPictureLibraries
package import FlipbookCore

extension LibJXL {
    /// A file in the making: one picture, or several that are shown one after another.
    package final class Encoder {
        private let (encoder, settings): (UnsafeMutableRawPointer, UnsafeMutableRawPointer)
        private let (destroy, close): (jxl_act, jxl_act)
        private let (add, output): (jxl_add, jxl_output)
        private let (fillFrame, useFrame): (jxl_fill_frame, jxl_use_frame)
        private let (format, isOpaque, isAnimated): (PixelFormat, Bool, Bool)

        /// Begins a file.
        /// - Parameters:
        ///   - size: The pictures' size.
        ///   - format: Their layout: ``PixelFormat/rgba`` or ``PixelFormat/rgba64``.
        ///   - opaque: Whether alpha is left out.
        ///   - distance: How far colours may be off, in libjxl's measure; `nil` for pixels that come back exactly.
        ///   - effort: Libjxl's, 1 to 9 for the smallest files.
        ///   - animation: Ticks in a second, at most 2^30, and how often the pictures are played, 0 for ever; `nil` for one
        ///     picture.
        ///   - xmp: A packet of XMP; empty for none.
        package init(
            of size: PixelSize,
            _ format: PixelFormat,
            opaque: Bool,
            distance: Float?,
            effort: Int,
            animation: (ticksPerSecond: Int, loopCount: Int)? = nil,
            xmp: [UInt8] = []
        ) throws(StillEncodingError) {
            precondition(format == .rgba || format == .rgba64, "JPEG XL stores RGB")
            let library = RuntimeLibrary.jxl
            guard let make: jxl_make = library.function("JxlEncoderCreate"),
                let destroy: jxl_act = library.function("JxlEncoderDestroy"),
                let fillInfo: jxl_fill_info = library.function("JxlEncoderInitBasicInfo"),
                let useInfo: jxl_use_info = library.function("JxlEncoderSetBasicInfo"),
                let fillColor: jxl_fill_color = library.function("JxlColorEncodingSetToSRGB"),
                let useColor: jxl_use_color = library.function("JxlEncoderSetColorEncoding"),
                let makeSettings: jxl_make_settings = library.function("JxlEncoderFrameSettingsCreate"),
                let setLossless: jxl_set = library.function("JxlEncoderSetFrameLossless"),
                let setOption: jxl_set_option = library.function("JxlEncoderFrameSettingsSetOption"),
                let setDistance: jxl_set_number = library.function("JxlEncoderSetFrameDistance"),
                let add: jxl_add = library.function("JxlEncoderAddImageFrame"),
                let fillFrame: jxl_fill_frame = library.function("JxlEncoderInitFrameHeader"),
                let useFrame: jxl_use_frame = library.function("JxlEncoderSetFrameHeader"),
                let close: jxl_act = library.function("JxlEncoderCloseInput"),
                let output: jxl_output = library.function("JxlEncoderProcessOutput")
            else { throw .missingLibrary(library.name) }
            guard let encoder = make(nil) else { throw LibJXL.refused("there is too little memory") }
            var info = jxl_info()
            fillInfo(&info)
            (info.width, info.height) = (UInt32(size.width), UInt32(size.height))
            info.bits = format.isDeep ? 16 : 8
            (info.alpha_bits, info.extra_channels) = opaque ? (0, 0) : (info.bits, 1)
            info.keeps_profile = distance == nil ? 1 : 0
            if let animation {
                info.is_animated = 1
                (info.ticks, info.ticks_divisor) = (UInt32(animation.ticksPerSecond), 1)
                info.loops = UInt32(animation.loopCount)
            }
            var color = jxl_color()
            fillColor(&color, 0)
            guard useInfo(encoder, &info) == 0 else {
                destroy(encoder)
                throw LibJXL.refused("libjxl does not take pictures of \(size)")
            }
            guard useColor(encoder, &color) == 0, let settings = makeSettings(encoder, nil),
                distance.map({ setDistance(settings, $0) }) ?? setLossless(settings, 1) == 0,
                setOption(settings, Int32(JXL_EFFORT), Int64(effort)) == 0
            else {
                destroy(encoder)
                throw LibJXL.refused("libjxl does not take the quality")
            }
            if !xmp.isEmpty {
                // ISO/IEC 18181-2, 9.
                guard let useBoxes: jxl_use_boxes = library.function("JxlEncoderUseBoxes"),
                    let addBox: jxl_add_box = library.function("JxlEncoderAddBox"),
                    useBoxes(encoder) == 0, addBox(encoder, "xml ", xmp, xmp.count, 0) == 0
                else {
                    destroy(encoder)
                    throw LibJXL.refused("libjxl does not take the texts")
                }
            }
            (self.encoder, self.settings, self.destroy, self.close) = (encoder, settings, destroy, close)
            (self.add, self.output, self.fillFrame, self.useFrame) = (add, output, fillFrame, useFrame)
            (self.format, isOpaque, isAnimated) = (format, opaque, animation != nil)
        }

        deinit { destroy(encoder) }

        /// Takes the next picture, and returns the file's next bytes.
        /// - Parameter ticks: How long the picture is shown.
        package func add(_ picture: Picture, ticks: Int = 0, isLast: Bool) throws(StillEncodingError) -> [UInt8] {
            if isAnimated {
                var frame = jxl_frame()
                fillFrame(&frame)
                frame.ticks = UInt32(ticks)
                guard useFrame(settings, &frame) == 0 else { throw LibJXL.refused("libjxl does not take its duration") }
            }
            var layout = jxl_layout(
                channels: isOpaque ? 3 : 4,
                type: Int32(format.isDeep ? JXL_16_BITS : JXL_8_BITS),
                byte_order: Int32(JXL_LITTLE_ENDIAN_ORDER),
                alignment: 0
            )
            let pixels = isOpaque ? picture.withoutAlpha : picture.withUnsafeBytes { Array($0) }
            guard add(settings, &layout, pixels, pixels.count) == 0 else {
                throw LibJXL.refused("libjxl does not take its pixels")
            }
            if isLast { close(encoder) }
            return try bytes()
        }

        /// What is ready of the file.
        private func bytes() throws(StillEncodingError) -> [UInt8] {
            var file = [UInt8](repeating: 0, count: 1 << 16)
            var count = 0
            while true {
                let status = file.withUnsafeMutableBufferPointer { buffer -> Int32 in
                    var next = buffer.baseAddress.map { $0 + count }
                    var room = buffer.count - count
                    let status = output(encoder, &next, &room)
                    count = buffer.count - room
                    return status
                }
                if status == 0 { return Array(file[..<count]) }
                guard status == Int32(JXL_MORE_OUTPUT) else { throw LibJXL.refused("libjxl could not encode it") }
                file += [UInt8](repeating: 0, count: file.count)
            }
        }
    }
}
