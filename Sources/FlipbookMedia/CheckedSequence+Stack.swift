import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookSequences

extension CheckedSequence {
    private var stack: (stack: ImageStack, numbers: [Int])? {
        let images = self.survey.entries.compactMap { entry -> (stack: ImageStack, path: String, number: Int)? in
            guard case .success(let header) = entry.header, let stack = header.stack, let path = entry.frame.path,
                let number = path.picture
            else { return nil }
            return (stack, path.string, number)
        }
        guard let first = images.first else { return nil }
        return (first.stack, images.filter { $0.path == first.path }.map(\.number))
    }

    /// The step from frame to frame that skips nothing: in a stack, the distance to the next image of the same channel.
    var ownStride: Int { stack?.stack.filmStride ?? 1 }

    /// Notes on images that are not one film, and on their recording rate, if another rate is used.
    var stackNotes: [Explanation] {
        guard let (stack, numbers) = stack else { return [] }
        var rateNote: Explanation?
        if let rate = stack.frameRate, stack.count(.time) > 1, numbers.count > 1, settings.frameRate == nil,
            settings.animationDuration <= .zero, rate != self.rate
        {
            // The rate differs from the file's by a billionth at most.
            let seconds = RationalTime(Int64(rate.denominator), Int64(rate.numerator)).seconds
            let interval = ((seconds * 1e8).rounded() / 1e8).shortest
            rateNote =
                "The file says that its images were recorded every \(interval) s. Show them at that rate with "
                + "\(remedy: .set(.frameRate, to: rate.description))."
        }
        return [stack.note(on: numbers), rateNote].compactMap(\.self)
    }
}
