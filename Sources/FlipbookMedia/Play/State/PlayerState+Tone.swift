import FlipbookCore
import FlipbookImaging

/// Looking harder at the pictures.
extension PlayerState {
    /// Half a stop.
    private static let exposureStep = 0.5
    private static let gammaStep = 0.1

    mutating func changeTone(_ command: PlayerCommand, isExposedWhenRead: Bool) -> [PlayerEffect] {
        var looks = looks
        switch command {
        case .changeExposure(let steps):
            looks.tone.exposure = min(max(looks.tone.exposure + Double(steps) * Self.exposureStep, -10), 10)
        case .changeGamma(let steps):
            let tenths = (looks.tone.gamma / Self.gammaStep).rounded() + Double(steps)
            looks.tone.gamma = min(max(tenths, 1), 50) / 10
        case .toggleClipping:
            self.looks.colorsClipping.toggle()
            return say(
                self.looks.colorsClipping ? "clipped values are red, black is blue" : "clipped values as they are"
            )
        default: looks.tone = ToneAdjustment()
        }
        if isExposedWhenRead, looks.tone.exposure != self.looks.tone.exposure {
            return [.draw(looks, saying: Self.name(of: looks.tone))]
        }
        self.looks = looks
        return say(Self.name(of: looks.tone))
    }

    /// A tone in words, always with one decimal: `exposure +1.5  gamma 1.2`.
    static func name(of tone: ToneAdjustment) -> String {
        "exposure \(tone.exposure > 0 ? "+" : "")\(tone.exposure.fixed(1))  gamma \(tone.gamma.fixed(1))"
    }

    mutating func cycleGuides() -> [PlayerEffect] {
        let all = PictureGuides.allCases
        let place = all.firstIndex(of: looks.guides) ?? 0
        looks.guides = all[(place + 1) % all.count]
        return say(looks.guides.rawValue)
    }

    mutating func toggleGrid() -> [PlayerEffect] {
        looks.hasGrid.toggle()
        return say(looks.hasGrid ? "a grid between pixels from 800 %" : "no grid between pixels")
    }
}
