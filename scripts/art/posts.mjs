// biome-ignore-all format: one layer of a picture a line.
import { C, circle, darker, line, path, picture, put, rect, times } from './base.mjs';
import { drumKit, metronome, tambourine } from './drums.mjs';
import { FACES } from './faces.mjs';
import { bench, grand, openScore, upright } from './keys.mjs';
import { ballotBox, bassoon, clock, door, hung, marimba, shadow, tram } from './parts.mjs';
import { bust } from './people.mjs';
import { audience, conductor, violinist } from './players.mjs';
import { lamp, plantPot, room } from './rooms.mjs';
import { micStand, musicStand, notes, trebleClef } from './signs.mjs';
import { poster, stage } from './stage.mjs';
import { guitar, harp, violin } from './strings.mjs';
import { clarinet, trumpet } from './winds.mjs';

const W = 960;
const H = 600;
const scene = (...parts) => picture(W, H, ...parts);
const child = (name, more = {}) => bust({ ...FACES[name], glasses: undefined, beard: undefined, young: true, ...more });
const adult = (name, more = {}) => bust({ ...FACES[name], ...more });
const hook = (x, y) => rect(x - 26, y - 8, 52, 16, '#8f4a2c', 6) + circle(x, y, 6, 'url(#brassdown)');
const tick = (x, y, scale) => put(x, y, scale, 0, line('M-24 2L-6 22L28 -24', C.coral, 13));

function treasureMap() {
  const fold = (at) => rect(-330 + at * 165, -210, 165, 420, at % 2 ? '#f3e3c6' : '#fbf0d8');
  return (
    times(4, fold) +
    path('M-330 60C-250 20 -180 100 -90 70S60 -10 150 30S280 110 330 80V210H-330Z', C.teal, 'opacity=".32"') +
    path('M-330 -210H-60C-120 -140 -200 -160 -240 -90C-270 -50 -310 -60 -330 -50Z', C.coral, 'opacity=".26"') +
    times(5, (at) => line(`M-330 ${-40 + at * 18}C-200 ${-110 + at * 18} -60 ${40 + at * 18} 90 ${-40 + at * 18}S270 ${-90 + at * 18} 330 ${-70 + at * 18}`, '#8f6a4c', 3)) +
    line('M-270 150C-200 90 -150 150 -90 110S20 150 90 100S190 20 240 -110', C.coral, 7, 'stroke-dasharray="4 17"') +
    put(-210, 20, 0.72, 0, trebleClef(C.plum, 10)) +
    notes(C.ink, [[-90, 14, 0.7, 0, 'quarter'], [0, 0, 0.7, 0, 'beamed'], [170, -36, 0.7, 0]]) +
    put(240, -110, 1, 0, path('M0 0C-44 -50 -44 -100 0 -104C44 -100 44 -50 0 0Z', C.coral), circle(0, -62, 17, C.paper)) +
    circle(-270, 150, 12, C.plum)
  );
}

/** The picture of each blog post. */
export const BLOG_SCENES = {
  'twenty-minutes': () =>
    scene(
      room(W, H, { wall: C.mist, window: null, plant: 'right', rug: null }),
      put(200, 236, 0.92, 0, clock()),
      put(620, 548, 0.84, 0, upright()),
      put(620, 590, 0.84, 0, bench()),
      notes(C.plum, [[560, 110, 0.7, 8, 'beamed'], [740, 110, 0.6, 12]]),
    ),
  'first-instrument': () =>
    scene(
      room(W, H, { wall: C.saffron, window: null, plant: null, rug: C.teal, floor: 500 }),
      rect(60, 66, 840, 14, '#8f4a2c', 6),
      [150, 320, 480, 650, 820].map((x) => hook(x, 76)).join(''),
      hung(150, 300, 0.46, 0, violin()),
      hung(320, 290, 0.5, 0, guitar({ strings: 4, top: 'varnish' })),
      hung(482, 190, 0.36, 90, trumpet()),
      hung(650, 250, 0.5, 0, clarinet()),
      hung(820, 180, 0.9, 0, tambourine()),
      put(482, 440, 0.8, 0, child('ines', { mouth: 'open' })),
    ),
  'stage-fright': () =>
    scene(
      stage(W, H, { wall: '#2f2246', curtain: C.coral, lit: 480 }),
      put(480, 510, 1, 0, micStand(230, { tilt: -24 })),
      audience(W, 496, C.ink),
    ),
  'theory-is-a-map': () =>
    scene(
      poster(W, H, { ground: C.teal, sun: C.saffron, waves: [C.plum, C.ink], at: [700, 220], size: 200, seed: 21 }),
      hung(480, 300, 1.04, -5, treasureMap()),
    ),
  'practising-with-children': () =>
    scene(
      room(W, H, { wall: C.blush, side: 'left', plant: 'right', rug: null, floor: 470 }),
      put(600, 330, 0.98, 0, adult('amara', { mouth: 'smile', top: ['vneck', C.plum] })),
      put(390, 400, 0.86, 0, child('theo', { top: ['crew', C.saffron] })),
      put(470, 532, 0.4, 98, violin()),
      rect(-10, 560, 980, 60, '#7a4128', 10),
      times(5, (at) => circle(170 + at * 34, 552, 11, at < 3 ? C.coral : C.teal)),
      put(840, 530, 1, 8, rect(-28, -28, 56, 56, C.paper, 10), [-13, 0, 13].map((d) => circle(d, d, 5.5, C.ink)).join('')),
      notes(C.coral, [[480, 120, 0.8, 8, 'beamed'], [760, 150, 0.7, 10]]),
    ),
  metronome: () =>
    scene(
      room(W, H, { wall: C.plum, window: 'arch', side: 'right', plant: null, rug: null, floor: 478, sky: 'night' }),
      lamp(560, 110, C.coral),
      rect(-10, 500, 980, 110, '#7a4128', 8),
      rect(-10, 500, 980, 16, '#b96f2c', 8),
      put(330, 520, 0.92, 0, metronome({ swing: -22 })),
      put(620, 530, 1, 0, openScore(0, 0, 0.9)),
      line('M506 520l96 -12', C.coral, 10),
      notes(C.saffron, [[520, 330, 0.7, 8, 'beamed'], [150, 210, 0.8, -10]]),
    ),
  'choosing-a-teacher': () =>
    scene(
      room(W, H, { wall: C.blush, window: null, plant: null, rug: C.coral, floor: 500 }),
      put(200, 500, 0.94, 0, door(C.teal, { behind: `<g transform="translate(0 -290) scale(.16)">${violin()}</g>` })),
      put(490, 500, 0.94, 0, door(C.plum, { behind: `<g transform="translate(0 -288) scale(.4)">${adult('priya')}</g>` })),
      put(780, 500, 0.94, 0, door(C.coral, { behind: `<g transform="translate(8 -300) rotate(-16) scale(.15)">${trumpet()}</g>` })),
      put(345, 530, 0.62, 0, plantPot({ pot: C.saffron })),
      notes(C.plum, [[338, 250, 0.6, -8], [626, 230, 0.7, 8]]),
    ),
  'ear-training': () =>
    scene(
      poster(W, H, { ground: C.saffron, sun: '#ffdf8a', waves: [C.teal, darker(C.teal, 0.4)], at: [240, 220], size: 170, seed: 22 }),
      times(9, (at) => rect(at * 112 - 20, 250 - ((at * 47) % 110), 96, 300, C.plum, 4, 'opacity=".5"')),
      times(18, (at) => rect(at * 56 + 4, 300 - ((at * 31) % 70), 12, 18, '#ffe2a3', 2, 'opacity=".8"')),
      rect(0, 520, W, 90, C.ink),
      line('M0 150H960', C.ink, 4),
      put(500, 536, 0.98, 0, tram(`${put(-258, -170, 0.34, 0, adult('samira'))}${put(-130, -170, 0.34, 0, adult('marcus'))}${put(126, -170, 0.34, 0, adult('hana'))}${put(254, -170, 0.34, 0, adult('yuki'))}`)),
      rect(0, 548, W, 60, '#352c45'),
      notes(C.coral, [[450, 96, 0.8, -6], [540, 110, 0.8, 8], [720, 90, 0.8, 8, 'beamed'], [130, 120, 0.7, -10]]),
    ),
  'first-concert': () =>
    scene(
      stage(W, H, { wall: C.plum, curtain: C.teal, lit: 400 }),
      put(640, 520, 0.66, 0, grand()),
      put(372, 540, 0.4, 0, violinist('lena', { dress: C.coral })),
      audience(W, 510, C.ink),
    ),
};

/** The picture of each election. */
export const ELECTION_SCENES = {
  council: () =>
    scene(
      poster(W, H, { ground: C.saffron, sun: C.coral, waves: [C.teal, darker(C.teal, 0.35)], at: [480, 270], size: 220, seed: 31 }),
      put(230, 410, 0.78, 0, child('yuki', { mouth: 'open' })),
      put(740, 410, 0.78, 0, child('farah')),
      put(480, 560, 1, 0, ballotBox()),
    ),
  programme: () =>
    scene(
      room(W, H, { wall: C.teal, window: null, plant: 'left', rug: null, floor: 500 }),
      [250, 490, 730].map((x, at) => hung(x, 260, 1, [-3, 1, 3][at], rect(-96, -150, 192, 300, [C.coral, C.saffron, C.plum][at], 6) + rect(-80, -134, 160, 190, [C.blush, C.paper, C.mist][at], 4) + times(3, (row) => rect(-70, 78 + row * 22, [120, 90, 60][row], 9, C.paper, 4)) + put(-4, [-20, -20, -24][at], [0.9, 0.25, 0.21][at], at ? 24 : 0, [trebleClef(C.plum, 10), violin(), guitar()][at]))).join(''),
      tick(570, 400, 1.5),
      lamp(490, 70, C.saffron),
    ),
  parents: () =>
    scene(
      room(W, H, { wall: C.blush, side: 'right', plant: 'left', rug: null, floor: 480 }),
      put(330, 320, 0.86, 0, adult('marcus')),
      put(590, 320, 0.86, 0, adult('ines', { hair: ['waves', '#8f4a2c'], top: ['shirt', C.teal] })),
      put(460, 420, 0.66, 0, child('theo', { mouth: 'open' })),
      put(720, 440, 0.62, 0, child('lena')),
      rect(-10, 560, 980, 60, '#7a4128', 8),
    ),
  orchestra: () =>
    scene(
      stage(W, H, { wall: C.teal, curtain: C.plum, lit: 480 }),
      [210, 340, 620, 750].map((x, at) => put(x, [500, 540, 540, 500][at], 0.72, 0, musicStand(250))).join(''),
      put(280, 452, 0.42, -12, violin()),
      put(680, 452, 0.42, 12, violin()),
      put(480, 660, 0.6, 0, conductor()),
    ),
  fund: () =>
    scene(
      poster(W, H, { ground: C.plum, sun: C.saffron, waves: ['#3a2a55', C.ink], at: [480, 260], size: 220, seed: 33 }),
      [180, 480, 790].map((x, at) => rect(x - 130, 520 - [0, 30, 0][at], 260, 110, [C.teal, C.coral, C.teal][at], 10) + rect(x - 130, 520 - [0, 30, 0][at], 260, 14, '#fff', 8, 'opacity=".25"')).join(''),
      put(190, 350, 0.53, 0, harp()),
      put(480, 290, 0.68, 8, bassoon()),
      put(790, 520, 0.62, 0, marimba()),
    ),
  room: () =>
    scene(
      room(W, H, { wall: C.saffron, window: null, plant: 'right', rug: C.plum, floor: 500 }),
      shadow(330, 506, 120),
      put(330, 500, 1, 0, door(C.teal, { behind: `<g transform="translate(0 -262) scale(.13)">${drumKit()}</g>` })),
      hung(600, 220, 1, -4, rect(-110, -60, 220, 120, C.paper, 12) + rect(-98, -48, 196, 96, 'none', 8, `stroke="${C.plum}" stroke-width="5"`) + notes(C.plum, [[-60, 24, 0.5, 0, 'quarter'], [-14, 24, 0.5, 0, 'beamed'], [54, 22, 0.5, 0]])),
      notes(C.coral, [[130, 180, 0.8, -10, 'beamed'], [760, 150, 0.7, 10]]),
    ),
};
