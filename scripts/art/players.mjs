import { C, circle, darker, ellipse, lighter, line, path, put, taper } from './base.mjs';
import { FACES } from './faces.mjs';
import { bust } from './people.mjs';
import { bow, violin } from './strings.mjs';
import { baton } from './winds.mjs';

const limb = (from, through, widths, colour) =>
  circle(from[0], from[1], widths[0] / 2, colour) +
  path(taper(from, [through], widths), colour) +
  circle(through[4], through[5], widths[1] / 2, colour);
const hand = (x, y, skin) => circle(x, y, 25, skin);

/** A violinist who stands on y = 0, about 1080 high before scaling. */
export function violinist(name, { dress = C.coral } = {}) {
  const face = { ...FACES[name], top: [FACES[name].top[0], dress], eyes: 'closed' };
  const { skin } = face;
  return (
    ellipse(0, 0, 220, 26, C.ink, 'opacity=".45" filter="url(#soft)"') +
    path('M-60 -40h44v36c-20 8 -52 8 -66 0zM60 -40h-44v36c20 8 52 8 66 0z', C.ink) +
    path(
      'M-196 -532C-160 -470 -138 -420 -146 -360C-156 -240 -190 -120 -206 -36H206C190 -120 156 -240 146 -360C138 -420 160 -470 196 -532Z',
      dress,
    ) +
    path(
      'M-40 -560C-60 -400 -90 -200 -96 -36H-60C-50 -200 -30 -400 -40 -560ZM60 -560C60 -400 90 -200 116 -36H150C130 -200 90 -400 60 -560Z',
      C.ink,
      'opacity=".16"',
    ) +
    put(0, -860, 1, 0, bust({ ...face, hem: 330 })) +
    put(112, -690, 0.8, 104, violin()) +
    limb([-160, -640], [-260, -560, -290, -430, -170, -520], [84, 58], darker(dress, 0.1)) +
    limb([-176, -512], [-130, -560, -60, -590, 10, -600], [56, 40], darker(dress, 0.1)) +
    put(116, -628, 1, -20, bow()) +
    hand(-118, -548, skin) +
    limb([160, -640], [270, -560, 330, -500, 350, -600], [84, 52], lighter(dress, 0.06)) +
    hand(348, -640, skin)
  );
}

/** A cellist who sits, feet on y = 0, about 860 high before scaling. */
export function cellist(name, { dress = C.teal } = {}) {
  const face = { ...FACES[name], top: [FACES[name].top[0], dress] };
  const { skin } = face;
  return (
    ellipse(0, 0, 300, 28, C.ink, 'opacity=".45" filter="url(#soft)"') +
    line('M-120 -240L-150 0M120 -240L150 0', '#1a1526', 16) +
    put(0, -640, 1, 0, bust(face)) +
    path('M-190 -320H190V-210H-190Z', dress) +
    path(
      'M-170 -330C-260 -330 -310 -270 -300 -190L-260 -20H-150L-130 -190C-60 -220 60 -220 130 -190L150 -20H260L300 -190C310 -270 260 -330 170 -330Z',
      darker(dress, 0.35),
    ) +
    path(
      'M-262 -30H-150L-140 0H-290C-290 -14 -280 -26 -262 -30ZM262 -30H150L140 0H290C290 -14 280 -26 262 -30Z',
      C.ink,
    ) +
    put(64, -240, 1.12, 12, violin({ cello: true })) +
    limb([-160, -430], [-270, -360, -290, -240, -200, -200], [84, 54], lighter(dress, 0.06)) +
    put(26, -204, 0.96, -8, bow()) +
    hand(-214, -186, skin) +
    limb([160, -430], [280, -380, 280, -470, 176, -510], [84, 52], lighter(dress, 0.06)) +
    hand(152, -520, skin)
  );
}

/** A pianist in profile who looks left and sits; feet on y = 0, about 640 high. */
export function pianist({ skin = '#9c5f3a', hair = '#21141a', jacket = C.saffron } = {}) {
  return (
    line('M-46 -196L-56 0M96 -196L106 0', '#1a1526', 13) +
    path('M-76 -232H126V-196H-76Z', C.coral) +
    path(
      'M-20 -262C60 -276 120 -256 116 -226H-150C-190 -226 -204 -200 -196 -170L-190 -24H-130L-124 -150L-10 -160Z',
      '#352c45',
    ) +
    path('M-192 -30H-128V0H-236C-234 -16 -214 -28 -192 -30Z', C.ink) +
    path(
      'M-40 -470C40 -490 110 -440 124 -340C132 -290 128 -250 120 -226H-26C-30 -300 -70 -380 -40 -470Z',
      jacket,
    ) +
    path(
      'M60 -470C110 -440 124 -380 124 -340C132 -290 128 -250 120 -226H70C96 -300 90 -400 60 -470Z',
      C.ink,
      'opacity=".16"',
    ) +
    path('M-24 -500H36V-452C20 -436 -10 -440 -24 -456Z', darker(skin, 0.22)) +
    path(
      'M-62 -600C-64 -640 -20 -660 20 -656C70 -650 80 -600 70 -560C62 -520 30 -484 -10 -486C-40 -486 -52 -500 -50 -520L-58 -530L-52 -538L-76 -550C-70 -566 -62 -580 -62 -600Z',
      skin,
    ) +
    path(
      'M-62 -612C-70 -660 -10 -690 40 -674C92 -656 96 -590 78 -548C70 -520 52 -508 40 -512C46 -540 30 -560 22 -566C30 -590 10 -604 -10 -604C-30 -604 -50 -604 -62 -612Z',
      hair,
    ) +
    ellipse(30, -556, 11, 16, darker(skin, 0.12)) +
    line('M-48 -572C-42 -566 -34 -566 -30 -572', C.ink, 5) +
    line('M-46 -518C-36 -510 -26 -512 -20 -518', '#7a2426', 5) +
    path(taper([30, -430], [[40, -340, -20, -290, -80, -310]], [76, 54]), lighter(jacket, 0.14)) +
    path(taper([-70, -312], [[-120, -320, -150, -310, -180, -296]], [54, 38]), lighter(jacket, 0.14)) +
    ellipse(-196, -290, 30, 20, skin)
  );
}

/** A conductor seen from behind, arms up; stands on y = 0, about 900 high. */
export function conductor({ coat = C.ink, hair = '#2a171c', skin = '#c98d5c' } = {}) {
  const arm = (side) =>
    path(
      taper([side * 120, -590], [[side * 240, -560, side * 300, -660, side * 280, -770]], [92, 54]),
      coat,
    ) +
    path(
      taper([side * 281, -764], [[side * 281, -774, side * 280, -784, side * 278, -796]], [56, 52]),
      C.paper,
    ) +
    circle(side * 277, -816, 28, skin);
  return (
    ellipse(0, 0, 200, 24, C.ink, 'opacity=".4" filter="url(#soft)"') +
    path('M-110 -330L-96 0H-16L0 -260L16 0H96L110 -330Z', darker(coat, 0.3)) +
    arm(-1) +
    arm(1) +
    path(
      'M-40 -650C-110 -640 -160 -620 -150 -560C-120 -460 -130 -380 -136 -250C-120 -200 -60 -190 -10 -300H10C60 -190 120 -200 136 -250C130 -380 120 -460 150 -560C160 -620 110 -640 40 -650Z',
      coat,
    ) +
    line('M0 -620V-310', '#fff', 3, 'opacity=".18"') +
    path('M-34 -700H34V-640C20 -630 -20 -630 -34 -640Z', skin) +
    path('M-36 -660H36V-636C20 -626 -20 -626 -36 -636Z', C.paper) +
    ellipse(-68, -750, 13, 18, skin) +
    ellipse(68, -750, 13, 18, skin) +
    path(
      'M0 -846C-64 -846 -76 -780 -68 -738C-62 -700 -40 -676 0 -676C40 -676 62 -700 68 -738C76 -780 64 -846 0 -846Z',
      hair,
    ) +
    line('M-36 -818C-16 -834 20 -834 40 -814', lighter(hair, 0.25), 5, 'opacity=".6"') +
    put(282, -822, 0.9, -62, baton())
  );
}

/** Heads of an audience along the lower edge. */
export const audience = (w, y, colour, step = 92) =>
  Array.from({ length: Math.ceil(w / step) + 1 }, (_, at) => {
    const x = at * step + (at % 2) * 14;
    const top = y + ((at * 29) % 26);
    const bun = at % 4 === 1 ? circle(x, top - 50, 17, colour) : '';
    return (
      bun +
      ellipse(x, top, 33, 40, colour) +
      path(
        `M${x - 64} ${top + 150}C${x - 64} ${top + 60} ${x - 30} ${top + 54} ${x - 13} ${top + 46}V${top + 20}H${x + 13}V${top + 46}C${x + 30} ${top + 54} ${x + 64} ${top + 60} ${x + 64} ${top + 150}Z`,
        colour,
      )
    );
  }).join('');

/** Singers side by side in robes, mouths open. */
export const choir = (names, step, scale, { robe = C.plum } = {}) =>
  names
    .map((name, at) =>
      put(
        at * step,
        (at % 2) * 18,
        scale,
        0,
        bust({ ...FACES[name], top: ['robe', robe], mouth: 'sing', beard: undefined }),
      ),
    )
    .join('');
