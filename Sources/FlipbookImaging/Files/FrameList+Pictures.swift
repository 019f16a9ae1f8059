public import FlipbookCore

extension FrameList {
    /// The pictures of one file that holds several, such as an animated GIF, numbered from 1, each shown as long as the
    /// file says.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - codecs: The formats that are read.
    /// - Returns: `nil` for a file of one picture that is not cut, and for one that is no image.
    public init?(picturesOf path: FilePath, codecs: ImageCodecs = .standard) {
        var hints: [String] = []
        var (count, loopCount, durations): (Int, Int?, [RationalTime?]) = (1, nil, [nil])
        do throws(ImageError) {
            let header = try ImageHeader.read(contentsOf: path, codecs: codecs)
            guard header.holdsSeveralPictures || codecs.cut != nil else { return nil }
        } catch {
            // A caller that reads the file as one picture gets the error.
            return nil
        }
        do throws(ImageError) {
            let file = try OpenImages.shared.file(at: path, ImageDecoder(codecs: codecs))
            guard file.holdsSeveralPictures else { return nil }
            (count, loopCount, durations) = (file.frameCount, file.loopCount, file.durations)
            hints = file.remarks.map { "\(path): \($0)" }
        } catch {
            // The first picture stands for the file, so that its faults are reported where it is read.
        }
        let scale = Frame(file: path).scale
        self.init(
            name: path.description,
            frames: (1...count).map { number in
                let image = Image(source: .file(FilePath(path.string, picture: number)), scale: scale)
                return Frame(image, number: number, duration: durations[number - 1])
            },
            expected: FrameSet(FrameRange(1, through: count)),
            missing: FrameSet(),
            hints: hints,
            animationRepeatCount: loopCount
        )
    }
}
