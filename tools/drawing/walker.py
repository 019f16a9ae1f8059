"""A little fellow, walking on the spot: two-bone legs whose feet follow a
path (half the cycle on the ground, half in the air), knees by the law of
cosines. Made for 96 x 96 points; `scale` 2 gives the @2x pictures."""

import math

from .canvas import Canvas, distance, mix, rgb

SIZE = 96
COAT, COAT_DARK, SKIN, HAT = rgb("2f8f83"), rgb("1f6b66"), rgb("ffd3ae"), rgb("f2a33a")
LEG, LEG_DARK, SHOE, SCARF = rgb("38405f"), rgb("2a3049"), rgb("7a3b2e"), rgb("e4574c")
GROUND, BONE, STRIDE, LIFT = 88.0, 13.5, 13.0, 8.0


def draw(index, count, scale=1):
    """Drawing `index` of `count`: two steps are one loop."""
    canvas = Canvas(SIZE, SIZE, scale)
    cycle = index / count
    bob = 1.8 * math.cos(4 * math.pi * cycle)
    hip = (47.0, 62.0 + bob)
    canvas.fill(canvas.glow(48, GROUND + 2.5, 26, 4.5, 1.2), rgb("101426"), 0.45)
    swing = math.cos(2 * math.pi * cycle)
    _arm(canvas, hip, -swing, COAT_DARK)
    _leg(canvas, hip, (cycle + 0.5) % 1, LEG_DARK)
    _leg(canvas, hip, cycle, LEG)
    _scarf(canvas, hip, cycle)
    _body(canvas, hip)
    _arm(canvas, hip, swing, mix(COAT, COAT_DARK, 0.35))
    return canvas.png(opaque=False)


def _leg(canvas, hip, cycle, colour):
    if cycle < 0.5:
        along, lift = 1 - 4 * cycle, 0.0
    else:
        u = (cycle - 0.5) * 2
        along, lift = -math.cos(math.pi * u), math.sin(math.pi * u) ** 1.2 * LIFT
    ankle = (hip[0] + STRIDE * along, GROUND - 3 - lift)
    dx, dy = ankle[0] - hip[0], ankle[1] - hip[1]
    reach = min(distance(dx, dy), 2 * BONE * 0.999)
    direction = math.atan2(dy, dx) - math.acos(reach / (2 * BONE))
    knee = (hip[0] + BONE * math.cos(direction), hip[1] + BONE * math.sin(direction))
    canvas.fill(canvas.stroke([(*hip, 9.5), (*knee, 7.5), (*ankle, 6)]), colour)
    tip = 0.55 * max(0.0, lift / LIFT) if along < 0.4 else -0.35 * max(0.0, lift / LIFT)
    toe = (ankle[0] + 8 * math.cos(tip), ankle[1] + 0.6 + 8 * math.sin(tip))
    canvas.fill(canvas.stroke([(ankle[0] - 0.5, ankle[1] + 0.4, 6.4), (*toe, 5)]), SHOE)


def _body(canvas, hip):
    x, y = hip
    canvas.fill(canvas.stroke([(x, y + 1, 21), (x + 2, y - 16, 17)]),
                lambda px, _: mix(COAT_DARK, COAT, min(1.0, max(0.0, (px - x + 11) / 12))))
    canvas.fill(canvas.stroke([(x - 8, y - 17.5, 6), (x + 11, y - 17.5, 6)]), SCARF)
    head = (x + 4, y - 30)
    canvas.fill(canvas.ellipse(*head, 13, 12.5),
                lambda px, py: mix(SKIN, rgb("e59a78"), min(1.0, max(0.0, (head[0] - 2 - px + py - head[1]) / 22))))
    canvas.fill(canvas.ellipse(head[0] + 7.5, head[1] - 0.5, 1.5, 2.3), rgb("2a2438"))
    canvas.fill(canvas.ellipse(head[0] + 8, head[1] - 1.2, 0.6, 0.7), rgb("ffffff"))
    canvas.fill(canvas.ellipse(head[0] + 12.8, head[1] + 2, 2.4, 2), rgb("f7b58d"))
    canvas.fill(canvas.glow(head[0] + 4.5, head[1] + 4.5, 3.6, 2.6, 1.0), rgb("f0655a"), 0.6)
    # The hat covers the upper part of the head.
    arch = [(head[0] + 13.6 * math.cos(a), head[1] - 4 + 14 * math.sin(a))
            for a in (math.pi + math.pi * i / 20 for i in range(21))]
    canvas.fill(canvas.polygon(arch), lambda px, _: mix(rgb("d9822b"), HAT, min(1.0, max(0.0, (px - x + 6) / 12))))
    canvas.fill(canvas.stroke([(head[0] - 13, head[1] - 4, 4.6), (head[0] + 13.5, head[1] - 4, 4.6)]), rgb("ffd07a"))
    canvas.fill(canvas.ellipse(head[0] - 1, head[1] - 18.5, 3.8, 3.8), rgb("fff1d6"))


def _arm(canvas, hip, swing, colour):
    shoulder = (hip[0] + 1, hip[1] - 14)
    upper = 0.75 * swing
    elbow = (shoulder[0] + 9 * math.sin(upper), shoulder[1] + 9 * math.cos(upper))
    lower = upper + 0.55 + 0.25 * swing
    hand = (elbow[0] + 8 * math.sin(lower), elbow[1] + 8 * math.cos(lower))
    canvas.fill(canvas.stroke([(*shoulder, 7), (*elbow, 6), (*hand, 5.4)]), colour)
    canvas.fill(canvas.ellipse(*hand, 3.2, 3.2), SKIN)


def _scarf(canvas, hip, cycle):
    x, y = hip[0] - 7, hip[1] - 17
    points = []
    for step in range(9):
        along = step / 8
        wave = 3.2 * along * math.sin(2 * math.pi * (2 * cycle - along * 0.9))
        points.append((x - 20 * along, y + 1.5 * along + wave, 5.6 - 1.4 * along))
    canvas.fill(canvas.stroke(points), mix(SCARF, rgb("a83a3c"), 0.45))
