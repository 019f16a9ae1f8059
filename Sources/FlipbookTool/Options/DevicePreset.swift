import ArgumentParser
import FlipbookCore

/// A screen by its name, upright: the sizes of UIKit's guide to views.
enum DevicePreset: String, CaseIterable, ExpressibleByArgument {
    case iphone4Inch = "iphone-4in"
    case iphone
    case ipad

    /// The screen in points.
    var size: PixelSize {
        switch self {
        case .iphone4Inch: PixelSize(width: 320, height: 568)
        case .iphone: PixelSize(width: 320, height: 480)
        case .ipad: PixelSize(width: 768, height: 1024)
        }
    }
}

extension PixelSize {
    /// The size with its sides exchanged.
    var turned: PixelSize { PixelSize(width: height, height: width) }
}
