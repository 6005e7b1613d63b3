// biome-ignore-all format: one layer of a picture a line.
import { blend, C, circle, darker, ellipse, glow, line, path, picture, put, rect, times } from './base.mjs';
import { djembe, tambourine } from './drums.mjs';
import { controller, headphones } from './electronics.mjs';
import { FACES } from './faces.mjs';
import { bench, grand, upright } from './keys.mjs';
import { easel, hung, lampString, noteTree, paintPalette, tree } from './parts.mjs';
import { bust } from './people.mjs';
import { audience, cellist, pianist, violinist } from './players.mjs';
import { lamp, plantPot, room } from './rooms.mjs';
import { musicStand, notes } from './signs.mjs';
import { poster, stars } from './stage.mjs';
import { guitar, violin } from './strings.mjs';
import { saxophone } from './winds.mjs';

const child = (name, more = {}) => bust({ ...FACES[name], glasses: undefined, beard: undefined, young: true, ...more });
const adult = (name, more = {}) => bust({ ...FACES[name], ...more });
const card = (...parts) => picture(960, 720, ...parts);

/** The picture of each music group. */
export const GROUP_SCENES = {
  kids: () =>
    card(
      poster(960, 720, { ground: C.saffron, sun: C.coral, waves: [C.teal, darker(C.teal, 0.35)], at: [480, 330], size: 270, seed: 41 }),
      put(250, 400, 0.98, 0, child('theo', { top: ['crew', C.plum] })),
      put(480, 360, 0.98, 0, child('ines', { mouth: 'open' })),
      put(716, 400, 0.98, 0, child('yuki', { top: ['shirt', C.paper], mouth: 'open' })),
      put(480, 730, 0.9, 0, djembe()),
      put(250, 640, 0.74, 74, guitar({ strings: 4, top: 'spruce' })),
      put(740, 630, 0.9, 14, tambourine()),
      notes(C.paper, [[130, 180, 0.9, -8], [620, 130, 0.9, 8, 'beamed'], [860, 200, 0.8, 10]]),
    ),
  teens: () =>
    card(
      poster(960, 720, { ground: C.plum, sun: C.saffron, waves: [C.coral, darker(C.coral, 0.35)], at: [480, 310], size: 270, seed: 42 }),
      put(320, 350, 1.02, 0, adult('farah', { glasses: undefined })),
      put(630, 350, 1.02, 0, adult('yuki', { mouth: 'open', top: ['crew', C.teal] })),
      put(630, 330, 0.96, 0, headphones({ colour: C.paper })),
      put(480, 640, 1.08, 0, controller()),
      notes(C.paper, [[130, 200, 0.9, -8, 'beamed'], [840, 190, 0.9, 8]]),
    ),
  adults: () =>
    card(
      room(960, 720, { wall: C.teal, window: 'arch', side: 'left', plant: 'right', rug: null, sky: 'night', floor: 560 }),
      lamp(560, 120, C.coral),
      put(360, 420, 1.06, 0, adult('marcus', { mouth: 'open' })),
      put(680, 420, 1.06, 0, adult('hana', { hair: ['waves', '#8f4a2c'], glasses: undefined, mouth: 'open', top: ['vneck', C.saffron] })),
      put(172, 640, 0.86, 4, saxophone()),
      put(836, 650, 0.82, 14, violin({ cello: true })),
      notes(C.saffron, [[470, 200, 0.8, -8, 'beamed'], [830, 180, 0.8, 8]]),
    ),
  private: () =>
    card(
      room(960, 720, { wall: C.blush, side: 'right', plant: null, rug: C.plum }),
      put(390, 600, 0.98, 0, upright({ wood: 'ebony', trim: '#120e1c' })),
      put(300, 664, 1, 0, bench()),
      put(470, 664, 1, 0, bench()),
      put(800, 664, 1, 0, musicStand(330)),
      put(90, 626, 0.7, 0, plantPot({ pot: C.saffron })),
      lamp(390, 100, C.coral),
      notes(C.plum, [[230, 120, 0.7, -8], [560, 120, 0.7, 8, 'beamed']]),
    ),
};

const level = (at, ground, sun, pot, fruit) => card(poster(960, 720, { ground, sun, waves: [darker(ground, 0.5), darker(ground, 0.7)], at: [480, 310], size: 250, seed: 50 + at }), put(480, 664, 1, 0, noteTree(at, pot)), fruit);
/** The picture of each course level: the same plant, grown. */
export const LEVEL_SCENES = {
  beginner: () => level(0, C.saffron, '#ffdf8a', C.coral, notes(C.plum, [[462, 290, 1.1, 0]])),
  intermediate: () => level(1, C.teal, C.saffron, C.coral, notes(C.coral, [[330, 330, 0.9, -10], [600, 300, 0.9, 8, 'beamed'], [440, 130, 0.9, 0]])),
  advanced: () => level(2, C.plum, C.coral, C.saffron, notes(C.saffron, [[250, 330, 0.9, -12, 'beamed'], [660, 330, 0.9, 8], [300, 190, 0.8, -6], [590, 160, 0.9, 8, 'beamed'], [470, 116, 0.8, 0, 'eighth'], [710, 220, 0.8, 12]])),
};

/** The first screen, 1920 × 1080: a trio at right in the light, the left half dark for words. */
export function hero() {
  return picture(
    1920,
    1080,
    blend('dark', 0, [0, '#191425'], [0.45, '#33204a'], [1, C.plum]) + blend('planks', 90, [0, '#6a3324'], [1, '#2a1620']) + glow('halo', C.saffron, 0.75) + blend('words', 0, [0, C.ink, 0.92], [0.36, C.ink, 0.55], [0.5, C.ink, 0]),
    rect(0, 0, 1920, 1080, 'url(#dark)'),
    times(22, (at) => path(`M${at * 92} 0h30v860h-46z`, C.ink, 'opacity=".2"')),
    circle(1400, 430, 470, 'url(#halo)'),
    circle(1400, 430, 330, C.coral, 'opacity=".92"') + circle(1400, 430, 330, 'none', `stroke="${C.saffron}" stroke-width="5" opacity=".7"`),
    times(5, (at) => line(`M-40 ${330 + at * 26}C420 ${90 + at * 24} 860 ${560 + at * 20} 1300 ${250 + at * 20}S1800 ${120 + at * 26} 1980 ${200 + at * 22}`, C.saffron, 3, `opacity="${0.5 - at * 0.04}"`)),
    notes(C.saffron, [[1130, 330, 1, -10, 'beamed'], [1700, 160, 1.1, 10, 'beamed'], [1240, 170, 1, -4], [1800, 330, 0.9, 12]]),
    path('M1360 -20L960 960H1880L1460 -20Z', 'url(#cone)', 'filter="url(#haze)" opacity=".8"'),
    rect(0, 850, 1920, 230, 'url(#planks)'),
    times(13, (at) => line(`M${1400 + (at - 7) * 150} 850L${1400 + (at - 7) * 330} 1080`, C.ink, 2, 'opacity=".3"')),
    ellipse(1400, 960, 620, 120, 'url(#pool)'),
    put(1400, 930, 1.06, 0, `<g transform="scale(-1 1)">${grand()}</g>`),
    put(1818, 934, 0.8, 0, pianist()),
    put(940, 985, 0.64, 0, violinist('amara', { dress: C.coral })),
    put(1268, 1020, 0.66, 0, cellist('clara', { dress: C.teal })),
    rect(0, 0, 1920, 1080, 'url(#words)'),
  );
}

/** The banner of the art classes, 1920 × 800: easel, palette and instruments by a window; the left is calm for words. */
export function artClasses() {
  return picture(
    1920,
    800,
    room(1920, 800, { wall: C.teal, window: null, plant: null, rug: null, floor: 650 }),
    blend('calm', 0, [0, '#123f41', 0.94], [0.42, '#123f41', 0.6], [0.62, '#123f41', 0]),
    path('M1500 0L900 650H1500L1920 200V0Z', '#ffe2a3', 'opacity=".16"'),
    put(1240, 740, 1.02, 0, easel(circle(20, -350, 130, C.saffron) + path('M-176 -250C-80 -330 60 -210 176 -280V-174H-176Z', C.coral) + put(0, -330, 0.5, 22, violin()))),
    put(1650, 716, 1.1, 0, plantPot({ pot: C.saffron, leaf: '#2f8f6f' })),
    hung(1010, 640, 0.94, -10, paintPalette()),
    put(1830, 470, 0.94, 10, guitar()),
    rect(1440, 250, 330, 16, '#8f4a2c', 4), put(1510, 250, 0.32, 0, djembe({ colour: C.coral })),
    rect(1580, 160, 22, 90, C.coral, 4) + rect(1606, 140, 26, 110, C.paper, 4) + rect(1636, 170, 22, 80, C.plum, 4) + rect(1662, 150, 28, 100, C.saffron, 4),
    put(1470, 716, 1, 0, rect(-40, -120, 80, 120, C.blush, 10), line('M-16 -120L-34 -240M0 -120V-262M16 -120L36 -230', '#8f4a2c', 9), ellipse(-36, -250, 9, 22, C.coral), ellipse(0, -274, 9, 22, C.saffron), ellipse(38, -240, 9, 22, C.plum)),
    notes(C.saffron, [[1040, 220, 1, -8, 'beamed'], [1420, 130, 0.8, 10]]),
    rect(0, 0, 1920, 800, 'url(#calm)'),
  );
}

/** The banner of the next event, 1920 × 800: a band shell in the park at dusk, people on the grass; the left is calm for words. */
export function parkConcert() {
  const shell = times(5, (at) => path(`M${1000 + at * 46} 640A${340 - at * 46} ${360 - at * 50} 0 0 1 ${1680 - at * 46} 640Z`, [C.paper, C.blush, C.saffron, C.coral, C.plum][at]));
  return picture(
    1920,
    800,
    blend('dusk', 90, [0, '#2a1d4a'], [0.45, '#7d3a6e'], [0.72, '#d9675a'], [1, C.saffron]) + blend('grass', 90, [0, '#1f5a4e'], [1, '#0f2f33']) + glow('stageglow', '#ffe2a3', 0.8) + blend('quiet', 0, [0, C.ink, 0.85], [0.4, C.ink, 0.45], [0.6, C.ink, 0]),
    rect(0, 0, 1920, 800, 'url(#dusk)'),
    stars(1920, 360, 90, 5),
    circle(700, 470, 90, '#fff0c4', 'opacity=".9"'),
    path('M0 520C240 440 480 520 760 480S1300 420 1920 500V800H0Z', '#4a2a5c'),
    [[840, 600, 1], [920, 620, 0.8], [1800, 620, 1.15], [1880, 600, 0.9], [120, 600, 1.1], [330, 590, 0.8]].map(([x, y, s]) => put(x, y, s, 0, tree('#2a4a4c'))).join(''),
    circle(1340, 520, 460, 'url(#stageglow)'),
    path('M0 610C400 570 800 610 1200 600S1700 590 1920 610V800H0Z', 'url(#grass)'),
    shell,
    rect(980, 630, 720, 46, '#6d3320', 8) + rect(980, 630, 720, 10, '#e5a252', 5),
    put(1430, 634, 0.36, 0, grand()),
    put(1196, 636, 0.25, 0, violinist('hana', { dress: C.teal })),
    put(1330, 636, 0.25, 0, cellist('elliot', { dress: C.ink })),
    lampString(700, 300, 1130, 330, 46, 9) + lampString(1560, 330, 1960, 250, 40, 8),
    notes('#ffe9b8', [[1160, 250, 0.9, -8, 'beamed'], [1560, 210, 0.9, 10], [1390, 180, 0.8, 4]]),
    `<g transform="translate(620 50)">${audience(1300, 676, '#101c26', 96)}</g>`,
    rect(0, 0, 1920, 800, 'url(#quiet)'),
  );
}

/** The picture that links show when shared, 1200 × 630. */
export function share(mark) {
  return picture(
    1200,
    630,
    poster(1200, 630, { ground: C.plum, sun: C.coral, waves: ['#3a2a55', C.ink], at: [840, 300], size: 240, seed: 61 }),
    times(5, (at) => line(`M640 ${310 + at * 18}C680 ${300 + at * 18} 740 ${290 + at * 18} 820 ${240 + at * 18}S1120 ${130 + at * 22} 1240 ${180 + at * 20}`, C.saffron, 3, 'opacity=".5"')),
    put(840, 560, 0.86, 0, grand()),
    put(610, 480, 0.74, -10, violin({ cello: true })),
    notes(C.saffron, [[720, 130, 1, -8, 'beamed'], [1060, 140, 1, 10]]),
    `<g transform="translate(108 136) scale(4.8)"><path d="${mark}" fill="${C.paper}"/></g>`,
  );
}
