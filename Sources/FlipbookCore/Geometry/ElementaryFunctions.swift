/// Functions that use only IEEE 754 arithmetic, so results are equal on every machine.
package enum ElementaryFunctions {
    /// Returns the sine and the cosine of an angle. Quarter turns are exact.
    package static func sineAndCosine(ofDegrees degrees: Double) -> (Double, Double) {
        guard degrees.isFinite else { return (.nan, .nan) }
        // Splits the angle into quarter turns and a remainder of at most 45 degrees.
        let turn = degrees.remainder(dividingBy: 360)
        let left = turn.remainder(dividingBy: 90)
        let quarters = ((turn - left) / 90).rounded()
        let rest = left * (Double.pi / 180)
        var (sine, cosine) = (0.0, 0.0)
        var term = 1.0
        for power in 0..<24 {
            switch power % 4 {
            case 0: cosine += term
            case 1: sine += term
            case 2: cosine -= term
            default: sine -= term
            }
            term *= rest / Double(power + 1)
        }
        switch quarters {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case -1: return (-cosine, sine)
        default: return (-sine, -cosine)
        }
    }

    /// Returns the angle of a vector in degrees, greater than -180 and at most 180. Returns 0 if the vector has no length.
    package static func degrees(x: Double, y: Double) -> Double {
        let length = (x * x + y * y).squareRoot()
        guard length > 0, length.isFinite else { return 0 }
        let (x, y) = (x / length, y / length)
        if y == 0 { return x < 0 ? 180 : 0 }
        if x == 0 { return y < 0 ? -90 : 90 }
        // Bisects the quadrant until the angle is exact to the last bits.
        var (low, high): (Double, Double) =
            switch (x > 0, y > 0) {
            case (true, true): (0, 90)
            case (false, true): (90, 180)
            case (false, false): (-180, -90)
            case (true, false): (-90, 0)
            }
        for _ in 0..<60 {
            let middle = (low + high) / 2
            let (sine, cosine) = sineAndCosine(ofDegrees: middle)
            if cosine * y - sine * x > 0 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    package static func exponential(_ power: Double) -> Double {
        guard power > -700 else { return 0 }
        guard power < 700 else { return .infinity }
        // Evaluates the power series for a small exponent, and squares the result ten times.
        let small = power / 1024
        var (sum, term) = (1.0, 1.0)
        for index in 1..<12 {
            term *= small / Double(index)
            sum += term
        }
        for _ in 0..<10 { sum *= sum }
        return sum
    }
}
