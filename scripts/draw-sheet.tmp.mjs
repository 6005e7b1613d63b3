import sharp from 'sharp';
import { C, picture, put, rect } from './art/base.mjs';
import * as B from './art/beats.mjs';
import * as K from './art/keys.mjs';
import * as G from './art/signs.mjs';
import { plantPot } from './art/stage.mjs';
import * as S from './art/strings.mjs';
import * as W from './art/winds.mjs';

const items = [
  [S.violin(), 0.55, 0, 60],
  [S.violin({ cello: true }), 0.5, 0, 40],
  [S.guitar(), 0.5, 0, 90],
  [S.guitar({ strings: 4, top: 'varnish' }), 0.55, 0, 40],
  [S.harp(), 0.5, 0, 0],
  [S.bow(), 0.6, 0, 0],
  [K.upright(), 0.5, 0, 120],
  [K.grand(), 0.5, 0, 120],
  [K.accordion(), 0.6, 0, 0],
  [put(-150, -80, 1, 0, K.keyboard(10, 30, 160, { pressed: [2] })), 1, 0, 0],
  [K.bench(), 1, 0, 50],
  [K.openScore(0, 0, 1), 1, 0, 80],
  [W.saxophone(), 0.6, 0, 0],
  [W.trumpet(), 0.5, 0, 0],
  [W.flute(), 0.45, 0, 0],
  [W.clarinet(), 0.5, 0, 0],
  [W.baton(), 1, -80, 0],
  [plantPot(), 0.8, 0, 120],
  [B.drumKit(), 0.45, 0, 100],
  [B.djembe(), 0.9, 0, 140],
  [B.conga(), 0.85, 0, 140],
  [B.metronome(), 0.75, 0, 150],
  [B.turntable(), 0.9, 0, 0],
  [B.controller(), 0.6, 0, 0],
  [G.stageMic(), 0.9, 0, 0],
  [G.studioMic(), 0.7, 0, -40],
  [G.trebleClef(), 1.5, 0, 20],
  [G.musicStand(), 0.7, 0, 130],
  [B.headphones(), 1, 0, 0],
  [B.sticks(), 0.8, 0, 0],
];
const cols = 6,
  cw = 330,
  ch = 340;
let out = '';
items.forEach(([s, sc, dx, dy], i) => {
  out += put(((i % cols) + 0.5) * cw + dx, (Math.floor(i / cols) + 0.5) * ch + dy, sc, 0, s);
});
const w = cols * cw,
  h = Math.ceil(items.length / cols) * ch;
await sharp(Buffer.from(picture(w, h, rect(0, 0, w, h, C.blush), out)))
  .png()
  .toFile('/tmp/sheet.png');
