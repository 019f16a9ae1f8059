import FlipbookCore

extension Setting {
    static let timeCode = Setting(rawValue: "timecode")

    /// The setting of a text.
    init(_ field: Metadata.Field) { self.init(rawValue: field.rawValue) }
}

extension ExportSettings {
    /// Adds what a sequence says of itself, where there is no text yet and the format has a place for one: its own fields, or in a
    /// format that has one text alone, that.
    package mutating func describe(title: String? = nil, description: String?) {
        let fields = profile.format.metadataFields
        var others: [String] = []
        for (field, text) in [(Metadata.Field.title, title), (.description, description)] {
            guard let text, !text.isEmpty else { continue }
            if fields.contains(field) {
                metadata[field] = metadata[field] ?? text
            } else {
                others.append(text)
            }
        }
        if fields == [.comment] { metadata[.comment] = metadata[.comment] ?? others.joined(separator: "\n") }
    }

    /// Refuses texts and times that the format has no place for.
    /// - Parameters:
    ///   - rate: Frames per second; `nil` where frames are shown for different times.
    ///   - demand: What the remedy has to have.
    func checkTags(at rate: FrameRate?, _ demand: EncodingDemand) throws(ExportError) {
        let format = profile.format
        if let text = metadata.fields.first(where: { !format.metadataFields.contains($0.field) }) {
            let setting = Setting(text.field)
            throw .unencodable(
                reason:
                    "\(setting: setting): \(format.noun) has no place for it. Leave \(remedy: .omit(setting)) out"
                    + demand.otherwise(than: format, with: profile.codec) + "."
            )
        }
        guard let timeCode else { return }
        guard format.carriesTimeCode else {
            throw .unencodable(
                reason:
                    "\(setting: .timeCode): \(format.noun) has no place for it. Leave \(remedy: .omit(.timeCode)) out"
                    + demand.otherwise(than: format, with: profile.codec) + "."
            )
        }
        guard let rate else {
            throw .unencodable(
                reason:
                    "\(setting: .timeCode): these frames are shown for different times, and a time code counts frames "
                    + "of one rate. Give \(remedy: .set(.frameRate))."
            )
        }
        if let fault = timeCode.fault(at: rate) {
            throw .unencodable(reason: "\(setting: .timeCode) \(timeCode.description): " + fault + ".")
        }
    }
}
