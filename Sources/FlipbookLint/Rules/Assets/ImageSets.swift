import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    package static let assetSize = LintRule(
        .init("asset.wrong-size", .error, evidence: .headers),
        summary: "The pictures in an image set have different sizes in points.",
        notes: "One pixel of difference is allowed for rounding. The picture with the smallest scale is the reference.",
        why: "The picture's size changes with the screen, and so does the layout.",
        remedy: "Draw the picture again from the same original, or move it to the slot for its scale.",
        passing: [.imageSet([.init("icon.png", 33, 20), .init("icon@2x.png", 66, 40), .init("icon@3x.png", 99, 60)])],
        failing: [.imageSet([.init("icon.png", 32, 20), .init("icon@2x.png", 32, 20)])],
        judge: .imageSet { set in
            set.wrongVariants.map { frame, wrong in
                let rest = "the picture for \(wrong.base)x is \(wrong.baseSize), so this one should be \(wrong.right)"
                let message = "\(wrong.size) px in the slot for \(wrong.scale)x; \(rest)."
                let measured = Verdict.Measurement("\(wrong.size)", expected: "\(wrong.right)")
                return Verdict(on: [frame], message: message, measured: measured)
            }
        }
    )

    package static let assetTemplateName = LintRule(
        .init("asset.template-name", .info, evidence: .names),
        summary: "The name of an image set ends in Template, but the set does not specify how it is rendered.",
        why: "Because of the name, the picture becomes a template: a tint replaces its colors.",
        remedy: "Set template-rendering-intent in the properties of Contents.json, or choose another name.",
        passing: [.imageSet(named: "arrowTemplate", [.init("arrow.png", 20, 20)]) { $0.rendersAsTemplate = true }],
        failing: [.imageSet(named: "arrowTemplate", [.init("arrow.png", 20, 20)])],
        judge: .imageSet { set in
            guard let contents = set.set, contents.name.hasSuffix("Template"), contents.rendersAsTemplate == nil,
                contents.variants.contains(where: { $0.rendersAsTemplate == nil && $0.filename != nil })
            else { return [] }
            return [Verdict(position: .start, message: "the set is a template only because of its name.")]
        }
    )

    package static let symbol = LintRule(
        .init("symbol.unsupported", .warning, evidence: .names),
        summary: "An asset catalog contains symbol images, or a manifest configures a symbol image.",
        notes: "Flipbook skips sets whose names end in .symbolset and ignores preferredSymbolConfiguration.",
        why: "Symbols need a font and a configuration that exist only on Apple platforms. On Linux, nothing is shown.",
        remedy: "Remove the key from the manifest, and provide the symbol as PNG files in an image set.",
        passing: [.imageSet(["icon.png"])],
        failing: [.imageSet(["icon.png"], symbolSets: ["arrow"])],
        judge: .folder { folder in
            var verdicts: [Verdict] = []
            let count = folder.symbolSets.count
            if count > 0 {
                let names = folder.symbolSets.map { FilePath($0.lastComponent).description }.listed(atMost: 3)
                let message =
                    count == 1
                    ? "\(names) is a symbol image, which cannot be drawn here; it is skipped."
                    : "\(count) sets (\(names)) are symbol images, which cannot be drawn here; they are skipped."
                let fix: Explanation = "Provide each symbol as PNG files in an image set."
                verdicts.append(Verdict(message: message, fix: fix, measured: .init(count.of("symbol set"))))
            }
            if let manifest = folder.manifest, let position = manifest.passedOver[.preferredSymbolConfiguration] {
                let message = "preferredSymbolConfiguration has no effect: only Apple platforms have symbol images."
                verdicts.append(Verdict(position: position, file: manifest.path, message: message))
            }
            return verdicts
        }
    )

    package static let capsBeyondImage = LintRule(
        .init("caps.beyond-image", .error, evidence: .headers),
        summary: "A picture in an image set is too small for its caps, or for its caps and center together.",
        why: "The picture cannot be sliced this way. The usual cause is a picture that was made smaller or replaced.",
        remedy: "Slice the picture again in the catalog.",
        passing: [button(caps: 9)],
        failing: [button(caps: 12)],
        judge: .slots { slot, set in
            guard let resizing = slot.resizing, let file = set.frame(of: slot), let size = file.size else { return nil }
            do throws(CapInsetsError) {
                _ = try ImageSlices(of: size, scale: Double(slot.scale ?? 1), resizing: resizing)
                return nil
            } catch {
                let message = "\(file.name): \(error)".asSentence
                return Verdict(position: slot.position, message: message, measured: "\(size)")
            }
        }
    )

    package static let capsScaleMismatch = LintRule(
        .init("caps.scale-mismatch", .warning, evidence: .names),
        summary: "The caps of the pictures in an image set differ by more than half a point between scales.",
        notes: "A catalog sets caps in pixels for each file. The picture with the smallest scale is the reference.",
        why: "The picture is sliced differently on other screens: corners are stretched, or edges are repeated.",
        remedy: "Multiply the caps of the smallest picture by each picture's scale.",
        options: [RuleOption("most", "The maximum difference, in points.", default: 0.5, in: 0...100)],
        passing: [button(caps: 4, 9)],
        failing: [button(caps: 4, 4), button(caps: 4, nil)]
    ) { options in
        let most = options.number("most")
        return .imageSet { set in
            set.scaleGroups.flatMap { group -> [Verdict] in
                let known = group.filter { $0.filename != nil && $0.scale != nil }
                guard let base = known.min(by: { ($0.scale ?? 1) < ($1.scale ?? 1) }),
                    known.contains(where: { $0.resizing != nil })
                else { return [] }
                return known.compactMap { slot in
                    guard let scale = slot.scale, let baseScale = base.scale, scale > baseScale,
                        let difference = mismatch(slot.resizing, scale, base.resizing, baseScale, most: most)
                    else { return nil }
                    let message = "\(FilePath(slot.filename ?? "")) \(difference)"
                    let factor = (Double(scale) / Double(baseScale)).shortest
                    let fix: Explanation = "Use the caps of that picture, multiplied by \(factor)."
                    return Verdict(position: slot.position, message: message, fix: fix)
                }
            }
        }
    }
}

private func mismatch(
    _ own: ImageSet.Resizing?,
    _ scale: Int,
    _ base: ImageSet.Resizing?,
    _ baseScale: Int,
    most: Double
) -> String? {
    switch (own, base) {
    case (nil, nil): return nil
    case (nil, _): return "is not sliced, but the picture for \(baseScale)x is."
    case (_, nil): return "is sliced, but the picture for \(baseScale)x is not."
    case (let own?, let base?):
        let (caps, baseCaps) = (own.capInsets.points(scale), base.capInsets.points(baseScale))
        if own.parts == base.parts, zip(caps, baseCaps).allSatisfy({ abs($0 - $1) <= most }) { return nil }
        return "has caps of \(list(caps)) points; the picture for \(baseScale)x has \(list(baseCaps))."
    }
}

private func list(_ points: [Double]) -> String { points.map(\.hundredths).joined(separator: ", ") }

extension Double {
    /// The number, with at most two decimals.
    var hundredths: String { ((self * 100).rounded() / 100).shortest }
}

extension EdgeInsets {
    fileprivate func points(_ scale: Int) -> [Double] { [top, left, bottom, right].map { $0 / Double(max(1, scale)) } }
}

private func button(caps: Double?...) -> RuleExample {
    let files = [RuleExample.File("button.png", 20, 20), RuleExample.File("button@2x.png", 40, 40)]
    return .imageSet(Array(files.prefix(caps.count))) { set in
        for (index, pixels) in caps.enumerated() {
            guard let pixels else { continue }
            let insets = EdgeInsets(top: pixels, left: pixels, bottom: pixels, right: pixels)
            set.variants[index].resizing = ImageSet.Resizing(capInsets: insets, mode: .stretch)
        }
    }
}
