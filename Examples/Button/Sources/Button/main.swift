// Plays the events, and prints the way of each touch.
let window = ButtonWindow { print($0) }
window.play()
