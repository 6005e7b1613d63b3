import { C, circle, ellipse, line, path, rect, taper, times, tube } from './base.mjs';

const pad = (x, y, r, metal = 'brass') =>
  circle(x + 1.5, y + 2, r, '#3d160e', 'opacity=".45"') +
  circle(x, y, r, metal === 'brass' ? 'url(#brassdown)' : 'url(#silverdown)') +
  circle(x, y, r * 0.55, 'none', `stroke="${metal === 'brass' ? '#8d5217' : '#777189'}" stroke-width="1.6"`);

/** An alto saxophone, 560 high, bell to the right. */
export function saxophone() {
  const body = taper(
    [-4, -214],
    [
      [0, -120, 2, 40, 8, 150],
      [10, 236, 104, 250, 124, 176],
      [132, 130, 128, 90, 132, 50],
      [136, 10, 156, -30, 190, -62],
    ],
    [26, 50, 66, 78, 168],
  );
  return (
    path(body, '#3d160e', 'transform="translate(6 8)" opacity=".4"') +
    tube('M-118 -226C-96 -258 -40 -272 -18 -250C-8 -240 -5 -226 -4 -206', 19) +
    path('M-168 -190L-112 -238L-100 -222L-150 -176C-164 -168 -176 -178 -168 -190Z', '#171221') +
    line('M-128 -222L-114 -206', '#e7b04a', 7) +
    path(body, 'url(#brass)') +
    line('M-12 -190C-8 -100 -6 60 -4 156', '#fff3c8', 5, 'opacity=".8"') +
    line('M98 180C104 120 100 80 108 36', '#fff3c8', 6, 'opacity=".6"') +
    `<g transform="translate(190 -62) rotate(48)">${ellipse(0, 0, 86, 30, '#a8691f')}${ellipse(0, 2, 76, 24, '#4a2412')}${ellipse(-6, 8, 56, 13, '#7a4718', 'opacity=".8"')}${line('M-82 -6A86 30 0 0 1 82 -6', '#fff3c8', 4)}</g>` +
    rect(-20, -214, 32, 14, 'url(#brassdown)', 5) +
    path(taper([-16, 148], [[10, 152, 22, 150, 34, 144]], [12, 12]), '#8d5217') +
    path(taper([90, 150], [[108, 156, 138, 156, 160, 150]], [10, 10]), '#8d5217', 'opacity=".8"') +
    tube('M34 -180V120', 6) +
    tube('M-26 -150V90', 5) +
    [-176, -146, -116].map((y) => pad(6, y, 13)).join('') +
    pad(-20, -86, 9) +
    pad(40, -76, 10) +
    [-52, -18, 16].map((y) => pad(10, y, 15)).join('') +
    pad(12, 62, 19) +
    pad(14, 108, 20) +
    pad(120, 132, 22) +
    pad(118, 74, 22) +
    pad(56, 214, 15) +
    [-170, -128, -40, 8].map((y) => ellipse(-28, y, 6, 11, 'url(#ivory)')).join('') +
    line('M52 10C78 30 82 60 70 90M52 30C70 50 74 70 64 96', '#9a5c1c', 5)
  );
}

/** A trumpet, 620 long, bell to the right, mouthpiece left, lying along the x axis. */
export function trumpet() {
  const bell =
    'M60 -34C150 -34 214 -42 252 -64C276 -80 292 -100 300 -118L300 66C292 46 276 28 252 12C214 -10 150 -18 60 -18Z';
  const valve = (x) =>
    rect(x - 6, -112, 12, 40, 'url(#silver)', 4) +
    rect(x - 14, -122, 28, 12, 'url(#ivory)', 6) +
    rect(x - 19, -76, 38, 14, 'url(#brassdown)', 4) +
    rect(x - 18, -64, 36, 128, 'url(#brass)', 5) +
    rect(x - 19, 56, 38, 16, 'url(#brassdown)', 4) +
    circle(x, 78, 7, '#c98f33');
  return (
    tube('M-150 -26H-190C-246 -26 -246 62 -190 62H150C196 62 196 6 150 6H-20', 17) +
    tube('M70 -26H-190', 17) +
    tube('M-296 6H-20', 12) +
    path(
      'M-318 -8C-306 -2 -300 2 -286 2V10C-300 10 -306 14 -318 20C-324 14 -324 -2 -318 -8Z',
      'url(#silverdown)',
    ) +
    rect(-282, -1, 34, 14, 'url(#silver)', 5) +
    path(bell, 'url(#brassdown)') +
    line('M70 -30C160 -30 220 -40 256 -64', '#fff8da', 4, 'opacity=".9"') +
    ellipse(300, -26, 18, 93, '#a8691f') +
    ellipse(302, -26, 13, 84, '#5a2f12') +
    ellipse(299, -10, 7, 56, '#8d5217', 'opacity=".8"') +
    line('M300 -119A18 93 0 0 0 300 67', '#fff3c8', 3) +
    valve(-44) +
    valve(4) +
    valve(52) +
    tube('M28 24H92C112 24 112 46 92 46H28', 10) +
    line('M-90 -34C-102 -58 -74 -64 -70 -40', '#c98f33', 6) +
    line('M110 -34C102 -58 130 -62 132 -40', '#c98f33', 6) +
    rect(150, -4, 14, 76, 'url(#brassdown)', 5) +
    line('M-110 -18V54M96 -18V4', '#9a5c1c', 7)
  );
}

/** A flute, 720 long along the x axis, head to the left. */
export const flute = () =>
  tube('M-356 0H356', 26, 'silver') +
  rect(-366, -15, 20, 30, 'url(#silverdown)', 6) +
  rect(-170, -16, 26, 32, 'url(#silverdown)', 5) +
  rect(214, -16, 22, 32, 'url(#silverdown)', 5) +
  rect(340, -15, 18, 30, 'url(#silverdown)', 5) +
  ellipse(-270, -4, 40, 20, 'url(#silverdown)', 'stroke="#777189" stroke-width="1.5"') +
  ellipse(-270, -6, 13, 7, '#352c45') +
  tube('M-120 -17H206', 6, 'silver') +
  [-96, -62, -34, -2, 28, 66, 96, 126, 162, 192]
    .map((x, at) => pad(x, -7, at % 4 === 0 ? 11 : 15, 'silver'))
    .join('') +
  [256, 284, 312].map((x) => pad(x, -5, 13, 'silver')).join('') +
  line('M66 10C90 26 120 24 132 12M236 14C252 28 274 26 282 14', '#8b859c', 6);

/** A clarinet, 680 high, mouthpiece up, its middle at the origin. */
export function clarinet() {
  const ring = (y, w) => rect(-w / 2, y, w, 10, 'url(#silver)', 3);
  return (
    path('M-9 -338C-6 -346 8 -342 10 -334L15 -268H-15Z', '#171221') +
    rect(-15, -304, 30, 14, 'url(#silver)', 3) +
    rect(-14, -280, 28, 7, 'url(#silver)', 3) +
    path('M-16 -266H16L19 -202H-19Z', 'url(#ebony)') +
    path('M-18 -202H18L20 20H-20Z', 'url(#ebony)') +
    path('M-20 20H20L23 240H-23Z', 'url(#ebony)') +
    path('M-24 240H24C28 290 44 316 60 334H-60C-44 316 -28 290 -24 240Z', 'url(#ebony)') +
    ellipse(0, 334, 60, 9, '#0d0a14') +
    line('M-60 333A60 9 0 0 0 60 333', '#cdc9d9', 4) +
    ring(-272, 36) +
    ring(-206, 40) +
    ring(14, 44) +
    ring(236, 50) +
    line('M-8 -190V230', '#7a6f92', 3, 'opacity=".7"') +
    tube('M26 -160V0', 6, 'silver') +
    tube('M-28 60V220', 6, 'silver') +
    tube('M28 60V200', 5, 'silver') +
    [-150, -110, -72, -34, 56, 94, 132]
      .map((y) => circle(0, y, 12, 'url(#silverdown)') + circle(0, y, 6.5, '#171221'))
      .join('') +
    [
      [24, -176],
      [26, -130],
      [-24, -10],
      [-28, 176],
      [-26, 206],
      [26, 166],
      [24, 204],
    ]
      .map(([x, y]) => pad(x, y, 12, 'silver'))
      .join('') +
    ellipse(28, -60, 8, 18, 'url(#silverdown)') +
    ellipse(30, 96, 8, 20, 'url(#silverdown)') +
    ellipse(-32, 110, 8, 18, 'url(#silverdown)')
  );
}

/** A conductor's baton, 260 long. */
export const baton = () =>
  line('M0 0L230 -20', '#fffaf0', 6) + ellipse(-6, 1, 22, 11, C.saffron, 'transform="rotate(-5)"');

/** Straight pipes in a row, for a wall of sound: an organ's front. */
export const pipes = (count, width, heights) =>
  times(count, (at) => {
    const h = heights[at % heights.length];
    const x = at * width;
    return (
      rect(x + 2, -h, width - 4, h, 'url(#silver)', width * 0.2) +
      path(`M${x + width * 0.22} ${-h * 0.22}h${width * 0.56}l${-width * 0.28} ${-h * 0.1}z`, '#352c45')
    );
  });
