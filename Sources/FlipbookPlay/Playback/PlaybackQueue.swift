/// The inputs of a playback in their order. Those that need the whole sequence wait while only the preview of its first frame
/// is there.
struct PlaybackQueue: Sendable {
    /// A Boolean value that indicates whether only the first frame of a long sequence is there yet.
    private(set) var isPreview: Bool
    private var arrived: [PlaybackInput] = []
    private var deferred: [PlaybackInput] = []

    init(isPreview: Bool) { self.isPreview = isPreview }

    mutating func append(_ inputs: [PlaybackInput]) { arrived += inputs }

    mutating func removeFirst() -> PlaybackInput? { arrived.isEmpty ? nil : arrived.removeFirst() }

    mutating func removeAll() -> [PlaybackInput] {
        defer { (arrived, deferred) = ([], []) }
        return deferred + arrived
    }

    /// Keeps for later what needs the whole sequence. Returns whether it does; ending does not.
    mutating func putOff(_ input: PlaybackInput, _ controls: PlayerControls) -> Bool {
        guard isPreview else { return false }
        var viewer: PlayerInput?
        switch input {
        case .viewer(let input, _): viewer = input
        case .window(let news):
            switch news.event {
            case .key(let key, _): viewer = .typed(key)
            case .moved, .left, .resized, .exposed, .dropped, .closed: return false
            default: break
            }
        case .request(.command(.quit), _): return false
        case .request, .followed: break
        default: return false
        }
        // A copy: the controls are to see it again.
        var controls = controls
        if let viewer, controls.commands(for: viewer).contains(.quit) { return false }
        deferred.append(input)
        return true
    }

    /// The whole sequence is there: what was kept comes next.
    mutating func endPreview() {
        isPreview = false
        arrived = deferred + arrived
        deferred = []
    }
}
