import { blend, C, circle, lighter, picture, put, rect } from './base.mjs';
import { sticks } from './drums.mjs';
import { headphones } from './electronics.mjs';
import { FACES } from './faces.mjs';
import { keyboard } from './keys.mjs';
import { bust } from './people.mjs';
import { beamed, eighth, openScoreSheet, stageMic, trebleClef } from './signs.mjs';
import { guitar, violin } from './strings.mjs';
import { clarinet, flute, saxophone } from './winds.mjs';

const keys = (x, y, turn) => put(x, y, 1, turn, keyboard(19, 42, 150));

/* Ground, disc, what stands behind and what stands before the person. */
const SETTING = {
  clara: [C.blush, C.saffron, '', keys(-40, 590, -4)],
  mateo: [C.mist, C.coral, put(500, 440, 0.95, 16, guitar()), ''],
  amara: [C.saffron, C.plum, '', put(478, 508, 0.66, 24, violin())],
  jonas: [C.mist, C.teal, '', put(532, 540, 0.72, 10, sticks())],
  hana: [C.blush, C.teal, '', put(330, 560, 1, -16, flute())],
  priya: [C.saffron, C.coral, '', put(474, 520, 0.95, 22, stageMic())],
  elliot: [C.blush, C.saffron, '', put(500, 520, 0.68, 8, saxophone())],
  samira: [C.mist, C.saffron, '', put(320, 552, 0.84, 0, headphones({ colour: C.teal }))],
  ruth: [C.blush, C.plum, put(540, 190, 1.5, 8, trebleClef(C.saffron)), ''],
  lena: [C.mist, C.saffron, put(490, 200, 1.05, 8, beamed(C.plum)), ''],
  theo: [C.blush, C.teal, put(520, 216, 1.5, 8, eighth(C.saffron)), ''],
  yuki: [C.saffron, C.plum, '', put(500, 480, 0.66, 14, clarinet())],
  ines: [C.mist, C.coral, '', put(500, 520, 0.82, 20, violin({ cello: true }))],
  marcus: [C.blush, C.saffron, put(526, 208, 1.5, 8, trebleClef(C.plum)), ''],
  farah: [C.mist, C.plum, put(496, 180, 1.05, 6, beamed(C.saffron)), openScoreSheet(480, 640)],
};

/** A square portrait, 640 × 640. */
export function portrait(name) {
  const [ground, disc, behind, before] = SETTING[name];
  return picture(
    640,
    640,
    blend('ground', 60, [0, lighter(ground, 0.4)], [1, ground]) +
      blend('disc', 90, [0, lighter(disc, 0.2)], [1, disc]),
    rect(0, 0, 640, 640, 'url(#ground)'),
    circle(320, 330, 250, 'url(#disc)'),
    behind,
    put(320, 300, 1.22, 0, bust(FACES[name])),
    before,
  );
}

export const PORTRAITS = Object.keys(SETTING);
