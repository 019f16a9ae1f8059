import FlipbookCore
import FlipbookLintModel

/// The part of a page that shows one sequence, or a folder's stills.
struct SequenceSection {
    /// Its place on the page, for names that are unique.
    let index: Int
    /// What is shown.
    let sequence: SequenceEvidence
    /// What was found in it.
    let findings: [Finding]
    /// Small pictures of the frames, by file.
    let thumbnails: [FilePath: Thumbnail]

    /// The section.
    var html: String {
        let count = sequence.frameCount
        let noun = sequence.kind == .animation ? count.of("frame") : count.of("still")
        return """
            <section id="s\(index)">
            <h2>\(sequence.name.escapedForMarkup) <small>\(noun)</small></h2>
            <div class="columns">
            <div class="pictures">
            \(Filmstrip(index: index, sequence: sequence, findings: findings, thumbnails: thumbnails).html)\
            \(FrameCharts(sequence: sequence).html)</div>
            <div class="words">
            \(FindingsTable(findings: findings, caption: "Findings").html)</div>
            </div>
            </section>

            """
    }
}
