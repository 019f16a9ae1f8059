import FlipbookCore
import FlipbookScene
import Foundation
import FlipbookTestSupport
import Testing

@MainActor @Suite("What is kept of views") struct ViewStateTests {
    private static func view(_ id: String?) -> View {
        let view = View(frame: Rect(x: 40, y: 40, width: 240, height: 380))
        view.restorationIdentifier = id
        return view
    }

    @Test("bounds, center, transform and anchor point come back to the last bit, and nothing else does")
    func roundTrip() throws {
        let (root, inner) = (Self.view("root"), Self.view("inner"))
        root.addSubview(inner)
        inner.transform = Transform(rotationDegrees: 30)
        inner.anchorPoint = Point(x: 0.1, y: 1.0 / 3)
        inner.bounds.origin = Point(x: 0.1, y: -1e-9)
        (inner.alpha, inner.isHidden, inner.contentMode) = (0.5, true, .left)
        let data = try JSONEncoder().encode(root.encodeRestorableState())
        let (other, within) = (Self.view("root"), Self.view("inner"))
        other.addSubview(within)
        (other.frame, within.frame) = (Rect(x: 1, y: 2, width: 3, height: 4), .zero)
        within.autoresizingMask = [.flexibleWidth, .flexibleLeftMargin]
        other.decodeRestorableState(try JSONDecoder().decode([ViewState].self, from: data))
        expectEqual(other.layer.geometry, root.layer.geometry)
        expectEqual(within.layer.geometry, inner.layer.geometry)
        expect(within.alpha == 1 && !within.isHidden && within.contentMode == .scaleToFill)
        let fields = try require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        expectEqual(
            fields.map { $0.keys.sorted() },
            [["anchorPoint", "bounds", "center", "id", "transform"]].flatMap { [$0, $0] }
        )
        expectEqual(fields[0]["center"] as? [String: Double], ["x": 160, "y": 230])
    }

    @Test("a view without a name keeps nothing, and two views of one name are a mistake")
    func names() throws {
        let root = Self.view(nil)
        try expect(root.encodeRestorableState().isEmpty)
        root.addSubview(Self.view("a"))
        try expectEqual(root.encodeRestorableState().map(\.id), ["a"])
        root.addSubview(Self.view("a"))
        let error = #expect(throws: DuplicateRestorationIdentifier.self) { try root.encodeRestorableState() }
        expectEqual(error?.id, "a")
    }

    @Test(
        "what is no state is refused",
        arguments: [
            "[{}]", "[{\"id\": \"a\"}]",
            "[{\"id\": \"a\", \"bounds\": [0, 0, 1], \"center\": {}, \"transform\": {}, \"anchorPoint\": {}}]",
        ]
    )
    func mistakes(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([ViewState].self, from: Data(text.utf8)) }
    }
}
