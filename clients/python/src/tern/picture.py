"""Additions to the pictures that the engine draws."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from xml.etree import ElementTree

SVG: Final = "http://www.w3.org/2000/svg"

Point = tuple[float, float]


def with_arrows(svg: str, arrows: Iterable[tuple[str, str]]) -> str:
    """The picture with arrows from cell to cell; `ValueError` if there is no such cell."""
    arrows = list(arrows)
    if not arrows:
        return svg
    centres = cells(svg)
    for cell in (cell for arrow in arrows for cell in arrow):
        if cell not in centres:
            raise ValueError(f"there is no cell {cell!r} on this board")
    gap = _spacing(list(centres.values()))
    drawn = "".join(_arrow(centres[start], centres[end], gap) for start, end in arrows)
    body, end, rest = svg.rpartition("</svg>")
    return f'{body}<g class="arrows" fill="none" stroke-linecap="round" pointer-events="none">{drawn}</g>{end}{rest}'


def with_width(svg: str, width: int) -> str:
    """The picture so many pixels wide."""
    start, end = svg.index("<svg"), svg.index(">", svg.index("<svg"))
    tag = re.sub(r'\s(width|height)="[^"]*"', "", svg[start:end])
    return f'{svg[:start]}{tag} width="{width}"{svg[end:]}'


def cells(svg: str) -> dict[str, Point]:
    """The centre of every cell in the picture: an element that says `data-cell`."""
    found: dict[str, Point] = {}
    for element in ElementTree.fromstring(svg).iter():
        cell = element.get("data-cell")
        if cell is not None and cell not in found:
            centre = _centre(element)
            if centre is not None:
                found[cell] = centre
    return found


def _centre(element: ElementTree.Element) -> Point | None:
    def number(name: str) -> float:
        return float(element.get(name, "0"))

    kind = element.tag.removeprefix(f"{{{SVG}}}")
    if kind in ("circle", "ellipse"):
        return number("cx"), number("cy")
    if kind == "rect":
        return number("x") + number("width") / 2, number("y") + number("height") / 2
    if kind == "use":
        return number("x"), number("y")
    corners = re.findall(r"-?\d+\.?\d*", element.get("points", ""))
    if kind == "polygon" and corners:
        xs, ys = [float(x) for x in corners[::2]], [float(y) for y in corners[1::2]]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return None


def _spacing(points: list[Point]) -> float:
    """The distance between neighbours."""
    first, *others = points
    return min((abs(complex(*first) - complex(*other)) for other in others), default=1.0)


def _arrow(start: Point, end: Point, gap: float) -> str:
    """A shaft and a head that is open, so that what it points at can be seen; a ring if it leads nowhere."""
    a, b = complex(*start), complex(*end)
    style = f'stroke="#15781b" stroke-opacity=".75" stroke-width="{gap / 10:.2f}"'
    if a == b:
        return f'<circle cx="{a.real:.2f}" cy="{a.imag:.2f}" r="{gap * 0.42:.2f}" {style}/>'
    along = (b - a) / abs(b - a)
    tip, tail = b - along * gap * 0.12, a + along * gap * 0.25
    wings = [tip - along * gap * 0.28 * turn for turn in (complex(0.8, 0.6), complex(0.8, -0.6))]
    path = f"M{_xy(tail)}L{_xy(tip)}M{_xy(wings[0])}L{_xy(tip)}L{_xy(wings[1])}"
    return f'<path d="{path}" stroke-linejoin="round" {style}/>'


def _xy(point: complex) -> str:
    return f"{point.real:.2f} {point.imag:.2f}"
