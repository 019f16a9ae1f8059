import Flipbook
import FlipbookExport
import FlipbookMedia
import FlipbookPlay
import FlipbookRender
import FlipbookScene
import FlipbookSequences
import Foundation

// The examples of the documentation, each as it stands there. Compiled, and not run.

private func readme() async throws {
    let frames = try SequenceLocator().locate(["walk.####.png"])
    let target = FilePath("walk.mp4")
    var settings = try ExportSettings(for: target, quality: 80)
    settings.sequence.frameRate = FrameRate(24)
    let report = try await Exporter(frames: frames, settings: settings).export(to: target)
    print(report.framesReadBack)
}

private func explanations() {
    let explanation: Explanation = "walk: 7 is missing. Accept the gap with \(remedy: .accept(.missing))."
    print(explanation.text(naming: { "--\($0)" }, offering: { "\($0)" }))
}

private func localizedImage() throws -> Size {
    let user = LanguagePreferences(environment: ProcessInfo.processInfo.environment)
    let hero = try Image(named: "hero", in: "Resources", compatibleWith: .init(scale: 2, languages: user))
    return hero.size
}

private func imageView(poster: Image, frames: [Image]) {
    var view = ImageView(image: poster)
    view.animationImages = frames
    view.animationRepeatCount = 2
    view.startAnimating()
    _ = view.visibleImage(at: 0.5)
}

private func tracks() {
    var track = Track(.alpha, from: .number(0), to: .number(1), duration: 2)
    track.curve = .easeIn
    print(track.progress(at: 0.5))
}

@MainActor func hold(_ title: View, behind icon: View) {
    var pins = ViewPins()
    pins.leading = .to(icon, .trailing, by: 8)
    pins.centerY = .to(icon)
    pins.trailing = .atLeast(16)
    pins.width = [.toSuperview(multiplier: 0.5), .atMost(320)]
    title.pins = pins
}

@MainActor func place(_ title: View, behind icon: View, in root: View) {
    var pins = ViewPins()
    pins.leading = .to(icon, .trailing, by: 8)
    pins.centerY = .to(icon)
    pins.trailing = .atLeast(16)
    title.pins = pins
    print(root.layoutFaults)
}

@MainActor func titles(over walk: ImageView, title: Image) -> Scene {
    let root = View(walk)
    let label = View(ImageView(image: title))
    root.addSubview(label)
    label.center.x = -40
    View.animate(withDuration: 1, options: .curveEaseOut) { label.center.x = 80 }
    return root.scene(scale: 2)
}

@MainActor private func views(walk: ImageView, title: Image) {
    let root = View(walk)
    let label = View(ImageView(image: title))
    root.addSubview(label)
    label.center = Point(x: -40, y: 20)
    View.animate(withDuration: 1, options: .curveEaseOut) {
        label.center.x = 48
    } completion: { finished in
        print(finished)
    }
    root.advance(to: 0.5)
    print(label.presentation.center)
}

@MainActor private func shown(root: View, target: FilePath) async throws {
    try await Player(root).run()
    let report = try await Exporter(root, settings: ExportSettings(for: target)).export(to: target)
    let poster = try FrameRenderer.picture(of: root, at: 0.5)
    print(report, poster)
}

@MainActor private func slidingCard(walker: View) {
    let card = View(frame: Rect(x: 100, y: 40, width: 120, height: 120))
    card.backgroundColor = .color(Color(red: 0x20, green: 0x30, blue: 0x40))
    card.cornerRadius = 16
    card.shadow = Shadow(opacity: 0.5, offset: Point(x: 0, y: 4))
    card.addSubview(walker)
    walker.center = Point(x: 60, y: 60)
    walker.imageView?.startAnimating()
    card.center.x = -70
    View.animate(withDuration: 0.8, usingSpringWithDamping: 0.6, initialSpringVelocity: 0) {
        card.center.x = 160
    }
    View.animate(withDuration: 0.4, delay: 1) { card.transform = Transform(rotationDegrees: 8) }
    View.animate(withDuration: 0.6, delay: 2.4, options: .curveEaseIn) { card.alpha = 0 }
}

private func twoWalks(walk: Image, run: Image) {
    var view = ImageView()
    view.image = walk
    view.transition(to: run, by: .dissolve, duration: 0.5)
    view.advance(to: 0.25)
    print(view.visibleImage as Any)
}

@MainActor private func turningCard(front: View, back: View, card: View, title: Image) {
    View.transition(from: front, to: back, duration: 0.8, options: .transitionFlipFromLeft) { finished in
        print(finished)
    }
    View.transition(with: card, duration: 0.5, options: .transitionCrossDissolve) {
        card.imageView?.image = title
    }
}

@MainActor private func turning(card: View, back: Image) {
    View.transition(with: card, duration: 0.6, options: .transitionFlipFromLeft) {
        card.imageView?.image = back
    }
}

private func badge(languages: LanguagePreferences, settings: inout SequenceSettings) {
    let words = ["Base": "Welcome", "fr": "Bienvenue"]
    let language = languages.order(of: Array(words.keys)).first ?? "Base"
    var label = TextLabel(words[language] ?? "Welcome")
    (label.size, label.position) = (26, .center)
    settings.texts = [label]
}

@MainActor private func tapped(button: View, in root: View, events: [SceneEvent]) {
    button.addGestureRecognizer(
        TapGestureRecognizer { [unowned button] _ in
            View.animate(withDuration: 0.12) { button.transform = Transform(scaleX: 1.2, y: 1.2) }
            View.animate(withDuration: 0.3, delay: 0.12, usingSpringWithDamping: 0.4, initialSpringVelocity: 0) {
                button.transform = .identity
            }
        }
    )
    root.send(Touch(id: 1, phase: .began, location: Point(x: 160, y: 170), timestamp: .milliseconds(500)))
    root.send(Touch(id: 1, phase: .ended, location: Point(x: 160, y: 170), timestamp: .milliseconds(600)))
    root.replay(events)
}

private func patterns() throws {
    let pattern = try FramePattern(parsing: "walk.1-4#.png")
    let list = try Resolution.pattern(pattern, names: ["walk.0001.png", "walk.0002.png", "walk.0004.png"])
    print(list.missing)  // 3
}

private func fixing() async throws {
    let evidence = try LintInput.evidence(for: ["walk/"])
    let linter = Linter()
    let report = try await linter.lint(evidence)
    for plan in try await FixPlanner(linter).plans(for: evidence, findings: report.findings) {
        print(plan, terminator: "")
        try await FixRunner().fix(plan)
    }
    try await UndoPlan("walk/").run()
}

private func session() async throws {
    let session = LintSession()
    let outcome = try await session.run(["shots/"])
    print(TextReporter().text(of: outcome.report), terminator: "")
}

private func pictureTimes(_ frames: FrameList) async throws -> [RationalTime] {
    let pictures = try await SequencePictures(of: frames, shownAs: SequenceSettings())
    var times: [RationalTime] = []
    while let shown = try await pictures.next() { times.append(shown.presentationTime) }
    return times
}

private func player(frames: FrameList, settings: PlaybackSettings) async throws {
    let player = Player(frames: frames, settings: settings)
    async let ended: RenderStatistics = player.run()
    await player.seek(toFrame: 12)
    for await event in player.events {
        if case .shown(let frame) = event { print(frame) }
    }
    _ = try await ended
}

private func rules(linter: Linter) async throws {
    let report = try await linter.lint(LintInput.evidence(for: ["walk/"]))
    for example in LintRule.oddSize.description.failing {
        assert(linter.report(on: [example.evidence]).findings.map(\.rule) == ["studio.odd-size"])
    }
    _ = report
}

extension LintRule {
    /// Stands for the rule of the article, which is compiled in Examples.
    fileprivate static var oddSize: LintRule { RuleRegistry.standard[0] }
}

private func manifest(settings: ExportSettings) throws {
    var settings = settings
    let file = try ManifestFile(reading: FilePath("walk.yaml"), as: .yaml)
    settings.sequence = SequenceSettings(try ManifestLocator().manifest(of: file))
    let exporter = Exporter(frames: try ManifestLocator().locate(file), settings: settings)
    _ = exporter
}

private func transitions(view: inout ImageView, walk: Image, run: Image) {
    view.transition(to: run, by: .wipe(.left), duration: 0.5)
    let halfWay = walk.transitioning(to: run, by: .dissolve, at: 0.5)
    print(halfWay)
}

private func accessibility() {
    var badge = ImageView()
    badge.accessibility.label = "A runner"
    badge.accessibility.traits.insert(.button)
    let crossing = TimedTransition(.push(.left), duration: 0.5, curve: .easeInOut)
    print(badge, crossing)
}

@MainActor private func drawing() {
    let view = View(frame: Rect(x: 0, y: 0, width: 320, height: 180))
    view.draw = { context, rect in
        var wave = Path()
        wave.move(to: Point(x: rect.minX, y: rect.midY))
        wave.addCurve(to: Point(x: 320, y: 90), control1: Point(x: 160, y: -90), control2: Point(x: 160, y: 270))
        context.stroke(wave, with: .blue, lineWidth: 4)
    }
    let gauge = View(frame: Rect(x: 0, y: 0, width: 120, height: 120))
    gauge.contentMode = .redraw
    gauge.draw = { context, rect in
        context.fill(Path(ellipseIn: rect), with: .lightGray)
        context.translateBy(x: rect.midX, y: rect.midY)
        for _ in 0..<12 {
            context.rotate(byDegrees: 30)
            context.fill(Rect(x: -1, y: -56, width: 2, height: 8), with: .black)
        }
        context.rotate(byDegrees: 45)
        context.stroke(Path(Rect(x: -2, y: -48, width: 4, height: 60)), with: .red, lineWidth: 2)
    }
    print(gauge.scene(scale: 2))
    print(view)
}

private func drawnImage() {
    let badge = GraphicsImageRenderer(size: Size(width: 40, height: 40), scale: 2).image { context in
        context.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 40, height: 40)), with: .red)
        context.draw("7", in: Rect(x: 0, y: 4, width: 40, height: 36), size: 24, color: .white, alignment: .center)
    }
    print(badge)
}
