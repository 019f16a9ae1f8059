"""A comet that runs round a tilted ring, on clear ground: all of it is soft
alpha, so a wrong background or a wrong premultiplication shows at once."""

import math

from .canvas import Canvas, mix, rgb

SIZE = 160
HEAD, MIDDLE, TAIL = rgb("ffffff"), rgb("58d7ff"), rgb("7a3cff")
STEPS = 36


def draw(index, count, scale=1):
    """Drawing `index` of `count`: one turn is one loop."""
    canvas = Canvas(SIZE, SIZE, scale)
    turn = 2 * math.pi * index / count
    places = []
    for step in range(STEPS):
        places.append((step / (STEPS - 1), _place(turn - 0.115 * step)))
    # The far half of the ring first, so that the near half lies over it.
    places.sort(key=lambda item: item[1][2])
    for back, (x, y, near) in places:
        colour = mix(HEAD, MIDDLE, min(1.0, back * 5)) if back < 0.2 else mix(MIDDLE, TAIL, (back - 0.2) / 0.8)
        size = (15 * (1 - back) ** 0.8 + 3) * (0.78 + 0.3 * near)
        canvas.add(canvas.glow(x, y, size, size, 1.6), colour, 0.34 * (1 - back) ** 1.4 + 0.015)
    x, y, near = _place(turn)
    size = 0.78 + 0.3 * near
    canvas.add(canvas.glow(x, y, 30 * size, 30 * size, 3.0), MIDDLE, 0.55)
    canvas.fill(canvas.glow(x, y, 11 * size, 11 * size, 1.0), HEAD)
    _sparks(canvas, index, count)
    return canvas.png(opaque=False)


def _place(angle):
    """Where the ring is at `angle`, and how near: 0 behind, 1 in front."""
    x, y = 52 * math.cos(angle), 25 * math.sin(angle)
    lean = -0.36
    return (80 + x * math.cos(lean) - y * math.sin(lean),
            80 + x * math.sin(lean) + y * math.cos(lean), (math.sin(angle) + 1) / 2)


def _sparks(canvas, index, count):
    """Specks left behind: each is born once in the loop, drifts outward and fades."""
    for spark in range(count // 2):
        born = spark * 2
        age = (index - born) % count / count
        if age > 0.6:
            continue
        x, y, near = _place(2 * math.pi * born / count)
        away = 1 + 0.30 * age * (1 + spark % 3)
        x, y = 80 + (x - 80) * away, 80 + (y - 80) * away - 6 * age
        size = (2.6 - 2.4 * age) * (0.8 + 0.4 * near)
        canvas.add(canvas.glow(x, y, size, size, 1.0), mix(MIDDLE, HEAD, 0.5), 0.9 * (1 - age / 0.6))
