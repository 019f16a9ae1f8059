package import FlipbookCore
import FlipbookFiles
package import FlipbookImaging
import FlipbookRender
import FlipbookScene
import FlipbookSequences

extension SequenceSettings {
    /// Returns the settings with levels. Measuring levels requires decoding all frames.
    package func measuringLevels(of list: FrameList) async throws -> SequenceSettings {
        if self.levels == nil, !areLevelsMeasured { return try await joiningRanges(of: list) }
        guard self.levels == .automatic else { return self }
        let sources = list.frames.flatMap(\.image.parts).map(\.source).distinct
        let codecs = try readingColors().codecs
        let measured = try await WorkExecutor.mapInChunks(sources, chunkLength: 1) { source in
            Result { () throws(ImageError) in try SourceNumbers.range(of: source, codecs: codecs) }
        }
        var all: ClosedRange<Double>?
        for result in measured {
            switch result {
            case .success(let range): all = all.joined(range)
            // A file that cannot be decoded is rejected or replaced later, when it is shown.
            case .failure(let error): if let shortage = error.shortage { throw SequenceError.shortage(shortage) }
            }
        }
        var settings = self
        settings.areLevelsMeasured = true
        settings.show(all)
        return settings
    }

    /// Returns the settings with a common range for floating-point frames whose files specify different ranges, as ImageJ's do.
    /// With separate ranges, all frames would look equally bright.
    private func joiningRanges(of list: FrameList) async throws -> SequenceSettings {
        guard let first = list.frames.lazy.compactMap(\.path).first,
            let header = try? ImageHeader.read(contentsOf: first, codecs: codecs), header.isFloatingPoint
        else { return self }
        let paths = list.frames.flatMap(\.image.parts).compactMap(\.source.path).distinct
        let headers = try await ImageHeader.readAll(paths, codecs: codecs).compactMap { try? $0.get() }
        let ranges = headers.map { header in
            header.statedRange.map { min($0.black, $0.white)...max($0.black, $0.white) }
        }
        guard headers.allSatisfy(\.isFloatingPoint), ranges.distinct.count > 1 else { return self }
        return changing(self) { settings in
            settings.areRangesJoined = true
            settings.show(ranges.reduce(nil as ClosedRange<Double>?) { $0.joined($1) })
        }
    }

    private mutating func show(_ values: ClosedRange<Double>?) {
        let range = values.flatMap { values in
            values.lowerBound < values.upperBound ? ValueRange(black: values.lowerBound, white: values.upperBound) : nil
        }
        properties.levels = range.map { Levels.range($0) }
        codecs = codecs.reading(changing(codecs.colors) { $0.levels = range })
    }

    /// Returns the pictures that levels do not apply to: overlays and the contents of views.
    func sourcesWithoutLevels(beside list: FrameList) -> Set<Image.Source> {
        guard self.levels != nil else { return [] }
        return Set((overlays.map(\.image) + (scene?.files ?? [])).map(Image.Source.file))
            .subtracting(list.frames.flatMap(\.image.parts).map(\.source))
    }
}

extension CheckedSequence {
    /// A note on measured levels, or on levels that no frame reaches.
    var chosenLevelsNote: Explanation? {
        guard let range = settings.levels?.range else {
            return settings.areLevelsMeasured
                ? "\(setting: .levels): all values in the frames are equal, so they are not changed." : nil
        }
        guard !settings.areRangesJoined else {
            return
                "The files specify different values for black and white; \(range.description), which covers them all, "
                + "is used. Choose different values with \(remedy: .set(.levels))."
        }
        guard !settings.areLevelsMeasured
        else {
            return Explanation(
                "The levels from black to white are \(range), the smallest and largest values in the frames."
            )
        }
        let most = self.survey.headers.compactMap(\.fullRange).map { max($0.black, $0.white) }.max()
        guard let most, most < max(range.black, range.white) else { return nil }
        return "\(setting: .levels): the frames have no values above \(most.shortest)."
    }

    package var levelsNote: Explanation? { EmptyTop(measuredFrames)?.note }

    /// The headers of the frames, with the values measured so far. Empty if levels are set.
    package var measuredFrames: [(header: ImageHeader, values: ClosedRange<Double>?)] {
        guard settings.levels == nil, !settings.areLevelsMeasured else { return [] }
        let values = scene.drawings.values
        return self.survey.entries.compactMap { entry in entry.header?.header.map { ($0, values[entry.frame.source]) } }
    }
}

extension EmptyTop {
    package var note: Explanation {
        "The frames have values from \(description), and are shown \(look). To stretch them, use "
            + "\(remedy: .set(.levels, to: "\(offer)"))."
    }
}
