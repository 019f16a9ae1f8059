// Plays the events, and prints what becomes of each touch.
let window = ButtonWindow { print($0) }
window.play()
