/// The screens of devices by name, as the View Programming Guide for iOS lists their sizes in points: UIKit's `UIScreen`.
public enum DeviceScreen: String, CaseIterable, Hashable, Sendable {
    /// An iPhone or iPod touch of 4 inches: 320x568 points.
    case iphone4Inch = "iphone-4in"
    /// An iPhone or iPod touch before those: 320x480 points.
    case iphone
    /// An iPad: 768x1024 points.
    case ipad

    /// The kind of device, whose pictures it shows.
    public var idiom: UserInterfaceIdiom { self == .ipad ? .pad : .phone }

    /// The screen in points, upright or on its long side.
    public func bounds(isLandscape: Bool = false) -> Rect {
        let (width, height) =
            switch self {
            case .iphone4Inch: (320.0, 568.0)
            case .iphone: (320.0, 480.0)
            case .ipad: (768.0, 1024.0)
            }
        return Rect(x: 0, y: 0, width: isLandscape ? height : width, height: isLandscape ? width : height)
    }

    /// The margins that the bar with the time and the battery takes, in points: UIKit's safe area of a screen without
    /// any other bars. On an iPhone that lies on its long side there is no such bar.
    public func safeAreaInsets(isLandscape: Bool = false) -> EdgeInsets {
        EdgeInsets(top: isLandscape && self != .ipad ? 0 : 20)
    }

    /// The size in pixels, or none if the pixels per point are no number above 0.
    public func pixelSize(scale: Double, isLandscape: Bool = false) -> PixelSize {
        bounds(isLandscape: isLandscape).snapped(scale: scale).size
    }
}
