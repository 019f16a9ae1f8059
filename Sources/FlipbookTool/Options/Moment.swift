import ArgumentParser
import FlipbookCore

/// A time in an option: seconds from 0.
struct Moment: ExpressibleByArgument {
    let time: RationalTime

    init?(argument: String) {
        if Double(argument) == 0 {
            time = .zero
            return
        }
        do { time = try RationalTime(parsing: argument) } catch {
            // The parser of arguments says which option it is.
            return nil
        }
    }

    var defaultValueDescription: String { "\(time.seconds)" }
}
