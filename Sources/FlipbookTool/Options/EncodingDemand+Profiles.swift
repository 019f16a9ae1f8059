import FlipbookCore
import FlipbookImaging
import FlipbookMedia

extension EncodingDemand {
    /// The profiles of several files: each takes of its demand what it has a use for.
    /// - Returns: The profiles, and for each file what it goes without although the pixels would be others.
    /// - Throws: What is the matter with a part that no file has a use for.
    static func profiles(
        of formats: [OutputFormat],
        _ demands: [EncodingDemand]
    ) throws(EncodingProfileError) -> [(profile: EncodingProfile, without: [Explanation])] {
        var without = formats.map { _ in [Explanation]() }
        var kept = formats.map { _ in EncodingDemand() }
        // The codec comes first: what else there is a use for depends on it.
        for part in parts {
            var (isUsed, fault): (Bool, EncodingProfileError?) = (false, nil)
            var refusals: [(place: Int, error: EncodingProfileError)] = []
            for (place, format) in formats.enumerated() where part.isGiven(demands[place]) {
                var alone = EncodingDemand()
                alone.codec = kept[place].codec
                part.copy(demands[place], &alone)
                do throws(EncodingProfileError) {
                    _ = try EncodingProfile(format: format, alone)
                    part.copy(demands[place], &kept[place])
                    isUsed = true
                } catch {
                    fault = fault ?? error
                    if part.decidesPixels { refusals.append((place, error)) }
                }
            }
            if let fault, !isUsed { throw fault }
            for (place, error) in refusals { without[place].append(error.explanation) }
        }
        // An encoder's property is for the files whose encoder has one of its name. Where none has, those that are elements say so.
        var codecs: [VideoCodec] = []
        for (place, format) in formats.enumerated() {
            codecs.append(try EncodingProfile(format: format, kept[place]).codec)
        }
        for option in demands.first?.options ?? [] {
            let takers = [option.name, "name"].map { name in codecs.indices.filter { codecs[$0].hasProperty(name) } }
            let places = takers.first { !$0.isEmpty } ?? Array(codecs.indices)
            for place in places { kept[place].options.append(option) }
        }
        var profiles: [(profile: EncodingProfile, without: [Explanation])] = []
        for (place, format) in formats.enumerated() {
            profiles.append((try EncodingProfile(format: format, kept[place]), without[place]))
        }
        return profiles
    }

    /// One of the options.
    private struct Part {
        let isGiven: (EncodingDemand) -> Bool
        /// Whether a file without it has other pixels than were asked for.
        let decidesPixels: Bool
        let copy: (EncodingDemand, inout EncodingDemand) -> Void

        init<Value>(_ value: WritableKeyPath<EncodingDemand, Value?>, decidesPixels: Bool = false) {
            self.decidesPixels = decidesPixels
            isGiven = { $0[keyPath: value] != nil }
            copy = { $1[keyPath: value] = $0[keyPath: value] }
        }

        init<Value: Equatable>(
            _ value: WritableKeyPath<EncodingDemand, Value>,
            unlike usual: Value,
            decidesPixels: Bool = false
        ) {
            self.decidesPixels = decidesPixels
            isGiven = { $0[keyPath: value] != usual }
            copy = { $1[keyPath: value] = $0[keyPath: value] }
        }
    }

    private static var parts: [Part] {
        [
            Part(\.codec), Part(\.codecProfile), Part(\.quality), Part(\.rateFactor), Part(\.bitRate),
            Part(\.mostBytes), Part(\.preset), Part(\.depth, decidesPixels: true),
            Part(\.chroma, decidesPixels: true), Part(\.colorSpace, decidesPixels: true),
            Part(\.colorRange, decidesPixels: true), Part(\.isLossless, unlike: false, decidesPixels: true),
            Part(\.dither),
        ]
    }
}
