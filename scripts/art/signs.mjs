import { C, circle, ellipse, line, path, put, rect, times } from './base.mjs';
import { openScore } from './keys.mjs';

const head = (x, y, colour) => ellipse(x, y, 17, 12.5, colour, `transform="rotate(-22 ${x} ${y})"`);

/** An eighth note, 110 high, its head at the origin. */
export const eighth = (colour = C.ink) =>
  head(0, 0, colour) +
  line('M15 -4V-92', colour, 6) +
  path('M13 -94C20 -66 52 -62 44 -22C42 -44 26 -52 13 -54Z', colour);
/** Two eighth notes under one beam. */
export const beamed = (colour = C.ink) =>
  head(0, 0, colour) +
  head(76, -14, colour) +
  line('M15 -4V-94M91 -18V-108', colour, 6) +
  path('M12 -98L94 -113V-92L12 -77Z', colour);
export const quarter = (colour = C.ink) => head(0, 0, colour) + line('M15 -4V-92', colour, 6);
/** A treble clef, 190 high, its spiral around the origin. */
export const trebleClef = (colour = C.ink, width = 9) =>
  line(
    'M6 18C-12 22 -20 4 -8 -6C10 -20 34 -4 30 20C26 46 -14 50 -28 26C-44 -6 -14 -34 8 -58C28 -80 28 -112 12 -118C-4 -108 -8 -82 -4 -62L14 66C18 88 -4 96 -14 84',
    colour,
    width,
  ) + circle(-10, 80, 9, colour);
export const sharp = (colour = C.ink) => line('M-8 -30V34M10 -36V28M-20 -8L22 -18M-20 16L22 6', colour, 6);

/** Notes strewn over a picture: [x, y, scale, turn, kind] each. */
export const notes = (colour, list) =>
  list
    .map(([x, y, scale, turn, kind = 'eighth']) =>
      put(x, y, scale, turn, { eighth, beamed, quarter, clef: trebleClef, sharp }[kind](colour)),
    )
    .join('');

/** A stage microphone, 300 long, head up, grip down. */
export const stageMic = ({ colour = '#2b2340' } = {}) =>
  path('M-30 -60H30L20 170C18 182 -18 182 -20 170Z', colour) +
  path('M-30 -60H-12L-10 178C-16 178 -20 174 -20 170Z', '#fff', 'opacity=".16"') +
  rect(-38, -78, 76, 24, 'url(#silver)', 8) +
  circle(0, -120, 58, 'url(#silverdown)') +
  times(7, (at) =>
    line(
      `M${-50 + at * 16.6} ${-120 - Math.sqrt(Math.max(0, 3200 - (-50 + at * 16.6) ** 2))}V${-120 + Math.sqrt(Math.max(0, 3200 - (-50 + at * 16.6) ** 2))}`,
      '#777189',
      2,
      'opacity=".75"',
    ),
  ) +
  times(7, (at) =>
    line(
      `M${-Math.sqrt(Math.max(0, 3200 - (-50 + at * 16.6) ** 2))} ${-170 + at * 16.6}H${Math.sqrt(Math.max(0, 3200 - (-50 + at * 16.6) ** 2))}`,
      '#777189',
      2,
      'opacity=".75"',
    ),
  ) +
  line('M-57 -118H57', '#4b4060', 9) +
  ellipse(-20, -146, 14, 10, '#fff', 'opacity=".7"') +
  rect(-7, -20, 14, 34, C.coral, 6);

/** A studio microphone in its ring, 260 wide, on an arm. */
export const studioMic = () =>
  line('M0 130V330', '#352c45', 12) +
  circle(0, 0, 128, 'none', 'stroke="#4b4060" stroke-width="13"') +
  circle(0, 0, 128, 'none', 'stroke="#8a7fa0" stroke-width="3"') +
  [45, 135, 225, 315].map((turn) => put(0, 0, 1, turn, line('M70 0H122', C.coral, 6))).join('') +
  rect(-54, -118, 108, 236, '#2b2340', 50) +
  rect(-54, -118, 108, 126, 'url(#silver)', 50) +
  times(8, (at) => line(`M-46 ${-92 + at * 12}H46`, '#777189', 2.4)) +
  rect(-56, 2, 112, 18, 'url(#brassdown)', 5) +
  rect(-44, 30, 16, 74, '#fff', 8, 'opacity=".16"') +
  circle(16, 60, 12, C.coral);

/** A microphone stand with a stage microphone, `height` high, standing on y = 0. */
export const micStand = (height, { scale = 0.42, tilt = -28 } = {}) =>
  ellipse(0, 0, 66, 11, '#1a1526') +
  line(`M0 0V${-height}`, '#4b4060', 8) +
  line(`M-2 -10V${-height}`, '#8a7fa0', 2) +
  put(0, -height - 30, scale, tilt, stageMic());

/** A music stand with an open score, `height` high, standing on y = 0. */
export const musicStand = (height = 330) =>
  line(`M0 -10V${-height + 20}M0 -40L-60 0M0 -40L60 0`, '#1a1526', 8) +
  path(`M-104 ${-height + 8}H104L92 ${-height - 116}H-92Z`, '#2b2340') +
  openScore(0, -height + 2, 0.68) +
  rect(-108, -height, 216, 14, '#1a1526', 5);

/** A sheet of music held up at the lower edge of a portrait. */
export const openScoreSheet = (x, y) => put(x, y, 1, -8, openScore(0, 0, 1));
