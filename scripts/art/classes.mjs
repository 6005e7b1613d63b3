// biome-ignore-all format: one layer of a picture a line.
import { C, circle, darker, line, path, picture, put, rect, times } from './base.mjs';
import { conga, djembe, drumKit, metronome, tambourine } from './drums.mjs';
import { controller, headphones, mixer, speaker, turntable } from './electronics.mjs';
import { FACES } from './faces.mjs';
import { accordion, bench, grand, keyboard, openScore, upright } from './keys.mjs';
import { cast, hung, shadow, stool } from './parts.mjs';
import { bust } from './people.mjs';
import { choir, conductor } from './players.mjs';
import { lamp, plantPot, room, } from './rooms.mjs';
import { micStand, musicStand, notes, stageMic, trebleClef } from './signs.mjs';
import { poster, staffRibbon, stage } from './stage.mjs';
import { bow, guitar, harp, violin } from './strings.mjs';
import { clarinet, flute, saxophone, trumpet } from './winds.mjs';

const W = 960;
const H = 720;
const scene = (...parts) => picture(W, H, ...parts);

/** The picture of each class. */
export const CLASS_SCENES = {
  'first-piano': () =>
    scene(
      room(W, H, { wall: C.blush, side: 'left', plant: null, rug: C.teal }),
      put(606, 600, 0.98, 0, upright()),
      put(560, 668, 1, 0, bench()),
      put(80, 624, 0.8, 0, plantPot()),
      notes(C.plum, [[620, 130, 0.8, 8, 'beamed'], [800, 120, 0.7, 12], [450, 110, 0.7, -8]]),
    ),
  'grown-up-piano': () =>
    scene(
      poster(W, H, { ground: C.teal, sun: C.saffron, waves: [C.plum, C.ink], at: [620, 250], size: 210 }),
      put(-60, 330, 1, -12, rect(-20, -70, 1120, 74, 'url(#lacquer)', 8) + rect(-20, 0, 1120, 10, C.coral) + keyboard(16, 66, 330, { pressed: [4, 6, 8], glow: C.coral }) + rect(-20, 330, 1120, 60, 'url(#lacquer)', 10)),
      notes(C.paper, [[150, 170, 0.9, -6, 'beamed'], [330, 120, 0.7, 8]]),
    ),
  'piano-repertoire': () =>
    scene(
      stage(W, H, { wall: C.plum, curtain: C.coral, lit: 500 }),
      put(530, 650, 1, 0, grand()),
      put(176, 664, 0.92, 0, bench()),
    ),
  theory: () =>
    scene(
      poster(W, H, { ground: C.mist, sun: C.saffron, waves: [C.teal, darker(C.teal, 0.4)], at: [300, 330], size: 230, seed: 4 }),
      staffRibbon(W, 300, { colour: C.ink, gap: 30, lift: 50, width: 3.4 }),
      put(250, 400, 2.05, -4, trebleClef(C.plum, 10)),
      notes(C.ink, [[450, 392, 1.15, 4, 'quarter'], [560, 376, 1.15, 6, 'beamed'], [730, 356, 1.15, 2, 'quarter'], [840, 330, 1.15, -4]]),
      notes(C.coral, [[400, 330, 1, 6, 'sharp']]),
    ),
  'four-hands': () =>
    scene(
      room(W, H, { wall: C.saffron, window: 'square', side: 'right', plant: 'left', rug: C.coral, sky: 'day' }),
      put(440, 596, 1, 0, upright({ wood: 'ebony', trim: '#120e1c' })),
      put(370, 668, 0.94, 0, bench()),
      put(510, 668, 0.94, 0, bench()),
      notes(C.plum, [[330, 120, 0.8, -8, 'beamed'], [560, 110, 0.8, 8, 'beamed']]),
    ),
  'piano-week': () =>
    scene(
      poster(W, H, { ground: C.coral, sun: C.saffron, waves: [darker(C.plum, 0.1), C.ink], at: [480, 300], size: 250, seed: 6 }),
      times(5, (at) => put(150 + at * 36, 130 + at * 104, 1, -6 + at * 2.5, `${rect(-14, -46, 640, 120, C.ink, 10, 'opacity=".35"') + rect(-20, -54, 640, 120, 'url(#lacquer)', 10)}<g transform="translate(0 -34)">${keyboard(17, 35.3, 88, { pressed: [at, at + 2, at + 4] })}</g>`)),
    ),
  'guitar-zero': () =>
    scene(
      room(W, H, { wall: C.mist, side: 'right', plant: 'left', rug: C.saffron }),
      shadow(440, 654, 130),
      put(420, 494, 0.8, -12, guitar()),
      put(640, 668, 0.92, 0, speaker({ colour: '#6d3320' })),
      notes(C.plum, [[560, 150, 0.8, 8, 'beamed'], [250, 200, 0.7, -10]]),
    ),
  fingerstyle: () =>
    scene(
      poster(W, H, { ground: C.plum, sun: C.coral, waves: [darker(C.coral, 0.35), C.ink], at: [520, 330], size: 260, seed: 3 }),
      hung(400, 400, 1.5, 62, guitar({ top: 'varnish' })),
      notes(C.saffron, [[150, 180, 1, -10, 'beamed'], [300, 120, 0.8, 8]]),
    ),
  ukulele: () =>
    scene(
      poster(W, H, { ground: C.saffron, sun: '#ffdf8a', waves: [C.teal, darker(C.teal, 0.35)], at: [480, 300], size: 240, seed: 2 }),
      hung(360, 430, 0.94, -24, guitar({ strings: 4, top: 'cherry' })),
      hung(640, 450, 0.86, 20, guitar({ strings: 4, top: 'spruce' })),
      notes(C.coral, [[500, 130, 0.9, 6, 'beamed'], [120, 250, 0.8, -10], [850, 250, 0.8, 10]]),
    ),
  accordion: () =>
    scene(
      room(W, H, { wall: C.teal, window: 'arch', side: 'left', plant: null, rug: C.coral, sky: 'night' }),
      put(520, 400, 1.12, -3, accordion()),
      notes(C.saffron, [[440, 140, 0.8, -8, 'beamed'], [700, 120, 0.8, 8], [880, 180, 0.7, 14]]),
    ),
  'violin-small': () =>
    scene(
      poster(W, H, { ground: C.blush, sun: C.saffron, waves: [C.coral, darker(C.coral, 0.3)], at: [500, 330], size: 250, seed: 5 }),
      hung(300, 450, 0.62, -16, violin()),
      hung(500, 440, 0.82, 4, violin()),
      hung(720, 440, 0.74, 20, violin()),
      notes(C.plum, [[140, 190, 0.8, -8], [380, 110, 0.8, 6, 'beamed'], [850, 180, 0.8, 10]]),
    ),
  cello: () =>
    scene(
      room(W, H, { wall: C.coral, side: 'left', plant: 'right', rug: C.plum }),
      put(300, 660, 1, 0, musicStand(300)),
      shadow(560, 664, 170),
      put(540, 478, 0.94, 9, violin({ cello: true })),
      put(560, 470, 0.86, -64, bow()),
    ),
  chamber: () =>
    scene(
      stage(W, H, { wall: C.teal, curtain: C.plum, lit: 480 }),
      put(270, 660, 0.98, 0, musicStand(270)),
      put(690, 660, 0.98, 0, musicStand(270)),
      shadow(480, 672, 120),
      put(480, 502, 0.86, 0, violin({ cello: true })),
      shadow(340, 668, 70),
      shadow(622, 668, 70),
      put(350, 548, 0.62, -14, violin()),
      put(612, 548, 0.62, 13, violin()),
      notes(C.saffron, [[270, 180, 0.7, -8, 'beamed'], [640, 170, 0.7, 8]]),
    ),
  harp: () =>
    scene(
      room(W, H, { wall: C.plum, window: 'arch', side: 'right', plant: null, rug: C.saffron, sky: 'night' }),
      put(400, 354, 0.96, 0, harp()),
      put(650, 664, 1, 0, stool(C.coral)),
      notes(C.saffron, [[200, 180, 0.7, -8], [560, 120, 0.7, 8, 'beamed']]),
    ),
  'drum-kit': () =>
    scene(
      stage(W, H, { wall: '#3a2a55', curtain: C.teal, lit: 480 }),
      put(480, 654, 1.06, 0, drumKit()),
    ),
  'groove-lab': () =>
    scene(
      poster(W, H, { ground: C.coral, sun: C.saffron, waves: [C.plum, C.ink], at: [480, 330], size: 270, seed: 8 }),
      times(4, (at) => circle(480, 500, 170 + at * 66, 'none', `stroke="${C.paper}" stroke-width="3" opacity="${0.5 - at * 0.1}"`)),
      put(480, 640, 1.24, 0, metronome({ swing: 24 })),
      notes(C.ink, [[180, 400, 0.9, -6, 'quarter'], [760, 340, 0.9, 8, 'beamed']]),
    ),
  'hand-drums': () =>
    scene(
      room(W, H, { wall: C.saffron, side: 'right', plant: 'left', rug: C.teal, sky: 'day' }),
      put(330, 640, 1.02, 0, conga({ colour: C.coral })),
      put(640, 640, 1, 0, conga({ colour: C.plum })),
      put(486, 676, 1.02, 0, djembe()),
      hung(170, 240, 0.7, -12, tambourine()),
    ),
  'late-drums': () =>
    scene(
      room(W, H, { wall: '#3a2a55', window: 'square', side: 'left', plant: null, rug: C.coral, sky: 'night' }),
      lamp(620, 130, C.coral),
      put(590, 650, 0.9, 0, drumKit({ colour: C.saffron })),
    ),
  flute: () =>
    scene(
      poster(W, H, { ground: C.mist, sun: C.coral, waves: [C.teal, darker(C.teal, 0.4)], at: [560, 320], size: 230, seed: 9 }),
      staffRibbon(W, 210, { colour: C.plum, gap: 16, lift: 70 }),
      hung(480, 390, 1.16, -24, flute()),
      notes(C.plum, [[230, 250, 0.9, -8, 'beamed'], [450, 180, 0.8, 6], [800, 560, 0.9, 8]]),
    ),
  clarinet: () =>
    scene(
      poster(W, H, { ground: C.blush, sun: C.teal, waves: [C.saffron, C.coral], at: [480, 330], size: 250, seed: 10 }),
      hung(380, 370, 0.92, 30, clarinet()),
      hung(600, 370, 0.92, -30, clarinet()),
      notes(C.plum, [[160, 220, 0.9, -8], [800, 200, 0.9, 8, 'beamed']]),
    ),
  'find-your-voice': () =>
    scene(
      room(W, H, { wall: C.coral, window: 'square', side: 'right', plant: 'left', rug: null, sky: 'day' }),
      put(430, 420, 1.12, 0, bust({ ...FACES.lena, top: ['vneck', C.teal], mouth: 'sing', eyes: 'closed' })),
      put(640, 470, 1.1, -24, stageMic()),
      notes(C.paper, [[590, 200, 0.9, 8, 'beamed'], [230, 220, 0.8, -10]]),
    ),
  'young-choir': () =>
    scene(
      stage(W, H, { wall: C.plum, curtain: C.teal, lit: 480, cloth: 92 }),
      `<g transform="translate(190 380)">${choir(['theo', 'ines', 'yuki', 'lena', 'farah'], 145, 0.6, { robe: C.teal })}</g>`,
      `<g transform="translate(118 520)">${choir(['hana', 'marcus', 'clara', 'amara', 'jonas', 'priya'], 146, 0.66, { robe: C.coral })}</g>`,
    ),
  'stage-voice': () =>
    scene(
      stage(W, H, { wall: '#2f2246', curtain: C.coral, lit: 480 }),
      put(450, 420, 1.02, 0, bust({ ...FACES.amara, top: ['vneck', C.saffron], mouth: 'sing', eyes: 'closed' })),
      put(636, 780, 1.3, 0, micStand(170, { scale: 0.52, tilt: -38 })),
      notes(C.saffron, [[270, 300, 0.8, -8, 'beamed'], [690, 260, 0.8, 8]]),
    ),
  conducting: () =>
    scene(
      stage(W, H, { wall: C.teal, curtain: C.coral, lit: 480, cloth: 92 }),
      `<g transform="translate(120 350)" opacity=".96">${choir(['theo', 'ines', 'mateo', 'samira', 'lena', 'elliot'], 146, 0.56)}</g>`,
      rect(20, 520, 920, 90, '#6d3320', 6) + rect(20, 520, 920, 14, '#b96f2c', 6),
      put(480, 800, 0.74, 0, conductor()),
    ),
  saxophone: () =>
    scene(
      poster(W, H, { ground: '#3a2a55', sun: C.coral, waves: [C.teal, C.ink], at: [520, 320], size: 250, seed: 11 }),
      hung(480, 360, 1.12, 12, saxophone()),
      notes(C.saffron, [[760, 190, 1, 10, 'beamed'], [200, 420, 0.9, -10], [820, 420, 0.8, 12]]),
    ),
  'jazz-improv': () =>
    scene(
      stage(W, H, { wall: '#1d4a52', curtain: C.plum, lit: 480 }),
      put(690, 640, 0.6, 0, `<g transform="scale(-1 1)">${grand()}</g>`),
      shadow(320, 632, 90),
      line('M290 560L262 632M330 560L372 632', '#1a1526', 8),
      put(310, 420, 0.86, 4, saxophone()),
      put(592, 694, 1.1, 0, micStand(260, { tilt: -40 })),
      notes(C.saffron, [[240, 190, 0.8, -8], [600, 150, 0.8, 8, 'beamed']]),
    ),
  trumpet: () =>
    scene(
      poster(W, H, { ground: C.teal, sun: C.saffron, waves: [C.coral, darker(C.coral, 0.35)], at: [500, 330], size: 250, seed: 12 }),
      hung(470, 380, 1.22, -16, trumpet()),
      notes(C.paper, [[720, 130, 0.9, 8, 'beamed'], [200, 240, 0.8, -10], [850, 520, 0.8, 12]]),
    ),
  'make-a-beat': () =>
    scene(
      poster(W, H, { ground: C.plum, sun: C.coral, waves: [C.ink, '#120e1c'], at: [480, 300], size: 270, seed: 13 }),
      cast(put(480, 400, 1.36, -5, rect(-280, -160, 560, 320, C.ink, 22))),
      put(480, 390, 1.36, -5, controller()),
      notes(C.saffron, [[140, 170, 0.9, -8, 'beamed'], [820, 130, 0.8, 10]]),
    ),
  dj: () =>
    scene(
      poster(W, H, { ground: C.ink, sun: C.plum, waves: ['#3a2a55', '#120e1c'], at: [480, 260], size: 300, seed: 14 }),
      path('M60 -20L300 420H-60Z', C.coral, 'opacity=".35"'),
      path('M900 -20L660 420H1020Z', C.teal, 'opacity=".5"'),
      path('M480 -20L320 420H640Z', C.saffron, 'opacity=".3"'),
      put(480, 430, 1.16, 0, put(-262, 0, 1, 0, turntable({ label: C.coral })) + put(262, 0, 1, 0, turntable({ label: C.saffron })) + mixer()),
      put(480, 190, 1, 0, headphones({ colour: C.coral })),
    ),
  songwriting: () =>
    scene(
      room(W, H, { wall: C.blush, side: 'left', plant: 'right', rug: null, floor: 520 }),
      rect(60, 500, 840, 26, '#7a4128', 10),
      rect(90, 526, 780, 200, '#5f2f1f'),
      put(690, 346, 0.8, 24, guitar()),
      put(400, 512, 1, 0, openScore(0, 0, 1.1)),
      line('M520 470l70 -60', C.coral, 12),
      rect(214, 430, 60, 74, C.teal, 10) + line('M274 448C304 448 304 486 274 486', C.teal, 10) + line('M232 414C226 398 240 392 234 376M254 414C248 398 262 392 256 376', C.paper, 5, 'opacity=".8"'),
      notes(C.plum, [[430, 240, 0.9, 8, 'beamed'], [560, 200, 0.7, -8]]),
    ),
  'ear-training': () =>
    scene(
      poster(W, H, { ground: C.saffron, sun: C.coral, waves: [C.teal, C.plum], at: [480, 330], size: 250, seed: 15 }),
      times(3, (at) => path(`M${150 - at * 44} ${250 - at * 40}Q${90 - at * 62} 370 ${150 - at * 44} ${490 + at * 40}M${810 + at * 44} ${250 - at * 40}Q${870 + at * 62} 370 ${810 + at * 44} ${490 + at * 40}`, 'none', `stroke="${C.paper}" stroke-width="9" stroke-linecap="round" opacity="${0.9 - at * 0.22}"`)),
      put(480, 400, 1.16, 0, bust({ ...FACES.samira, hair: ['bob', '#2a171c'], top: ['crew', C.plum], eyes: 'closed' })),
      put(480, 360, 1.06, 0, headphones({ colour: C.teal })),
    ),
};
