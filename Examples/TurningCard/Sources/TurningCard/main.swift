import Flipbook

// Makes a video of a card that turns over, with a picture on each side: TurningCard front.png back.png card.mp4
let names = CommandLine.arguments.dropFirst().map { FilePath($0) }
precondition(names.count == 3, "Name the front, the back and the video: TurningCard front.png back.png card.mp4")
let turning = try TurningCard(front: Image(contentsOfFile: names[0]), back: Image(contentsOfFile: names[1]))
turning.turnOver { print($0 ? "turned over" : "cut short") }
print(try await turning.export(to: names[2]), "frames")
turning.table.advance(to: 1)
