import FlipbookCore
import FlipbookImaging
import FlipbookRender
import FlipbookScene
import Glibc

// The cost of a frame of a tree of 1,000 views, step by step; tools/benchmarks/trees builds and runs it.

/// A root, nine panels within it, and 110 leaves in each panel: of every three, one has a picture.
@MainActor
struct Tree {
    let root = View(frame: Rect(x: 0, y: 0, width: 640, height: 360))
    private(set) var panels: [View] = []
    private(set) var leaves: [View] = []

    init(_ picture: Image) {
        root.backgroundColor = .white
        for panel in 0..<9 {
            let place = Point(x: Double(panel % 3) * 212 + 6, y: Double(panel / 3) * 118 + 4)
            let view = View(frame: Rect(x: place.x, y: place.y, width: 204, height: 112))
            view.backgroundColor = .color(Color(red: 230, green: 230, blue: 240))
            view.clipsToBounds = panel % 2 == 0
            view.alpha = panel == 4 ? 0.9 : 1
            for leaf in 0..<110 { view.addSubview(Self.leaf(leaf, picture)) }
            root.addSubview(view)
            panels.append(view)
            leaves += view.subviews
        }
    }

    private static func leaf(_ number: Int, _ picture: Image) -> View {
        let place = Point(x: Double(number % 11) * 18 + 4, y: Double(number / 11) * 11 + 2)
        let view = number % 3 == 0 ? View(ImageView(image: picture)) : View()
        view.frame = Rect(x: place.x, y: place.y, width: 14, height: 9)
        if number % 3 == 1 { view.backgroundColor = .color(Color(red: 200, green: UInt8(number * 2), blue: 60)) }
        if number % 3 == 2 { (view.backgroundColor, view.cornerRadius) = (.black, 3) }
        view.autoresizingMask = number % 2 == 0 ? [.flexibleWidth, .flexibleLeftMargin, .flexibleRightMargin] : []
        if number % 2 == 1 {
            var pins = ViewPins()
            (pins.leading, pins.top) = (ViewPins.Pin(place.x), ViewPins.Pin(place.y))
            view.pins = pins
        }
        return view
    }
}

/// A kind of movement: what begins it, and what a program changes for each frame.
@MainActor
struct Movement {
    let name: String
    var begin: (Tree) -> Void = { _ in }
    var layOut: (Tree, Int) -> Void = { _, _ in }

    static let all = [
        Movement(name: "one moves") { tree in
            View.animate(withDuration: 1, options: [.repeat, .autoreverse]) { tree.leaves[7].center.x += 40 }
        },
        Movement(name: "all move") { tree in
            View.animate(withDuration: 1, options: [.repeat, .autoreverse]) {
                for (place, leaf) in tree.leaves.enumerated() {
                    leaf.center.x += 9
                    if place % 2 == 0 { leaf.alpha = 0.4 }
                    if place % 5 == 0 { leaf.transform = Transform(rotationDegrees: 30) }
                }
            }
        },
        Movement(
            name: "all are laid out",
            layOut: { tree, frame in
                for panel in tree.panels { panel.bounds.size.width = 204 - Double(frame % 40) }
            }
        ),
    ]
}

/// Milliseconds that a step computed, frame by frame.
struct Step {
    private var times: [Double] = []

    mutating func time<Result>(_ body: () throws -> Result) rethrows -> Result {
        let start = Self.now()
        defer { times.append((Self.now() - start) * 1000) }
        return try body()
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The median, and the 95th percentile.
    var summary: String {
        let sorted = times.sorted()
        return [sorted[sorted.count / 2], sorted[min(sorted.count * 95 / 100, sorted.count - 1)]]
            .map { "\(($0 * 100).rounded() / 100)" }.joined(separator: " / ")
    }
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 120
let walker = try Image(contentsOfFile: FilePath("sequences/walker/walker1.png"))
print("| 1,000 views | advance | layout | display list | drawing |")
print("|---|---|---|---|---|")
for movement in Movement.all {
    let tree = Tree(walker)
    let drawings = DrawingTable()
    let renderer = FrameRenderer(drawings)
    var (advance, layout, list, drawing) = (Step(), Step(), Step(), Step())
    movement.begin(tree)
    for frame in 0..<max(1, count) {
        let time = FrameRate(60).duration(ofFrames: frame)
        advance.time { tree.root.advance(to: time) }
        layout.time { movement.layOut(tree, frame) }
        let (scene, shown) = list.time {
            let scene = BoundScene(tree.root.scene(), drawings: drawings)
            return (scene, scene.displayList(at: time))
        }
        _ = try drawing.time { try renderer.picture(of: shown, for: RenderTarget(scene.scene)) }
    }
    print("| \(movement.name) | \([advance, layout, list, drawing].map(\.summary).joined(separator: " | ")) |")
}
