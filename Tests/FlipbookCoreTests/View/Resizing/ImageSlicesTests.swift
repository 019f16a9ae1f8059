import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Slices of images")
struct ImageSlicesTests {
    @Test("3.8: the caps of a catalog's image in points, and its size without the pixels left out")
    func catalogSize() throws {
        let slices = try ImageSlices(
            of: PixelSize(width: 40, height: 40),
            scale: 2,
            resizing: ResizableLayoutTests.resizing
        )
        expectEqual(slices.capInsets, EdgeInsets(top: 6, left: 6, bottom: 6, right: 6))
        expectEqual(slices.naturalSize, PixelSize(width: 25, height: 25))
        expectEqual(Size(slices.naturalSize, scale: 2), Size(width: 12.5, height: 12.5))
        expect(slices.discardsPixels)
        expect(!(try ResizableLayoutTests.caps(20, 20, [6, 6, 6, 6], .tile)).discardsPixels)
    }

    @Test("an axis that a catalog's image is not cut on keeps no caps and leaves nothing out")
    func threeParts() throws {
        var resizing = ResizableLayoutTests.resizing
        resizing.parts = .threeHorizontal
        let size = PixelSize(width: 40, height: 40)
        let horizontal = try ImageSlices(of: size, scale: 2, resizing: resizing)
        expectEqual(horizontal.naturalSize, PixelSize(width: 25, height: 40))
        expectEqual(horizontal.capInsets, EdgeInsets(left: 6, right: 6))
        resizing.parts = .threeVertical
        let vertical = try ImageSlices(of: size, scale: 2, resizing: resizing)
        expectEqual(vertical.naturalSize, PixelSize(width: 40, height: 25))
        expectEqual(vertical.capInsets, EdgeInsets(top: 6, bottom: 6))
    }

    @Test("caps of 0 are no caps for an image of the old kind; one as wide as the image leaves nothing to stretch")
    func oldCaps() throws {
        let size = Size(width: 20, height: 10)
        func insets(_ left: Int, _ top: Int) throws -> EdgeInsets {
            try EdgeInsets(leftCapWidth: left, topCapHeight: top, of: size)
        }
        try expectEqual(insets(0, 0), .zero)
        try expectEqual(insets(6, 4), EdgeInsets(top: 4, left: 6, bottom: 5, right: 13))
        try expectEqual(insets(19, 9), EdgeInsets(top: 9, left: 19, bottom: 0, right: 0))
        try expectEqual(insets(20, 10), EdgeInsets(top: 10, left: 20, bottom: 0, right: 0))
        try expectEqual(insets(.max, 999), EdgeInsets(top: 10, left: 20, bottom: 0, right: 0))
        for (left, top, fault) in [(-1, 0, "left cap width is -1 points"), (0, -7, "top cap height is -7 points")] {
            let error = #expect(throws: CapInsetsError.self) { try insets(left, top) }
            expectEqual(error?.description, "The \(fault); it must be 0 or more.")
        }
    }

    @Test("a content stretch without extent is the pixel where it lies")
    func narrowContentStretch() throws {
        func axis(_ x: Double, _ width: Double) throws -> SlicedAxis {
            let unit = Rect(x: x, y: 0, width: width, height: 1)
            return try ImageSlices(of: PixelSize(width: 100, height: 1), contentStretch: unit).horizontal
        }
        try expectEqual(axis(0.405, 0).center, 40..<41)
        try expectEqual(axis(0.4, 0.002).center, 40..<41)
        try expectEqual(axis(1, 0).center, 99..<100)
        try expectEqual(axis(0, 0).center, 0..<1)
        try expectEqual(axis(0, 1).center, 0..<100)
        try expectEqual(axis(0.7, 0.3).center, 70..<100)
    }

    @Test("caps that cannot be are refused with the inset's name")
    func errors() {
        func error(_ insets: [Double], scale: Double = 1) -> String? {
            do {
                _ = try ResizableLayoutTests.caps(20, 10, scale: scale, insets, .tile)
                return nil
            } catch {
                return error.description
            }
        }
        expect(error([5, 10, 5, 10]) == nil)
        expectEqual(error([0, -1, 0, 0]), "The left cap inset is -1 points; it must be 0 or more.")
        expectEqual(error([0, 0, .nan, 0]), "The bottom cap inset is nan points; it must be 0 or more.")
        expectEqual(error([0, 0, 0, .infinity]), "The right cap inset is inf points; it must be 0 or more.")
        expectEqual(
            error([0, 10, 0, 10.5]),
            "The cap insets left 10 and right 10.5 are together larger than the image, "
                + "which is 20 points wide; make them smaller."
        )
        expectEqual(
            error([3, 0, 3, 0], scale: 2),
            "The cap insets top 3 and bottom 3 are together larger than the image, "
                + "which is 5 points tall; make them smaller."
        )
        expectEqual(error([1e308, 0, 1e308, 0])?.contains("together larger"), true)
        expectEqual(
            error([0, 0, 0, 0], scale: .nan),
            "The image has nan pixels per point; the scale must be a number above 0."
        )
    }

    @Test("a content stretch beyond the image, a center beyond it and an empty image are refused")
    func otherErrors() {
        let size = PixelSize(width: 20, height: 20)
        for unit in [(-0.1, 0, 0.5, 1), (0.6, 0, 0.5, 1), (0, 0, 1, 1.1), (0, .nan, 1, 1)]
            as [(
                Double, Double, Double, Double
            )]
        {
            #expect(throws: CapInsetsError.self) {
                try ImageSlices(
                    of: size,
                    contentStretch: Rect(x: unit.0, y: unit.1, width: unit.2, height: unit.3)
                )
            }
        }
        var resizing = ResizableLayoutTests.resizing
        resizing.capInsets = EdgeInsets(top: 9, left: 9, bottom: 9, right: 9)
        resizing.centerHeight = 3
        var error = #expect(throws: CapInsetsError.self) { try ImageSlices(of: size, resizing: resizing) }
        expectEqual(
            error?.description,
            "The caps (18 pixels) and the center (3) are together taller than the image (20)."
        )
        error = #expect(throws: CapInsetsError.self) {
            try ImageSlices(of: PixelSize(width: 0, height: 3), capInsets: .zero)
        }
        expectEqual(error?.description, "The image is 0x3 pixels, which cannot be resized.")
    }

    @Test("thirds of a point fit an image of three pixels a point")
    func thirds() throws {
        for left in 0...25 {
            let insets = [0, Double(left) / 3, 0, Double(25 - left) / 3]
            let axis = try ResizableLayoutTests.caps(25, 1, scale: 3, insets, .tile).horizontal
            expectEqual(
                axis,
                (try ResizableLayoutTests.caps(25, 1, [0, Double(left), 0, Double(25 - left)], .tile).horizontal)
            )
        }
    }

    @Test("no size, scale, inset or unit rectangle stops the program, and what is laid out covers the destination")
    func extremes() {
        var laidOut = 0
        let numbers = [0, -0.0, 1, -1, 0.5, 1e-300, 1e300, 4.7e15, 1.0.nextUp, .nan, .infinity, -.infinity]
        let sides = [0, -1, 1, 2, 1 << 31, 1 << 48, (1 << 48) + 1, .max, .min]
        for width in sides {
            let size = PixelSize(width: width, height: 3)
            for one in numbers {
                for other in numbers {
                    let caps = try? ImageSlices(of: size, scale: other, capInsets: EdgeInsets(left: one, right: 0.5))
                    let unit = Rect(x: one, y: 0, width: other, height: 1)
                    let stretched = try? ImageSlices(of: size, contentStretch: unit)
                    for slices in [caps, stretched].compactMap({ $0 }) {
                        laidOut += 1
                        for target in sides {
                            let destination = PixelSize(width: target, height: 1)
                            let parts = slices.layout(in: destination, scale: one).horizontal
                            let isCovered = zip(parts, parts.dropFirst())
                                .allSatisfy { $0.target.upperBound == $1.target.lowerBound }
                            expect(isCovered && (parts.last?.target.upperBound ?? target) == target)
                        }
                    }
                }
            }
        }
        // Some are no slices at all, which is an error; of the others there have to be enough.
        expect(laidOut > 100)
    }
}
