"""A bird in ink and wash on paper. Each drawing is drawn again with a hand that
is not quite steady (seeded by its number), as in animation held on twos."""

import math
import random

from .canvas import Canvas, mix, rgb

WIDTH, HEIGHT = 240, 180
PAPER, INK, WASH, WASH_FAR, BEAK = rgb("f7f1e3"), rgb("2b2f42"), rgb("5b9bd5"), rgb("8db7dc"), rgb("e9963e")


def draw(index, count, scale=1):
    """Drawing `index` of `count`: one beat of the wings is one loop."""
    canvas = Canvas(WIDTH, HEIGHT, scale)
    hand = random.Random(7919 * (index + 1))
    turn = 2 * math.pi * index / count
    canvas.fill(canvas.everything(), lambda _, y: mix(PAPER, rgb("efe4cc"), y / HEIGHT))
    _clouds(canvas, index / count, hand)
    # The body rises as the wings go down.
    rise = 7 * math.sin(turn + 0.5)
    x, y = 118.0, 98.0 + rise
    beat = math.cos(turn)
    tip = math.cos(turn - 0.9)
    _wing(canvas, hand, (x + 8, y - 9), beat, tip, 0.8, WASH_FAR)
    _body(canvas, hand, x, y, turn)
    _wing(canvas, hand, (x - 4, y - 7), beat, tip, 1.0, WASH)
    return canvas.png(opaque=True)


def _curve(points, steps=14):
    """A smooth line through `points` (Catmull-Rom)."""
    points = [points[0], *points, points[-1]]
    line = []
    for a, b, c, d in zip(points, points[1:], points[2:], points[3:]):
        for step in range(steps):
            t = step / steps
            line.append(tuple(0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t
                                     + (3 * q - p - 3 * r + s) * t ** 3)
                              for p, q, r, s in zip(a, b, c, d)))
    return [*line, points[-1]]


def _ink(canvas, hand, points, width=2.2):
    """A pen line: its places shake a little, and its width swells and thins."""
    shaken = [(x + hand.uniform(-0.7, 0.7), y + hand.uniform(-0.7, 0.7)) for x, y in points]
    line = _curve(shaken)
    last = len(line) - 1
    swell = hand.uniform(0.8, 1.15)
    canvas.fill(canvas.stroke([(x, y, width * swell * (0.45 + 0.75 * math.sin(math.pi * i / last) ** 0.6))
                               for i, (x, y) in enumerate(line)]), INK, 0.92)


def _wash(canvas, hand, points, colour):
    """Watercolour under the line, a little out of register."""
    dx, dy = hand.uniform(-1.2, 1.2), hand.uniform(-1.2, 1.2)
    canvas.fill(canvas.polygon([(x + dx, y + dy) for x, y in _curve(points)]), colour, 0.85)


def _wing(canvas, hand, root, beat, tip, size, colour):
    x, y = root
    back, front = (x - 20 * size, y + 4), (x + 13 * size, y + 3)
    elbow = (x + 2 * size, y - 33 * size * beat - 4)
    end = (x - 26 * size, y - (33 * beat + 34 * tip) * size)
    trail = (x - 25 * size, y - 22 * size * beat)
    leading = [front, mix(front, elbow, 0.55), elbow, end]
    trailing = [end, mix(trail, end, 0.45), trail, back]
    _wash(canvas, hand, [*leading, *trailing[1:], front], colour)
    _ink(canvas, hand, leading, 2.8)
    _ink(canvas, hand, trailing)
    for part in (0.35, 0.65):
        a, b = mix(elbow, end, part), mix(trail, end, part * 0.75)
        _ink(canvas, hand, [mix(a, b, 0.25), mix(a, b, 0.9)], 1.3)


def _body(canvas, hand, x, y, turn):
    tail = 5 * math.sin(turn + 2.2)
    outline = [(x + 40, y - 12), (x + 26, y - 20), (x + 4, y - 12), (x - 30, y - 2), (x - 62, y - 4 + tail),
               (x - 58, y + 5 + tail), (x - 34, y + 8), (x, y + 17), (x + 28, y + 8), (x + 40, y - 6), (x + 40, y - 12)]
    _wash(canvas, hand, outline, rgb("fffaf0"))
    belly = [(x + 34, y - 2), (x + 20, y + 9), (x, y + 16), (x - 32, y + 8), (x - 4, y + 7), (x + 34, y - 2)]
    _wash(canvas, hand, belly, rgb("f3c9a5"))
    beak = [(x + 39, y - 13), (x + 53, y - 8), (x + 39, y - 5)]
    canvas.fill(canvas.polygon(beak), BEAK)
    _ink(canvas, hand, beak, 1.8)
    _ink(canvas, hand, outline[:6], 2.4)
    _ink(canvas, hand, outline[5:], 2.4)
    canvas.fill(canvas.ellipse(x + 30, y - 11, 2.2, 2.6), INK)


def _clouds(canvas, passed, hand):
    """Pen strokes of wind that go by once in a loop."""
    for lane, (y, length) in enumerate(((34, 34), (150, 46), (128, 26), (60, 22))):
        x = 280 - (passed + lane * 0.27) % 1 * 320
        _ink(canvas, hand, [(x, y), (x + length / 2, y - 1.5), (x + length, y)], 1.5)
