import { C, circle, line, path, put, rect, times } from './base.mjs';
import { keyboard } from './keys.mjs';

/** A record player as seen from above, 300 × 260. */
export function turntable({ label = C.coral } = {}) {
  return (
    rect(-150, -130, 300, 260, '#352c45', 18) +
    rect(-150, -130, 300, 256, 'url(#lacquer)', 18) +
    circle(-26, 0, 112, '#0f0b18') +
    [104, 92, 80, 68, 56]
      .map((r) => circle(-26, 0, r, 'none', 'stroke="#4b4060" stroke-width="1.6"'))
      .join('') +
    path('M-26 0L-120 -54A108 108 0 0 1 -72 -98Z', '#fff', 'opacity=".13"') +
    path('M-26 0L68 54A108 108 0 0 1 20 98Z', '#fff', 'opacity=".13"') +
    circle(-26, 0, 40, label) +
    circle(-26, 0, 40, 'none', 'stroke="#fff" stroke-width="2" opacity=".4"') +
    circle(-26, 0, 5, '#fbf7f0') +
    circle(112, -92, 25, '#4b4060') +
    circle(112, -92, 14, 'url(#silverdown)') +
    line('M112 -92L116 20L74 66', 'url(#silver)', 8) +
    line('M113 -80L116 20L74 66', '#e9e4f0', 6) +
    put(74, 66, 1, 40, rect(-10, -8, 20, 28, '#e9e4f0', 4)) +
    rect(104, 60, 16, 56, '#171221', 6) +
    rect(98, 84, 28, 12, '#e9e4f0', 4) +
    circle(-132, 112, 9, C.saffron)
  );
}

/** A two-channel mixer as seen from above, 190 × 260. */
export const mixer = () =>
  rect(-95, -130, 190, 260, 'url(#lacquer)', 14) +
  times(6, (at) => {
    const x = at % 2 ? 46 : -46;
    const y = -96 + Math.floor(at / 2) * 44;
    return (
      circle(x, y, 16, '#4b4060') +
      circle(x, y, 11, '#1a1526') +
      line(`M${x} ${y}l${[6, -7, 2, 8, -4, 5][at]} -9`, C.saffron, 3.5)
    );
  }) +
  times(
    8,
    (at) =>
      rect(-9, -100 + at * 13, 7, 9, at < 2 ? C.coral : at < 4 ? C.saffron : '#4fb3a5', 2) +
      rect(4, -100 + at * 13, 7, 9, at < 3 ? '#4b4060' : '#4fb3a5', 2),
  ) +
  [-46, 46]
    .map((x) => rect(x - 3, 20, 6, 62, '#0f0b18', 3) + rect(x - 13, x < 0 ? 34 : 54, 26, 13, '#e9e4f0', 4))
    .join('') +
  rect(-46, 104, 92, 6, '#0f0b18', 3) +
  rect(8, 97, 14, 21, '#e9e4f0', 4);

/** Headphones from the front, 240 wide; the band's middle at the origin. */
export const headphones = ({ colour = C.coral } = {}) =>
  line('M-104 40C-116 -120 116 -120 104 40', '#171221', 24) +
  line('M-104 40C-116 -120 116 -120 104 40', colour, 13) +
  line('M-70 -58C-30 -92 40 -90 74 -54', '#fff', 4, 'opacity=".45"') +
  [-1, 1]
    .map(
      (side) =>
        rect(side * 104 - 26, 16, 52, 100, '#171221', 24) + rect(side * 116 - 14, 26, 30, 80, colour, 15),
    )
    .join('');

/** A controller with pads, knobs and keys as seen from above, 560 × 320. */
export function controller() {
  const lit = [C.coral, C.saffron, '#4fb3a5', '#9a6bb0'];
  return (
    rect(-280, -160, 560, 326, '#120e1c', 22) +
    rect(-280, -160, 560, 316, 'url(#lacquer)', 22) +
    times(16, (at) => {
      const x = 22 + (at % 4) * 60;
      const y = -142 + Math.floor(at / 4) * 44;
      const on = [0, 2, 5, 7, 8, 11, 13].includes(at);
      return (
        rect(x, y, 52, 37, on ? lit[at % 4] : '#4b4060', 8) +
        (on ? rect(x, y, 52, 12, '#fff', 6, 'opacity=".28"') : '')
      );
    }) +
    rect(-256, -138, 150, 70, '#0f0b18', 8) +
    line('M-246 -102h14l6 -20l8 40l8 -52l8 60l8 -40l6 22l8 -34l8 44l8 -24h36', '#6fd0c0', 3.5) +
    times(8, (at) => {
      const x = -236 + (at % 4) * 66;
      const y = -36 + Math.floor(at / 4) * 0;
      return at < 4
        ? circle(x, y, 19, '#4b4060') +
            circle(x, y, 13, '#1a1526') +
            line(`M${x} ${y}l${at * 5 - 8} -11`, C.saffron, 4)
        : '';
    }) +
    rect(-86, -138, 84, 30, C.coral, 8) +
    rect(-86, -100, 38, 30, '#4b4060', 8) +
    rect(-40, -100, 38, 30, '#4b4060', 8) +
    `<g transform="translate(-262 40)">${keyboard(15, 34.9, 106, { pressed: [2, 4, 6] })}</g>`
  );
}

/** A loudspeaker, 200 × 340, standing on y = 0. */
export const speaker = ({ colour = '#2b2340' } = {}) =>
  rect(-100, -340, 200, 340, colour, 14) +
  rect(-100, -340, 30, 340, '#fff', 14, 'opacity=".08"') +
  [
    [-248, 44, 16],
    [-112, 76, 26],
  ]
    .map(
      ([y, r, inner]) =>
        circle(0, y, r + 8, '#120e1c') +
        circle(0, y, r, '#4b4060') +
        circle(0, y, r * 0.78, '#2b2340') +
        circle(0, y, inner, C.saffron),
    )
    .join('');
