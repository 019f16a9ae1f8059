import FlipbookCore

extension Transport {
    /// What there is to say of a command that was obeyed; `nil` where the picture says it.
    func notice(of command: PlayerCommand, since former: Transport, frames: [Frame]) -> String? {
        switch command {
        case .goFaster, .goSlower, .reverse, .setRate: "\(rate)x"
        // The first press plays.
        case .shuttle: rate == former.rate ? nil : "\(rate)x"
        case .togglePingPong, .toggleLoop, .setLoopMode: Self.name(of: loopMode)
        case .setInPoint, .setOutPoint, .clearPoints, .cyclePoints, .setRange: points(in: frames) ?? "all frames"
        default: nil
        }
    }

    /// The ends that were set, by the numbers of their frames: `in 5  out 8`; `nil` where all frames are played.
    func points(in frames: [Frame]) -> String? {
        let ends = [("in", inPoint), ("out", outPoint)].compactMap { name, position in
            position.map { position in
                // Where files have no numbers, frames are counted from 1 as people do.
                let number = frames.indices.contains(position) ? frames[position].number : nil
                return "\(name) \(number ?? position + 1)"
            }
        }
        return ends.isEmpty ? nil : ends.joined(separator: "  ")
    }

    static func name(of mode: LoopMode) -> String {
        switch mode {
        case .once: "once"
        case .loop: "loop"
        case .pingPong: "ping-pong"
        }
    }
}
