internal import FlipbookCore
internal import Synchronization

/// The scaler used last. Frames of a sequence mostly have one size.
final class LatestScaler: Sendable {
    private let latest = Mutex<(placement: Placement, filter: ScalingFilter, scaler: Scaler)?>(nil)

    /// The scaler for a picture that lies at `placement`.
    func scaler(for placement: Placement, filter: ScalingFilter) -> Scaler {
        let known = latest.withLock { $0 }
        if let known, known.placement == placement, known.filter == filter { return known.scaler }
        let scaler = Scaler(placement, filter: filter)
        latest.withLock { $0 = (placement, filter, scaler) }
        return scaler
    }
}
