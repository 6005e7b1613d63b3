import {
  blend,
  C,
  circle,
  darker,
  ellipse,
  glow,
  lighter,
  line,
  mix,
  path,
  put,
  rect,
  times,
} from './base.mjs';

/** A music room by day: wall, floor, window with late sun, its patch of light on the wall, a plant, a rug. */
export function room(
  w,
  h,
  {
    wall = C.blush,
    window: kind = 'arch',
    side = 'left',
    plant = 'right',
    rug = C.plum,
    floor = h * 0.76,
    sky = 'dusk',
  } = {},
) {
  const wx = side === 'left' ? w * 0.2 : w * 0.8;
  const lean = side === 'left' ? 1 : -1;
  return (
    blend('roomwall', 60, [0, lighter(wall, 0.28)], [1, mix(wall, C.coral, 0.16)]) +
    blend('roomfloor', 90, [0, '#c98a58'], [1, '#8a5234']) +
    rect(0, 0, w, h, 'url(#roomwall)') +
    (kind && sky !== 'night'
      ? path(
          `M${wx + lean * 130} ${h * 0.06}L${wx + lean * 330} ${h * 0.14}L${wx + lean * 480} ${floor}H${wx + lean * 190}Z`,
          '#ffe2a3',
          'opacity=".4"',
        )
      : '') +
    rect(0, floor, w, h - floor, 'url(#roomfloor)') +
    times(5, (at) => line(`M0 ${floor + 8 + at * at * 9}H${w}`, '#6d3a22', 2, 'opacity=".4"')) +
    rect(0, floor - 16, w, 16, lighter(wall, 0.5)) +
    rect(0, floor - 2, w, 4, '#6d3a22', 0, 'opacity=".35"') +
    (kind ? windowPane(wx, floor - 70, h * 0.6, kind, sky) : '') +
    (rug
      ? ellipse(w / 2, floor + (h - floor) * 0.52, w * 0.4, (h - floor) * 0.36, rug) +
        ellipse(
          w / 2,
          floor + (h - floor) * 0.52,
          w * 0.36,
          (h - floor) * 0.29,
          'none',
          `stroke="${C.saffron}" stroke-width="4" stroke-dasharray="14 9" opacity=".9"`,
        )
      : '') +
    (plant ? put(plant === 'right' ? w * 0.9 : w * 0.1, floor + 34, 1, 0, plantPot()) : '')
  );
}

/** A window that stands on (x, y), with a skyline behind it. */
export function windowPane(x, y, h, kind, sky) {
  const w = h * 0.52;
  const top =
    kind === 'arch'
      ? `M${x - w / 2} ${y}V${y - h + w / 2}A${w / 2} ${w / 2} 0 0 1 ${x + w / 2} ${y - h + w / 2}V${y}Z`
      : `M${x - w / 2} ${y}V${y - h}H${x + w / 2}V${y}Z`;
  const colours =
    sky === 'night'
      ? [C.ink, C.plum, '#a35a7a']
      : sky === 'day'
        ? ['#9fd0cb', '#d9ece4', '#fdf0d4']
        : ['#7d4a86', '#e58a5f', '#fbd58a'];
  const id = `sky${Math.round(x)}${Math.round(y)}`;
  return (
    blend(id, 90, [0, colours[0]], [0.6, colours[1]], [1, colours[2]]) +
    `<clipPath id="clip${id}"><path d="${top}"/></clipPath>` +
    `<g clip-path="url(#clip${id})">${path(top, `url(#${id})`)}${circle(x + w * 0.12, y - h * 0.3, w * 0.2, sky === 'night' ? '#fbf0d4' : '#fff2c6', 'opacity=".95"')}` +
    times(7, (at) =>
      rect(
        x - w / 2 + (at * w) / 7,
        y - h * (0.14 + 0.07 * ((at * 5) % 4)),
        w / 7 + 1,
        h,
        sky === 'day' ? '#5e9a94' : '#55305f',
        0,
        'opacity=".85"',
      ),
    ) +
    times(10, (at) =>
      rect(
        x - w / 2 + 8 + ((at * 37) % (w - 16)),
        y - h * 0.1 + ((at * 13) % 20) - 8,
        5,
        7,
        C.saffron,
        0,
        'opacity=".8"',
      ),
    ) +
    '</g>' +
    line(`${top}M${x} ${y}V${y - h}M${x - w / 2} ${y - h * 0.42}H${x + w / 2}`, '#fffaf0', 10) +
    line(top, '#d9b9a6', 2, 'opacity=".8"') +
    rect(x - w / 2 - 18, y - 4, w + 36, 16, '#fffaf0', 4) +
    rect(x - w / 2 - 18, y + 10, w + 36, 5, '#c99f8a', 2, 'opacity=".6"')
  );
}

/** A plant in a pot, standing on y = 0, about 300 high. */
export function plantPot({ pot = C.coral, leaf = C.teal } = {}) {
  const leaves = [
    [-62, 190],
    [-38, 250],
    [-14, 290],
    [12, 300],
    [36, 262],
    [60, 204],
    [-80, 130],
    [78, 140],
  ];
  return (
    ellipse(0, 0, 70, 10, C.ink, 'opacity=".3" filter="url(#soft)"') +
    leaves
      .map(([turn, length], at) =>
        put(
          0,
          -84,
          1,
          turn * 0.75,
          path(
            `M0 0C${-length * 0.2} ${-length * 0.3} ${-length * 0.16} ${-length * 0.62} 0 ${-length * 0.78}C${length * 0.16} ${-length * 0.62} ${length * 0.2} ${-length * 0.3} 0 0Z`,
            at % 2 ? leaf : darker(leaf, 0.25),
          ),
          line(`M0 0V${-length * 0.68}`, lighter(leaf, 0.4), 2.4, 'opacity=".7"'),
        ),
      )
      .join('') +
    path('M-56 -96H56L44 -4C30 4 -30 4 -44 -4Z', pot) +
    path('M-56 -96H-30L-22 0C-34 0 -42 -2 -44 -4Z', '#fff', 'opacity=".2"') +
    rect(-62, -108, 124, 22, darker(pot, 0.15), 6)
  );
}

/** A lamp that hangs from (x, 0) down to y and shines. */
export const lamp = (x, y, colour = C.teal) =>
  glow(`lamp${x}`, '#ffe2a3', 0.85) +
  line(`M${x} -10V${y - 46}`, C.ink, 4) +
  circle(x, y + 20, 170, `url(#lamp${x})`) +
  path(
    `M${x - 62} ${y}C${x - 58} ${y - 46} ${x - 20} ${y - 56} ${x} ${y - 56}C${x + 20} ${y - 56} ${x + 58} ${y - 46} ${x + 62} ${y}Z`,
    colour,
  ) +
  ellipse(x, y, 62, 9, '#fff0c4');
