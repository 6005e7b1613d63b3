import { C, circle, darker, ellipse, lighter, line, mix, path, put, rect, times } from './base.mjs';
import { eighth, trebleClef } from './signs.mjs';

export const shadow = (x, y, rx) => ellipse(x, y, rx, rx * 0.09, C.ink, 'opacity=".4" filter="url(#soft)"');
const silhouette = (drawing) =>
  drawing.replace(/fill="(?!none)[^"]*"/g, `fill="${C.ink}"`).replace(/stroke="[^"]*"/g, `stroke="${C.ink}"`);
/** The soft shadow that a drawing throws on the wall behind it. */
export const cast = (...parts) =>
  `<g opacity=".28" filter="url(#soft)" transform="translate(26 30)">${parts.join('')}</g>`;
/** An instrument on a wall or a poster: its soft shadow, then itself. */
export const hung = (x, y, scale, turn, drawing) =>
  cast(put(x, y, scale, turn, silhouette(drawing))) + put(x, y, scale, turn, drawing);

/** A stool, 130 high, standing on y = 0. */
export const stool = (colour) =>
  line('M-40 -126L-56 0M40 -126L56 0M-48 -60H48', '#1a1526', 9) + ellipse(0, -130, 62, 15, colour);

/** A door with a round window, 200 × 420, standing on y = 0. */
export function door(colour, { light = '#ffe2a3', behind = '' } = {}) {
  return (
    rect(-118, -438, 236, 438, lighter(colour, 0.55), 6) +
    rect(-100, -420, 200, 420, colour, 4) +
    rect(-100, -420, 26, 420, '#fff', 4, 'opacity=".1"') +
    circle(0, -300, 70, darker(colour, 0.3)) +
    circle(0, -300, 60, light) +
    '<clipPath id="pane"><circle cx="0" cy="-300" r="58"/></clipPath>' +
    `<g clip-path="url(#pane)">${behind}</g>` +
    circle(0, -300, 60, 'none', `stroke="${darker(colour, 0.3)}" stroke-width="8"`) +
    rect(-70, -200, 140, 160, darker(colour, 0.14), 6) +
    circle(78, -196, 11, 'url(#brassdown)')
  );
}

/** A wall clock, 300 wide, with the wedge of its first twenty minutes lit. */
export const clock = () =>
  circle(0, 0, 158, C.ink) +
  circle(0, 0, 146, '#fffaf0') +
  path('M0 0V-124A124 124 0 0 1 107.4 62Z', C.saffron) +
  times(12, (at) => put(0, 0, 1, at * 30, line('M0 -132V-118', C.ink, at % 3 ? 4 : 8))) +
  line('M0 0V-96M0 0L86 50', C.ink, 9) +
  circle(0, 0, 11, C.coral);

/** A tram from the side, 700 wide, wheels on y = 0. */
export function tram(riders) {
  const windows = times(5, (at) => rect(-312 + at * 128, -250, 108, 112, '#cfe6df', 14));
  return (
    line('M-40 -330L10 -400L60 -330M-30 -400H60', C.ink, 7) +
    rect(-350, -320, 700, 300, C.coral, 46) +
    rect(-350, -290, 700, 168, C.paper, 20) +
    windows +
    `<clipPath id="tram">${windows}</clipPath><g clip-path="url(#tram)">${riders}</g>` +
    times(5, (at) =>
      rect(-312 + at * 128, -250, 108, 112, 'none', 14, `stroke="${C.ink}" stroke-width="7"`),
    ) +
    times(5, (at) => path(`M${-296 + at * 128} -152l40 -90h22l-40 90z`, '#fff', 'opacity=".4"')) +
    rect(-350, -120, 700, 12, C.saffron) +
    rect(-64, -252, 128, 214, darker(C.coral, 0.12), 8) +
    rect(-54, -240, 50, 190, '#cfe6df', 6) +
    rect(4, -240, 50, 190, '#cfe6df', 6) +
    rect(-340, -24, 680, 16, C.ink, 8) +
    [-230, -150, 150, 230].map((x) => circle(x, -8, 30, '#352c45') + circle(x, -8, 12, '#cdc9d9')).join('') +
    circle(334, -80, 13, '#ffe2a3')
  );
}

/** A ballot box with a paper going in, 340 wide, standing on y = 0. */
export const ballotBox = (colour = C.plum) =>
  shadow(0, 0, 210) +
  put(
    0,
    -330,
    1,
    -7,
    rect(-70, -130, 140, 200, '#fffaf0', 6),
    put(-2, -22, 0.72, 0, trebleClef(C.coral, 10)),
  ) +
  rect(-170, -270, 340, 270, colour, 12) +
  rect(-170, -270, 60, 270, '#fff', 12, 'opacity=".1"') +
  rect(-190, -290, 380, 40, lighter(colour, 0.14), 10) +
  rect(-96, -280, 192, 13, C.ink, 6) +
  circle(0, -126, 66, lighter(colour, 0.16)) +
  put(-10, -100, 0.8, 0, eighth(C.saffron));

/** A marimba from the front, 380 wide, standing on y = 0. */
export const marimba = () =>
  shadow(0, 0, 200) +
  line('M-168 -180L-190 0M168 -180L150 0', '#352c45', 10) +
  times(13, (at) => rect(-176 + at * 26, -190, 20, 150 - at * 7, 'url(#brass)', 9)) +
  times(13, (at) =>
    path(`M${-184 + at * 27} -236h25l2 ${54 - at * 1.4}h-25z`, at % 2 ? '#8f4a2c' : '#a55a32'),
  ) +
  rect(-196, -190, 384, 9, C.ink, 4);

/** A bassoon, 560 high, its middle at the origin. */
export const bassoon = () =>
  path('M-26 -280H2L6 -252H-30Z', '#fffaf0') +
  rect(-26, -256, 28, 520, 'url(#cherry)', 8) +
  rect(4, -90, 24, 354, 'url(#cherry)', 8) +
  rect(-30, 240, 62, 44, 'url(#silverdown)', 12) +
  line('M16 -90C16 -150 60 -160 74 -120L96 -96', '#cdc9d9', 7) +
  line('M92 -100l18 16', '#d9a860', 9) +
  [-200, -150, -100, -40, 20, 80, 140, 200]
    .map(
      (y, at) =>
        circle(-12, y, at % 2 ? 9 : 12, 'url(#silverdown)') +
        (at > 2 ? circle(16, y + 20, 10, 'url(#silverdown)') : ''),
    )
    .join('') +
  [-170, -60, 60, 180].map((y) => rect(-30, y, 36, 9, 'url(#silver)', 3)).join('');

/** A tree whose fruit are notes; `size` from 0 (a sprout) to 1. Roots in a pot on y = 0. */
export function noteTree(level, pot) {
  const leaf = (x, y, length, turn, colour) =>
    put(
      x,
      y,
      1,
      turn,
      path(
        `M0 0C${-length * 0.34} ${-length * 0.3} ${-length * 0.28} ${-length * 0.8} 0 ${-length}C${length * 0.28} ${-length * 0.8} ${length * 0.34} ${-length * 0.3} 0 0Z`,
        colour,
      ),
      line(`M0 0V${-length * 0.8}`, lighter(colour, 0.4), 2.4, 'opacity=".7"'),
    );
  const deep = darker(C.teal, 0.22);
  const fresh = mix(C.teal, C.saffron, 0.2);
  const heights = [150, 330, 430];
  const top = -96 - heights[level];
  const pairs = [1, 4, 6][level];
  const size = [86, 104, 120][level];
  const branches = times(pairs, (at) => {
    const y = -96 - heights[level] * (0.4 + (0.6 * at) / pairs);
    const reach = level === 2 ? 150 - Math.abs(at - 2.4) * 24 : 0;
    return [-1, 1]
      .map(
        (side) =>
          (reach
            ? line(
                `M0 ${y + 40}C${side * 30} ${y + 20} ${side * reach * 0.6} ${y} ${side * reach} ${y - 20}`,
                '#7a4128',
                11,
              )
            : '') +
          leaf(side * reach * 0.5, y + (reach ? 4 : 0), size, side * 62, at % 2 ? deep : C.teal) +
          (reach ? leaf(side * reach * 0.28, y + 20, size * 0.8, side * 24, fresh) : '') +
          leaf(side * reach * 0.9, y - (reach ? 16 : 0), size * 0.9, side * 34, at % 2 ? fresh : deep),
      )
      .join('');
  });
  return (
    shadow(0, 0, 120) +
    line(
      `M0 -90C-8 ${top * 0.5} 8 ${top * 0.7} 0 ${top + 10}`,
      level === 2 ? '#7a4128' : deep,
      [11, 16, 26][level],
    ) +
    branches +
    leaf(0, top + 24, size, 0, C.teal) +
    leaf(0, top + 30, size * 0.9, -34, fresh) +
    leaf(0, top + 30, size * 0.9, 34, deep) +
    path('M-86 -108H86L68 -4C48 6 -48 6 -68 -4Z', pot) +
    path('M-86 -108H-46L-34 2C-52 2 -64 0 -68 -4Z', '#fff', 'opacity=".2"') +
    rect(-96, -124, 192, 28, darker(pot, 0.15), 8)
  );
}

/** An easel with a painting of a violin's shape, 340 high × 300, standing on y = 0. */
export const easel = (painting) =>
  shadow(0, 0, 190) +
  line('M0 -640L-150 0M0 -640L150 0M0 -640V-30', '#8f4a2c', 16) +
  rect(-190, -560, 380, 400, '#fffaf0', 6) +
  rect(-176, -546, 352, 372, C.mist) +
  painting +
  rect(-210, -162, 420, 22, '#8f4a2c', 6) +
  rect(-36, -592, 72, 34, '#8f4a2c', 6);

/** A painter's palette, 220 wide. */
export const paintPalette = () =>
  path(
    'M-110 10C-110 -60 -40 -90 30 -84C100 -78 124 -20 104 24C92 50 62 30 44 44C26 58 40 84 4 86C-60 88 -110 64 -110 10Z',
    '#e5a252',
  ) +
  ellipse(20, 26, 20, 15, '#5f2014', 'opacity=".7"') +
  [
    [-70, -10, C.coral],
    [-36, -48, C.saffron],
    [12, -56, C.teal],
    [58, -40, C.plum],
    [-66, 38, C.ink],
  ]
    .map(([x, y, c]) => ellipse(x, y, 19, 16, c))
    .join('');

/** A round tree for a park, 400 high, standing on y = 0. */
export const tree = (colour) =>
  rect(-12, -180, 24, 180, darker(colour, 0.45), 6) +
  ellipse(0, -270, 110, 130, colour) +
  ellipse(-50, -230, 70, 80, darker(colour, 0.15)) +
  ellipse(40, -320, 60, 66, lighter(colour, 0.12), 'opacity=".7"');

/** A string of lamps that hangs from (x1, y1) to (x2, y2). */
export function lampString(x1, y1, x2, y2, sag, count) {
  const at = (t) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + sag * 4 * t * (1 - t)];
  return (
    line(`M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + sag * 2} ${x2} ${y2}`, C.ink, 3) +
    times(count, (index) => {
      const [x, y] = at((index + 0.5) / count);
      return circle(x, y + 12, 26, C.saffron, 'opacity=".22"') + circle(x, y + 12, 9, '#ffe9b8');
    })
  );
}
