import FlipbookCore
import FlipbookImaging
import FoundationEssentials

extension SegmentedExport {
    /// The file that tells how near a segment's decoded pixels are.
    func proof(ofSegment index: Int) -> FilePath {
        plan.workFolder.appending(plan.keys[index].description.fileName + ".json")
    }

    /// Writes down how near a segment's decoded pixels are.
    func write(_ fidelity: Fidelity, ofSegment index: Int) throws(ExportError) {
        let bytes: [UInt8]
        do {
            bytes = Array(try JSONEncoder().encode(fidelity))
        } catch {
            throw .unforeseen(reason: "the decibels of a segment cannot be written down: \(error)")
        }
        let file = try OutputFile(target: proof(ofSegment: index), overwrites: true)
        try file.write(bytes)
        try file.commit()
    }

    /// How near the decoded pixels of all segments are, whose compressed pictures the join does not change; `nil` where they
    /// were not compared.
    /// - Throws: ``ExportError`` where a frame has less than the decibels that are asked for.
    func fidelity() throws(ExportError) -> Fidelity? {
        guard plan.verification != nil else { return nil }
        var parts: [(Fidelity, Range<Int>)] = []
        for index in 0..<plan.segmentCount {
            let file = proof(ofSegment: index)
            do {
                let data = try Data(contentsOf: URL(fileURLWithPath: file.string))
                parts.append((try JSONDecoder().decode(Fidelity.self, from: data), plan.frames(ofSegment: index)))
            } catch {
                throw .segments(.wrongSegment(index, file, reason: "cannot be read"))
            }
        }
        let whole = Fidelity(joining: parts)
        try whole.check(try plan.wholeJob())
        return whole
    }
}
