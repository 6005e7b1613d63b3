import { C, circle, ellipse, line, mirrored, path, put, rect, symmetric, times } from './base.mjs';

const VIOLIN = symmetric(
  [0, -180],
  [
    [40, -186, 90, -172, 90, -116],
    [90, -88, 74, -76, 64, -70],
    [68, -68, 72, -64, 76, -60],
    [50, -44, 46, 10, 84, 36],
    [80, 42, 78, 44, 76, 50],
    [94, 58, 110, 80, 108, 112],
    [106, 160, 60, 182, 0, 182],
  ],
);

const fHole = () =>
  line('M29 -36C40 -42 42 -22 38 -4C34 16 34 40 47 32', '#2a120d', 4.5) +
  circle(29, -32, 5, '#2a120d') +
  circle(47, 29, 5.5, '#2a120d') +
  line('M32 -2l12 -3', '#2a120d', 2);

/** A violin, or with `cello` a cello: 660 high, the body's middle at the origin. */
export function violin({ cello = false, varnish = cello ? 'cherry' : 'varnish' } = {}) {
  const peg = (y, side) =>
    line(`M${side * 8} ${y}L${side * 26} ${y - 2}`, '#1a1526', 6) +
    ellipse(side * 32, y - 2, 9, 7, 'url(#ebony)');
  return (
    (cello ? line('M0 180V262', '#77718a', 5) + circle(0, 184, 9, '#1a1526') : '') +
    path('M-15 -160L-11 -405L11 -405L15 -160Z', 'url(#rosewood)') +
    path('M-13 -398C-16 -430 -14 -462 -9 -474H9C14 -462 16 -430 13 -398Z', `url(#${varnish})`) +
    path('M-18 -474C-22 -498 -8 -512 4 -508C20 -504 22 -482 10 -474Z', `url(#${varnish})`) +
    line('M10 -484C10 -496 -6 -498 -8 -486C-8 -478 2 -478 3 -485', '#4a1f17', 3) +
    peg(-412, -1) +
    peg(-428, 1) +
    peg(-444, -1) +
    peg(-460, 1) +
    path(VIOLIN, '#3d160e', 'transform="translate(5 5)" opacity=".55"') +
    path(VIOLIN, `url(#${varnish})`) +
    line(VIOLIN, '#3d160e', 3, 'opacity=".85"') +
    line(VIOLIN, '#4a1f17', 1.6, 'transform="scale(.93 .955)" opacity=".8"') +
    path(
      'M-84 -130C-84 -165 -50 -174 -14 -176C-44 -160 -66 -140 -64 -96C-66 -84 -80 -96 -84 -130Z',
      '#ffd9a0',
      'opacity=".35"',
    ) +
    path(
      'M-102 116C-100 84 -86 66 -74 58C-84 84 -84 130 -60 160C-84 152 -102 140 -102 116Z',
      '#ffd9a0',
      'opacity=".28"',
    ) +
    fHole() +
    mirrored(fHole()) +
    path('M-15 -400H15L21 -44C10 -38 -10 -38 -21 -44Z', 'url(#ebony)') +
    path('M-9 58H9C20 62 24 74 20 92L8 168H-8L-20 92C-24 74 -20 62 -9 58Z', 'url(#ebony)') +
    (cello
      ? ''
      : path(
          'M-70 118C-74 150 -40 172 -8 168C-14 152 -22 128 -40 114C-52 106 -68 106 -70 118Z',
          'url(#ebony)',
        )) +
    path(
      'M-28 16C-26 2 -20 -6 0 -8C20 -6 26 2 28 16H18C16 8 10 8 9 16H-9C-10 8 -16 8 -18 16Z',
      '#f3d9a4',
      'stroke="#a8691f" stroke-width="1.5"',
    ) +
    times(4, (at) =>
      line(`M${-8 + at * 5.4} -404L${-14 + at * 9.4} -6L${-7.5 + at * 5} 64`, '#f4efe6', 1.7),
    ) +
    rect(-12, -406, 24, 5, '#f3e6cf', 2)
  );
}

/** A bow, 520 long, lying along the x axis. */
export const bow = () =>
  line('M-260 0C-120 12 120 12 252 -4', '#7a2c14', 7) +
  line('M-252 14L246 8', '#fff7e6', 4.5) +
  path('M-262 -6h36l6 24h-42z', 'url(#ebony)') +
  circle(-241, 7, 4, '#e9e4f0') +
  path('M240 -8l16 -2l-4 22l-10 -2z', '#7a2c14');

const GUITAR = symmetric(
  [0, -150],
  [
    [54, -160, 106, -142, 106, -84],
    [106, -40, 78, -32, 79, 6],
    [80, 48, 136, 52, 136, 122],
    [136, 192, 70, 210, 0, 210],
  ],
);

function fretboard(strings, scale, width) {
  const nut = 115 - scale;
  const frets = times(strings === 4 ? 14 : 16, (at) => {
    const y = 115 - scale / 2 ** ((at + 1) / 12);
    return line(`M${-width / 2 - 1} ${y}H${width / 2 + 1}`, '#d8cfc0', 2);
  });
  const dots = [3, 5, 7, 9]
    .map((fret) => {
      const y = 115 - (scale / 2 ** (fret / 12) + scale / 2 ** ((fret - 1) / 12)) / 2;
      return circle(0, y, 4, '#fbf7f0');
    })
    .join('');
  const strung = times(strings, (at) => {
    const part = strings === 1 ? 0 : at / (strings - 1) - 0.5;
    return line(`M${part * (width - 8)} ${nut}L${part * (width + 6)} 116`, '#fdf6e4', 2.4 - at * 0.2);
  });
  return { nut, frets, dots, strung };
}

/** An acoustic guitar, 760 high with six strings; a ukulele has four and a shorter neck. The sound hole is near the origin. */
export function guitar({ strings = 6, top = 'spruce', scale = strings === 4 ? 430 : 590 } = {}) {
  const width = strings === 4 ? 38 : 44;
  const { nut, frets, dots, strung } = fretboard(strings, scale, width);
  const pegs = times(strings, (at) => {
    const side = at < strings / 2 ? -1 : 1;
    const y = nut - 24 - (at % (strings / 2)) * (strings === 4 ? 42 : 30);
    return (
      line(`M${side * 22} ${y}H${side * 38}`, '#9a5c1c', 4) +
      ellipse(side * 44, y, 10, 7, 'url(#ivory)') +
      circle(side * 12, y, 4, '#e7b04a')
    );
  });
  return (
    pegs +
    path(
      `M-20 ${nut + 4}L-28 ${nut - 108}C-20 ${nut - 122} 20 ${nut - 122} 28 ${nut - 108}L20 ${nut + 4}Z`,
      'url(#rosewood)',
    ) +
    path(GUITAR, '#3d160e', 'transform="translate(8 7)" opacity=".55"') +
    path(GUITAR, `url(#${top})`) +
    line(GUITAR, '#5f2014', 6) +
    line(GUITAR, '#fbf0d4', 2, 'transform="scale(.965 .97)" opacity=".9"') +
    path(
      'M-98 -92C-98 -128 -72 -142 -44 -144C-70 -126 -84 -96 -82 -62C-92 -70 -98 -78 -98 -92Z',
      '#fff',
      'opacity=".3"',
    ) +
    path(
      'M-128 118C-126 86 -112 70 -98 58C-110 90 -112 140 -84 178C-110 166 -128 146 -128 118Z',
      '#fff',
      'opacity=".22"',
    ) +
    circle(0, -22, 56, 'none', 'stroke="#7a2c14" stroke-width="3" stroke-dasharray="5 4"') +
    circle(0, -22, 51, 'none', `stroke="${C.teal}" stroke-width="4"`) +
    circle(0, -22, 46, '#1d0f12') +
    (strings === 4 ? '' : path('M34 6C58 20 74 54 62 82C46 78 30 52 24 22Z', '#5f2014', 'opacity=".9"')) +
    rect(-width / 2, nut, width, 72 - nut - 86, 'url(#rosewood)', 2) +
    frets +
    dots +
    rect(-width / 2 - 1, nut - 4, width + 2, 7, '#fbf7f0', 2) +
    rect(-52, 106, 104, 20, 'url(#rosewood)', 8) +
    rect(-34, 110, 68, 4, '#fbf7f0', 2) +
    strung +
    times(strings, (at) => circle((at / (strings - 1) - 0.5) * (width + 6), 120, 3, '#fbf7f0'))
  );
}

/** A concert harp, 640 high: pillar left, sound box right. */
export function harp() {
  const neck = (t) => {
    const u = 1 - t;
    const at = (a, b, c, d) => u ** 3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t ** 3 * d;
    return [at(-142, -60, 40, 186), at(-268, -300, -96, -196)];
  };
  const strung = times(26, (at) => {
    const [x, y] = neck(0.05 + (at / 25) * 0.88);
    const foot = 290 - ((x + 120) / 306) * 450;
    const colour = at % 7 === 2 ? C.coral : at % 7 === 5 ? '#4b4060' : '#fff4da';
    return line(`M${x} ${y}V${Math.max(y + 12, foot)}`, colour, 1.9);
  });
  return (
    ellipse(-20, 316, 190, 18, C.ink, 'opacity=".35" filter="url(#soft)"') +
    path('M-118 300L176 -166C192 -190 222 -186 224 -160C224 -60 150 200 60 306Z', 'url(#cherry)') +
    path('M-118 300L176 -166C184 -178 196 -178 200 -172C160 -40 40 200 -60 304Z', 'url(#spruce)') +
    strung +
    line('M-146 -270C-60 -306 40 -104 190 -196', '#7a2c14', 34) +
    line('M-146 -274C-60 -310 40 -108 190 -200', '#cf6a34', 22) +
    line('M-142 -282C-58 -316 42 -116 186 -206', '#f0b070', 5) +
    path(
      'M-168 -262C-172 -306 -112 -318 -108 -276C-108 -262 -122 -258 -128 -262L-124 296H-160L-156 -262Z',
      'url(#brass)',
    ) +
    line('M-152 -220V280M-143 -220V280M-134 -220V280', '#8d5217', 2, 'opacity=".7"') +
    circle(-138, -284, 15, 'url(#cymbal)') +
    rect(-170, -230, 60, 12, 'url(#brassdown)', 6) +
    rect(-170, 262, 60, 14, 'url(#brassdown)', 6) +
    path('M-184 296H96C106 296 108 318 96 320H-188C-198 318 -194 296 -184 296Z', 'url(#cherry)') +
    times(7, (at) => line(`M${-80 + at * 20} 312v12`, '#e7b04a', 7))
  );
}

/** A violin with its bow laid across. */
export const violinAndBow = () => violin() + put(40, 60, 1, -62, bow());
