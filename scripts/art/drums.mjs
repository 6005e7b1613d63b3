import { C, circle, ellipse, line, path, put, rect, times } from './base.mjs';

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
