/// Divides a range into runs of `least` to 128 equal elements and, between them, groups of up to `most` other elements.
@inline(__always)
func forEachRun(
    of places: Range<Int>,
    atLeast least: Int,
    othersAtMost most: Int = 128,
    areEqual: (Int, Int) -> Bool,
    _ body: (_ places: Range<Int>, _ isRun: Bool) -> Void
) {
    func run(at place: Int) -> Int {
        let end = min(places.upperBound, place + 128)
        var next = place + 1
        while next < end, areEqual(next, place) { next += 1 }
        return next - place
    }
    var place = places.lowerBound
    while place < places.upperBound {
        let (start, equal) = (place, run(at: place))
        if equal >= least {
            place += equal
        } else {
            repeat { place += 1 } while place < places.upperBound && place - start < most && run(at: place) < least
        }
        body(start..<place, equal >= least)
    }
}
