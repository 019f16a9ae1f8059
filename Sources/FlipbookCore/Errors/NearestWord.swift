/// Returns the word that differs from `text` in the fewest characters, or `nil` if none is similar.
package func nearestWord(to text: String, among words: [String]) -> String? {
    let lowercased = text.lowercased()
    // A short word may be the end of a long name from UIKit, such as aspectFit for scaleAspectFit.
    let endings = words.filter { $0.lowercased().hasSuffix(lowercased) }
    if lowercased.utf8.count >= 4, endings.count == 1 { return endings[0] }
    let name = { (word: String) in Array(word.lowercased().utf8.drop { $0 == UInt8(ascii: "-") }.prefix(64)) }
    let distances = words.map { (word: $0, distance: editDistance(name(text), name($0))) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    let most = max(1, (name(nearest.word).count + 1) / 3)
    return nearest.distance <= most && nearest.distance * 2 < name(text).count ? nearest.word : nil
}

func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (i, a) in left.enumerated() {
        var row = [i + 1]
        row.reserveCapacity(right.count + 1)
        for (j, b) in right.enumerated() {
            var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a == b ? 0 : 1))
            if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        (beforeLast, last) = (last, row)
    }
    return last[right.count]
}
