extension [Int] {
    /// The step of two or more that the numbers of frames mostly have, and the places of those that do not keep to it, or `nil`
    /// for numbers without a step, for those that keep it throughout, and for those that only leave some out.
    package var slips: (step: Int, places: [Int])? {
        let steps = zip(self, dropFirst()).map { $1 &- $0 }
        let distances = steps.reduce(into: [:]) { counts, distance in counts[distance, default: 0] += 1 }
        // Of equally frequent distances the smaller one counts, so that the order of the dictionary does not matter.
        guard let (step, count) = distances.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), step > 1 else {
            return nil
        }
        // A frame between two that are a step apart is one slip, although it is at both of its sides.
        var odd: [Int] = []
        var open: Int?
        for (place, distance) in steps.enumerated() {
            if let before = open, distance == step &- before {
                open = nil
            } else if distance != step {
                odd.append(place)
                open = distance
            } else {
                open = nil
            }
        }
        let keepsStep = count >= 6 && count * 7 >= (count + odd.count) * 6
        guard keepsStep || count >= 4 && odd.count == 1, odd.contains(where: { steps[$0] % step != 0 }) else {
            return nil
        }
        return (step, odd.map { $0 + 1 })
    }
}
