extension [Int] {
    /// The usual step between frame numbers, at least 2, and the indices of the numbers that do not fit this step. `nil` if
    /// there is no such step, or if there are only gaps.
    package var slips: (step: Int, places: [Int])? {
        let steps = zip(self, dropFirst()).map { $1 &- $0 }
        let distances = steps.reduce(into: [:]) { counts, distance in counts[distance, default: 0] += 1 }
        // For equal counts, the smaller distance wins, so the dictionary's order has no effect.
        guard let (step, count) = distances.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), step > 1
        else { return nil }
        // A wrong number between two regular ones is a single slip, even though its distances to both neighbors are irregular.
        var odd: [Int] = []
        var open: Int?
        for (place, distance) in steps.enumerated() {
            if distance == step || open.map({ distance == step &- $0 }) == true {
                open = nil
            } else {
                odd.append(place)
                open = distance
            }
        }
        let keepsStep = count >= 6 && count * 7 >= (count + odd.count) * 6
        guard keepsStep || count >= 4 && odd.count == 1, odd.contains(where: { steps[$0] % step != 0 })
        else { return nil }
        return (step, odd.map { $0 + 1 })
    }
}
