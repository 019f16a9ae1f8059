/// How a sequence becomes a file.
public struct ExportSettings: Sendable {
    /// How the sequence is shown.
    public var sequence = SequenceSettings()
    /// What is written.
    public var profile: EncodingProfile
    /// Whether an existing file is replaced.
    public var overwrites = false

    /// Settings with everything at its default but what is written.
    public init(profile: EncodingProfile) {
        self.profile = profile
    }
}
