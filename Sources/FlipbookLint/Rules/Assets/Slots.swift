import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    package static let assetContents = LintRule(
        .init("asset.json-invalid", .error, evidence: .names),
        summary: "The Contents.json of an image set is missing or has a mistake.",
        notes: "Each mistake is a separate finding with a line and column. Unknown keys are ignored.",
        why: "No file is assigned to a slot, so the set is empty.",
        remedy: "Correct the file at the reported line, or open the catalog in Xcode and save it.",
        failing: [
            .imageSet(
                [.init("icon.png", 20, 20)],
                mistakes: [
                    ManifestFault(
                        at: ManifestNode.Position(line: 1, column: 1),
                        path: "images",
                        message: "the required key is missing (a list of the set's images)"
                    )
                ]
            )
        ],
        judge: .imageSet { $0.mistakes.verdicts(rest: "Nothing else in the set was checked.") }
    )

    package static let assetMissingFile = LintRule(
        .init("asset.missing-file", .error, evidence: .names),
        summary: "An image set refers to a file that does not exist.",
        why: "Screens that use the slot show no image. The usual cause is a file that was renamed or not committed.",
        remedy: "Add the file, or remove its name from Contents.json.",
        failing: [
            .imageSet([.init("icon.png", 20, 20)]) {
                $0.variants.append(
                    changing(ImageSet.Variant(at: ManifestNode.Position(line: 5, column: 5))) {
                        ($0.filename, $0.scale) = ("icon@2x.png", 2)
                    }
                )
            }
        ],
        judge: .slots { slot, set in
            guard let name = slot.filename.map({ FilePath($0) }), !set.names.contains(name) else { return nil }
            let message = "\(name), the picture for \(slot.purpose), is not in the set's folder."
            return Verdict(position: slot.position, message: message, measured: "\(name)")
        }
    )

    package static let assetUnassigned = LintRule(
        .init("asset.unassigned", .info, evidence: .names),
        summary: "An image in an image set's folder is not assigned to a slot.",
        why: "The image is never shown. The slot probably still has an older version of the picture.",
        remedy: "Assign each image to a slot, or remove it.",
        failing: [.imageSet([.init("icon.png", 20, 20)], others: ["icon-new.png"])],
        judge: .imageSet { set in
            guard let variants = set.set?.variants else { return [] }
            let assigned = Set(variants.compactMap { $0.filename.map { FilePath($0) } })
            let rest = set.names.subtracting(assigned).sorted { $0.isBefore($1) }
            guard !rest.isEmpty else { return [] }
            let frames = rest.map { FrameEvidence(path: set.path.appending($0.string), number: nil) }
            let message = "is not assigned to a slot of \(FilePath(set.path.lastComponent))."
            return [frames.verdict(one: message, measured: .init(rest.count.of("file")))]
        }
    )

    package static let assetEmptySlot = LintRule(
        .init("asset.empty-slot", .info, evidence: .names),
        summary: "A slot of an image set has no file.",
        notes: "The finding is a warning if no slot in the set has a file.",
        why: "Screens that use the slot show a scaled picture from a different slot.",
        remedy: "Add the missing pictures, or remove the empty slots.",
        failing: [
            .imageSet([.init("icon.png", 20, 20)]) { $0.variants.append(changing(ImageSet.Variant()) { $0.scale = 2 }) }
        ],
        judge: .imageSet(emptySlots, merging: mergedSlots)
    )

    package static let assetRepeatedSlot = LintRule(
        .init("asset.repeated-slot", .warning, evidence: .names),
        summary: "Two slots of an image set are for the same scale, device, language and appearance.",
        why: "Only one of the files is shown, and which one is undefined.",
        remedy: "Remove one of the slots, or assign it to a different scale, device, language or appearance.",
        failing: [.imageSet([.init("icon.png", 20, 20), .init("icon-old.png", 20, 20)])],
        judge: .imageSet { set in
            set.scaleGroups.flatMap { group -> [Verdict] in
                var first: [Int?: String] = [:]
                return group.compactMap { slot in
                    guard let name = slot.filename, slot.resizing == nil || slot.scale != nil else { return nil }
                    guard let earlier = first[slot.scale] else {
                        first[slot.scale] = name
                        return nil
                    }
                    let message = "\(FilePath(name)) and \(FilePath(earlier)) are both assigned to \(slot.purpose)."
                    return Verdict(position: slot.position, message: message, measured: "\(FilePath(name))")
                }
            }
        }
    )

    package static let assetScaleName = LintRule(
        .init("asset.scale-name", .warning, evidence: .names),
        summary: "A file in an image set has @2x in its name, but is in the slot for a different scale.",
        why: "In a catalog, the slot determines the scale. The usual cause is two files that were swapped.",
        remedy: "Move the file to the slot for its scale, or rename it.",
        failing: [.imageSet([.init("icon@3x.png", 40, 40)]) { $0.variants[0].scale = 2 }],
        judge: .slots { slot, _ in
            guard let name = slot.filename.map({ FilePath($0) }), let scale = slot.scale else { return nil }
            let stated = Int(Frame(file: name).scale)
            guard stated > 1, stated != scale else { return nil }
            let message = "\(name) is in the slot for \(scale)x."
            let measured = Verdict.Measurement("\(scale)x", expected: "\(stated)x")
            return Verdict(position: slot.position, message: message, measured: measured)
        }
    )
}

private let emptySlots: @Sendable (ImageSetEvidence) -> [Verdict] = { set in
    guard let variants = set.set?.variants else { return [] }
    let slots = variants.filter { $0.filename == nil }
    // A set that has no slots is treated like a set in which all slots are empty.
    if slots.count == variants.count {
        let (place, fix): (_, Explanation) = (slots.first?.position ?? .start, "Assign a file, or remove the set.")
        let message = "no slot has a file, so the set shows nothing."
        return [Verdict(position: place, severity: .warning, message: message, fix: fix, measured: "0 files")]
    }
    guard let first = slots.first else { return [] }
    let purposes = slots.map(\.purpose)
    let list = purposes.count > 4 ? purposes.listed(atMost: 3) : purposes.listed(by: "and")
    let message = "there is no picture for \(list)."
    return [Verdict(position: first.position, message: message, measured: .init(slots.count.of("empty slot")))]
}

private let mergedSlots: Judge.Merging = (
    // Sets that have no pictures are reported separately.
    key: { $0.severity == .info ? $0.message : nil },
    verdict: { message, findings in
        Verdict(message: "in \(findings.count) image sets, \(message)", measured: .init(findings.count.of("image set")))
    }
)
