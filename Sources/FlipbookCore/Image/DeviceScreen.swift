/// The screens of the devices that the points of a view were first counted on, by Apple's table of 2013.
package enum DeviceScreen: String, CaseIterable, Hashable, Sendable {
    /// An iPhone or iPod touch of 4 inches.
    case iphone4Inch = "iphone-4in"
    /// An iPhone or iPod touch before those.
    case iphone
    /// An iPad.
    case ipad

    /// The kind of device, whose pictures it shows.
    package var idiom: UserInterfaceIdiom { self == .ipad ? .pad : .phone }

    package var size: Size {
        switch self {
        case .iphone4Inch: Size(width: 320, height: 568)
        case .iphone: Size(width: 320, height: 480)
        case .ipad: Size(width: 768, height: 1024)
        }
    }

    /// The margins that the bar with the time and the battery takes, in points: UIKit's safe area of a screen without
    /// any other bars. On an iPhone that lies on its long side there is no such bar.
    package func safeAreaInsets(isLandscape: Bool = false) -> EdgeInsets {
        EdgeInsets(top: isLandscape && self != .ipad ? 0 : 20)
    }

    /// The size in pixels, or none if the pixels per point are no number above 0.
    package func pixelSize(scale: Double, isLandscape: Bool = false) -> PixelSize {
        let upright = Rect(origin: .zero, size: size).snapped(scale: scale).size
        return isLandscape ? PixelSize(width: upright.height, height: upright.width) : upright
    }
}
