"""A beach ball that bounces at dusk, with the animator's squash and stretch.
It loops: the last drawing leads into the first."""

import functools
import math

from .canvas import Canvas, mix, rgb, smooth

SKY = [(0.0, rgb("27335f")), (0.45, rgb("7d5a8c")), (0.75, rgb("e58a77")), (1.0, rgb("ffc58a"))]
FLOOR = rgb("4a3a66"), rgb("2c2749")
CORAL, CREAM = rgb("ff5a4f"), rgb("fff1dc")
FLOOR_Y, LANDING_Y, RADIUS = 172.0, 204.0, 36.0
PANELS = 6


def draw(index, count, scale=1, width=320, height=240):
    """Drawing `index` of `count`. The drawing is made for 320 x 240 points and cut to other sizes by `scale`."""
    canvas = Canvas(width, height)
    canvas.scale = height / 240 * scale
    canvas.pixels = list(_backdrop(width, height, canvas.scale))

    t = index / count
    # The ball touches the floor for the last and first ninth of the loop.
    touch = 1 / 9
    away = min(1.0, max(0.0, (t - touch / 2) / (1 - touch)))
    lift = 4 * away * (1 - away)
    near = min(t, 1 - t)
    squash = max(0.0, 1 - near / (touch / 2)) if near < touch / 2 else 0.0
    speed = abs(1 - 2 * away) * smooth((near - touch / 2) * 12)
    tall = 1 - 0.27 * smooth(squash) + 0.16 * speed
    wide = 1 / math.sqrt(tall)
    x = 160.0
    y = LANDING_Y - RADIUS * tall - lift * 112

    spread = 1 + 0.55 * lift
    canvas.fill(canvas.glow(x + 6, LANDING_Y + 1, RADIUS * 1.25 * wide * spread, 10 * spread, 1.3),
                rgb("120d26"), 0.75 - 0.5 * lift)
    _ball(canvas, x, y, RADIUS * wide, RADIUS * tall, turn=2 * math.pi * (t + 0.08) * 2 / PANELS)
    return canvas.png(opaque=True)


@functools.cache
def _backdrop(width, height, scale):
    """Sky, a low sun, hills and the floor, as pixels."""
    canvas = Canvas(width, height)
    canvas.scale = scale

    def sky(_, y):
        t = y / FLOOR_Y
        for (t0, a), (t1, b) in zip(SKY, SKY[1:]):
            if t <= t1:
                return mix(a, b, (t - t0) / (t1 - t0))
        return SKY[-1][1]
    canvas.fill(canvas.everything(), sky)
    # Flat rings round the sun, not a soft glow: a glow triples the size of each file.
    for radius in (78, 60, 44):
        canvas.fill(canvas.ellipse(236, 142, radius, radius), rgb("ffd9a0"), 0.16)
    canvas.fill(canvas.ellipse(236, 142, 28, 28), rgb("fff0c9"))
    for base, rise, length, phase, colour in ((150, 12, 70, 0.6, "8a5a86"), (163, 9, 47, 2.4, "63477a")):
        ridge = [(x, base - rise * math.sin(x / length + phase)) for x in range(0, 322, 2)]
        canvas.fill(canvas.polygon([(0, FLOOR_Y), *ridge, (321, FLOOR_Y)]), rgb(colour))
    canvas.fill(canvas.polygon([(0, FLOOR_Y), (321, FLOOR_Y), (321, 241), (0, 241)]),
                lambda _, y: mix(FLOOR[0], FLOOR[1], smooth((y - FLOOR_Y) / 68)))
    for y, reach in ((178, 44), (185, 30), (193, 38), (202, 20), (212, 26)):
        canvas.fill(canvas.stroke([(236 - reach, y, 2.5), (236 + reach, y, 2.5)]), rgb("ffc58a"), 0.28)
    return canvas.pixels


def _ball(canvas, cx, cy, rx, ry, turn):
    """A lit sphere of coloured panels whose pole leans to the viewer."""
    lean = 0.62
    cos_lean, sin_lean = math.cos(lean), math.sin(lean)
    light = (0.46, -0.62, 0.63)
    half = (0.255, -0.343, 0.904)

    def surface(x, y):
        u, v = (x - cx) / rx, (y - cy) / ry
        d = u * u + v * v
        if d > 0.999:
            u, v, d = u / math.sqrt(d) * 0.9995, v / math.sqrt(d) * 0.9995, 0.999
        w = math.sqrt(1 - d)
        # About the pole: longitude chooses the panel, with an edge one pixel soft.
        pole = -v * cos_lean + w * sin_lean
        across = v * sin_lean + w * cos_lean
        longitude = math.atan2(u, across) + turn
        ring = math.sqrt(max(1e-6, 1 - pole * pole))
        edge = math.sin(longitude * PANELS / 2) * 2 / PANELS * ring * canvas.scale * rx
        colour = mix(CREAM, CORAL, smooth(edge + 0.5))
        # The cap round the pole.
        colour = mix(colour, rgb("ffc845"), smooth((pole - 0.945) * canvas.scale * rx * 0.7 + 0.5))
        diffuse = max(0.0, u * light[0] + v * light[1] + w * light[2])
        shine = max(0.0, u * half[0] + v * half[1] + w * half[2]) ** 48
        shade = 0.42 + 0.66 * diffuse
        rim = (1 - w) ** 3 * max(0.0, v) * 0.35
        tint = mix((0.62, 0.52, 0.86), (1.0, 1.0, 1.0), smooth(diffuse * 1.5))
        return tuple(min(1.0, c * shade * k + shine * 0.55 + rim * warm)
                     for c, k, warm in zip(colour, tint, (1.0, 0.6, 0.5)))
    canvas.fill(canvas.ellipse(cx, cy, rx, ry), surface)
