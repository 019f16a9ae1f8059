import FlipbookCore
import FlipbookLint
import FlipbookMedia
import FlipbookPlay
import FlipbookScene
import FlipbookWindow

extension FuzzTarget {
    /// What options, keys of manifests and other programs say in a few words.
    static let values = [FuzzTarget("value", value), FuzzTarget("drop", drop)]

    /// Each value that a text can say. One that is written reads the same again; `nil` is no value.
    private static let readers: [@Sendable (String) -> Outcome] = [
        { reading($0, FrameRate.init(parsing:), written: \.description) },
        { reading($0, RationalTime.init(parsing:)) },
        { reading($0, Color.init(parsing:), written: \.description) },
        { reading($0, Background.init(parsing:), written: \.description) },
        { reading($0, Overlay.init(parsing:)) },
        { reading($0, InputProfile.init(parsing:), written: \.description) },
        { reading($0, ChannelNames.init(parsing:), written: \.description) },
        { reading($0, { text throws(RuleSelectorError) in try RuleSelector(parsing: text, among: rules) }) },
        {
            reading(
                $0,
                { text throws(PathGlobError) in
                    let glob = try PathGlob(parsing: text)
                    _ = glob.matches(FilePath("shots/a1/walk.####.png"))
                    return glob
                }
            )
        },
        { reading($0, CalendarDate.init(parsing:), written: \.description) },
        { reading($0, DisplayScale.init, written: \.description) },
        { reading($0, TimeCode.init, written: \.description) },
        { reading($0, PlayerKey.init(label:), written: \.label) }, { reading($0, NamedCommand.init) },
        { reading($0, MediaSink.init(parsing:)) },
    ]

    private static let rules = RuleRegistry.all.map(\.description)

    /// The first byte chooses what the others say.
    @Sendable private static func value(_ bytes: [UInt8]) -> Outcome {
        guard let first = bytes.first else { return .refused }
        return readers[Int(first) % readers.count](String(decoding: bytes.dropFirst(), as: UTF8.self))
    }

    private static func reading<Value: Equatable, Failure: ExplainedError>(
        _ text: String,
        _ read: (String) throws(Failure) -> Value,
        written: ((Value) -> String)? = nil
    ) -> Outcome {
        do throws(Failure) {
            let found = try read(text)
            guard let words = written?(found) else { return .read }
            do throws(Failure) {
                return try read(words) == found ? .read : .broken("'\(words)' reads otherwise than '\(text)'")
            } catch {
                return .broken("'\(words)', of '\(text)', cannot be read: \(error)")
            }
        } catch {
            return Outcome(refused: error.explanation.description)
        }
    }

    private static func reading<Value: Equatable>(
        _ text: String,
        _ read: (String) -> Value?,
        written: ((Value) -> String)? = nil
    ) -> Outcome {
        guard let found = read(text) else { return .refused }
        guard let words = written?(found) else { return .read }
        return read(words) == found ? .read : .broken("'\(words)' reads otherwise than '\(text)'")
    }

    /// What another program says was dropped are files of this machine, each with its whole path.
    @Sendable private static func drop(_ bytes: [UInt8]) -> Outcome {
        let files = WaylandExtras.files(in: String(decoding: bytes, as: UTF8.self))
        guard files.allSatisfy({ $0.string.utf8.first == UInt8(ascii: "/") && !$0.string.utf8.contains(0) }) else {
            return .broken("no whole paths: \(files)")
        }
        return files.isEmpty ? .refused : .read
    }
}
