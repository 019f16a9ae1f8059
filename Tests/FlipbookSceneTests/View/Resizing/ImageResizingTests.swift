import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("How an image is resized")
struct ImageResizingTests {
    private static let size = PixelSize(width: 20, height: 10)

    @Test("an option for caps, one for the mode, or both: a mode alone goes with caps of zero")
    func options() {
        let caps = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        expect(ImageResizing(capInsets: nil, mode: nil) == nil)
        expect(ImageResizing(capInsets: nil, mode: .stretch) == nil)
        expectEqual(ImageResizing(capInsets: nil, mode: .tile), .capInsets(.zero, .tile))
        expectEqual(ImageResizing(capInsets: caps, mode: nil), .capInsets(caps, .tile))
        expectEqual(ImageResizing(capInsets: caps, mode: .stretch), .capInsets(caps, .stretch))
    }

    @Test("each of the four ways cuts as its own slices do")
    func ways() throws {
        let caps = EdgeInsets(left: 6, right: 13)
        let old = ImageResizing.stretchable(leftCapWidth: 6, topCapHeight: 0)
        try expectEqual(old.slices(of: Self.size), ImageSlices(of: Self.size, capInsets: caps, mode: .stretch))
        try expectEqual(ImageResizing.capInsets(caps).slices(of: Self.size).mode, .tile)
        let unit = Rect(x: 0.25, y: 0.5, width: 0.5, height: 0.1)
        try expectEqual(
            ImageResizing.contentStretch(unit).slices(of: Self.size),
            ImageSlices(of: Self.size, contentStretch: unit)
        )
        let catalog = ImageSet.Resizing(capInsets: caps, mode: .tile, centerWidth: 1)
        try expectEqual(
            ImageResizing.catalog(catalog).slices(of: Self.size, scale: 2),
            ImageSlices(of: Self.size, scale: 2, resizing: catalog)
        )
    }

    @Test(
        "each has its effect in the modes that scale; what a catalog discards goes in all",
        arguments: ContentMode.allCases
    )
    func modes(mode: ContentMode) throws {
        let scales = mode.isResizing
        func isCut(_ resizing: ImageResizing) throws -> Bool {
            try resizing.slices(of: Self.size, scale: 1, in: mode) != nil
        }
        let caps = EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)
        try expectEqual(isCut(.capInsets(caps)), scales)
        try expectEqual(isCut(.stretchable(leftCapWidth: 1, topCapHeight: 0)), scales)
        try expectEqual(
            isCut(.contentStretch(Rect(x: 0.5, y: 0, width: 0.5, height: 1))),
            (scales && mode != .redraw)
        )
        try expectEqual(isCut(.catalog(.init(capInsets: caps, mode: .tile))), scales)
        try expect(isCut(.catalog(.init(capInsets: caps, mode: .tile, centerWidth: 1))))
        // Where nothing is cut, the image is scaled as a whole.
        try expect(!isCut(.capInsets(.zero, .stretch)))
        try expectEqual(isCut(.capInsets(.zero, .tile)), scales)
        try expect(!isCut(.contentStretch(Rect(x: 0, y: 0, width: 1, height: 1))))
    }

    @Test("what cannot be a size is an error in each of the ways")
    func errors() {
        let bad: [ImageResizing] = [
            .capInsets(EdgeInsets(left: .nan)), .capInsets(EdgeInsets(left: 21)),
            .stretchable(leftCapWidth: -1, topCapHeight: 0), .contentStretch(Rect(x: 0, y: 0, width: 2, height: 1)),
            .contentStretch(Rect(x: .nan, y: 0, width: 1, height: 1)),
            .catalog(.init(capInsets: EdgeInsets(left: .infinity), mode: .tile)),
        ]
        for resizing in bad {
            #expect(throws: CapInsetsError.self) { try resizing.slices(of: Self.size) }
        }
        let zero = PixelSize(width: 0, height: 0)
        var error = #expect(throws: CapInsetsError.self) {
            try ImageResizing.stretchable(leftCapWidth: .max, topCapHeight: 1).slices(of: zero)
        }
        expectEqual(error?.description, "The image is 0x0 pixels, which cannot be resized.")
        error = #expect(throws: CapInsetsError.self) {
            try ImageResizing.stretchable(leftCapWidth: 1, topCapHeight: 1).slices(of: Self.size, scale: .infinity)
        }
        expectEqual(error?.description, "The image has inf pixels per point; the scale must be a number above 0.")
    }
}
