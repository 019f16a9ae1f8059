public import Testing

/// The elements of two lists side by side, to be compared. The test fails where one list is longer than the other: `zip` leaves out
/// the rest without a word, and compares nothing at all with a list that is empty.
public func pairs<One: Collection, Other: Collection>(
    _ one: One,
    _ other: Other,
    sourceLocation: SourceLocation = #_sourceLocation
) -> Zip2Sequence<One, Other> {
    expectEqual(one.count, other.count, "two lists are compared", sourceLocation: sourceLocation)
    return zip(one, other)
}
