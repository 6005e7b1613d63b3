import { C, circle, ellipse, line, path, put, rect, times } from './base.mjs';
import { keyboard } from './keys.mjs';

function shell(x, y, w, h, colour) {
  const lugs = times(4, (at) => rect(x + 12 + (at * (w - 30)) / 3, y + 18, 7, h - 34, 'url(#silver)', 3));
  return (
    path(`M${x} ${y}V${y + h}A${w / 2} ${w * 0.13} 0 0 0 ${x + w} ${y + h}V${y}Z`, colour) +
    path(
      `M${x} ${y}V${y + h}A${w / 2} ${w * 0.13} 0 0 0 ${x + w * 0.3} ${y + h + w * 0.1}V${y}Z`,
      '#fff',
      'opacity=".16"',
    ) +
    path(
      `M${x + w * 0.8} ${y}V${y + h + w * 0.07}A${w / 2} ${w * 0.13} 0 0 0 ${x + w} ${y + h}V${y}Z`,
      C.ink,
      'opacity=".25"',
    ) +
    lugs +
    line(`M${x} ${y + h - 6}A${w / 2} ${w * 0.13} 0 0 0 ${x + w} ${y + h - 6}`, '#cdc9d9', 8) +
    line(`M${x} ${y + 8}A${w / 2} ${w * 0.13} 0 0 0 ${x + w} ${y + 8}`, '#cdc9d9', 8) +
    ellipse(x + w / 2, y, w / 2, w * 0.13, 'url(#skin)', 'stroke="#cdc9d9" stroke-width="6"')
  );
}

const cymbal = (x, y, r, turn) =>
  put(
    x,
    y,
    1,
    turn,
    ellipse(0, 0, r, r * 0.2, 'url(#cymbal)'),
    ellipse(0, 0, r * 0.66, r * 0.12, 'none', 'stroke="#a8691f" stroke-width="1.5" opacity=".7"'),
    ellipse(0, -r * 0.05, r * 0.22, r * 0.09, '#fdeeb8'),
    circle(0, -r * 0.12, 4, '#77718a'),
  );
const stand = (x, y, foot) =>
  line(`M${x} ${y}L${foot} -24M${foot} -40L${foot - 34} 0M${foot} -40L${foot + 34} 0`, '#8b859c', 6);

/** A drum kit from the front, about 700 wide, standing on y = 0. */
export function drumKit({ colour = C.coral } = {}) {
  return (
    ellipse(0, 2, 380, 24, C.ink, 'opacity=".45" filter="url(#soft)"') +
    stand(-250, -330, -236) +
    stand(262, -372, 250) +
    stand(-300, -212, -300) +
    stand(-190, -190, -190) +
    shell(150, -176, 152, 128, colour) +
    line('M162 -56V0M292 -56V0', '#8b859c', 7) +
    shell(-264, -196, 142, 62, 'url(#brassdown)') +
    line('M-40 -250V-290M44 -250V-290', '#8b859c', 10) +
    put(-82, 0, 1, -6, shell(-64, -322, 132, 84, colour)) +
    put(82, 0, 1, 6, shell(-66, -324, 140, 88, colour)) +
    line('M-110 -60L-140 0M110 -60L140 0', '#8b859c', 8) +
    circle(0, -130, 132, colour) +
    circle(0, -130, 132, 'none', 'stroke="#1a1526" stroke-width="10" opacity=".35"') +
    circle(0, -130, 118, 'url(#skin)') +
    circle(0, -130, 124, 'none', `stroke="${C.ink}" stroke-width="9"`) +
    times(10, (at) => {
      const a = (at / 10) * Math.PI * 2;
      return circle(Math.cos(a) * 126, -130 + Math.sin(a) * 126, 7, 'url(#silverdown)');
    }) +
    circle(0, -130, 62, 'none', `stroke="${C.plum}" stroke-width="5"`) +
    path(
      'M-14 -164C6 -168 26 -154 24 -126C22 -102 -2 -92 -22 -98',
      'none',
      `stroke="${C.plum}" stroke-width="11" stroke-linecap="round"`,
    ) +
    ellipse(-8, -98, 14, 11, C.plum) +
    cymbal(-250, -336, 92, -10) +
    cymbal(262, -378, 108, 12) +
    cymbal(-300, -226, 66, 2) +
    cymbal(-300, -214, 66, 0)
  );
}

/** Two drum sticks, crossed. */
export const sticks = () =>
  [-38, 38]
    .map((turn) =>
      put(
        0,
        0,
        1,
        turn,
        line('M0 -170V170', '#e5b06c', 12),
        line('M-3 -150V150', '#fbdfae', 3),
        ellipse(0, -178, 9, 15, '#e5b06c'),
      ),
    )
    .join('');

/** A djembe, 300 high, standing on y = 0. */
export function djembe({ colour = C.teal } = {}) {
  const ropes = times(9, (at) => {
    const x = -84 + at * 21;
    return line(`M${x} -276L${x * 0.5 - 6} -130L${x + 12} -276`, '#fbf0d4', 3);
  });
  return (
    ellipse(0, 0, 80, 12, C.ink, 'opacity=".4" filter="url(#soft)"') +
    path(
      'M-100 -280C-96 -200 -40 -160 -38 -120C-40 -70 -62 -30 -66 0H66C62 -30 40 -70 38 -120C40 -160 96 -200 100 -280Z',
      'url(#rosewood)',
    ) +
    ropes +
    path('M-44 -112H44V-92H-44Z', colour) +
    line('M-56 -50L-40 -36L-24 -50L-8 -36L8 -50L24 -36L40 -50L56 -36', C.saffron, 5) +
    path('M-102 -284H102L98 -258C60 -242 -60 -242 -98 -258Z', colour) +
    ellipse(0, -284, 102, 24, 'url(#skin)', `stroke="${C.saffron}" stroke-width="6"`)
  );
}

/** A conga, 320 high, standing on y = 0. */
export const conga = ({ colour = C.coral } = {}) =>
  ellipse(0, 0, 76, 12, C.ink, 'opacity=".4" filter="url(#soft)"') +
  path('M-78 -316C-104 -220 -96 -100 -60 0H60C96 -100 104 -220 78 -316Z', colour) +
  path('M-78 -316C-104 -220 -96 -100 -60 0H-30C-60 -100 -68 -220 -50 -316Z', '#fff', 'opacity=".2"') +
  path('M78 -316C104 -220 96 -100 60 0H36C66 -100 74 -220 56 -316Z', C.ink, 'opacity=".25"') +
  line('M-93 -196C-40 -180 40 -180 93 -196M-76 -56C-30 -44 30 -44 76 -56', 'url(#silver)', 9) +
  times(4, (at) => line(`M${-60 + at * 40} -300v62`, '#e9e4f0', 6)) +
  path('M-82 -320H82L84 -292C40 -278 -40 -278 -84 -292Z', '#cdc9d9') +
  ellipse(0, -320, 82, 19, 'url(#skin)', 'stroke="#8b859c" stroke-width="5"');

/** A frame drum with jingles, 200 wide. */
export const tambourine = () =>
  circle(0, 0, 100, '#b96f2c') +
  circle(0, 0, 84, 'url(#skin)') +
  circle(0, 0, 92, 'none', 'stroke="#e5a252" stroke-width="10"') +
  times(6, (at) => {
    const a = (at / 6) * Math.PI * 2 + 0.4;
    return put(
      Math.cos(a) * 95,
      Math.sin(a) * 95,
      1,
      (a * 180) / Math.PI + 90,
      ellipse(0, -4, 16, 5, '#fdeeb8'),
      ellipse(0, 4, 16, 5, '#c98f33'),
    );
  });

/** A wooden metronome, 420 high, standing on y = 0; `swing` degrees from upright. */
export function metronome({ swing = 18, wood = 'cherry' } = {}) {
  return (
    ellipse(0, 2, 170, 18, C.ink, 'opacity=".4" filter="url(#soft)"') +
    path('M-54 -400C-54 -420 54 -420 54 -400L142 -30H-142Z', `url(#${wood})`) +
    path('M-54 -400L-142 -30H-112L-34 -396Z', '#ffd9a0', 'opacity=".35"') +
    path('M54 -400L142 -30H118L38 -396Z', C.ink, 'opacity=".3"') +
    path('M-38 -372H38L88 -122H-88Z', '#2a120d') +
    path('M-14 -366H14L22 -126H-22Z', '#fbf0d4') +
    times(11, (at) => line(`M${-9 - at * 0.6} ${-350 + at * 20}h${at % 2 ? 10 : 18 + at}`, '#5f2014', 2.4)) +
    put(
      0,
      -128,
      1,
      swing,
      line('M0 0V-286', '#e9e4f0', 6),
      path('M-22 -220H22L15 -176H-15Z', 'url(#brassdown)'),
      circle(0, 0, 8, '#c9c5d6'),
    ) +
    path('M-90 -124H90L96 -92H-96Z', `url(#${wood})`) +
    rect(-158, -34, 316, 34, '#5f2014', 8) +
    rect(-158, -34, 316, 9, '#ffd9a0', 4, 'opacity=".35"') +
    rect(-128, -4, 40, 12, '#2a120d', 4) +
    rect(88, -4, 40, 12, '#2a120d', 4) +
    circle(112, -72, 12, 'url(#brassdown)')
  );
}

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
