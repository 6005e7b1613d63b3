import { C, circle, darker, ellipse, lighter, line, mirrored, path, symmetric, times } from './base.mjs';

const FACE = symmetric(
  [0, -104],
  [
    [62, -104, 80, -52, 77, -4],
    [75, 52, 40, 100, 0, 100],
  ],
);

/* Each hair style has a part behind the head and a part over the forehead; both take the hair's colour. */
const HAIR = {
  bob: {
    back: (c) =>
      path(
        'M0 -132C-92 -136 -112 -60 -106 20C-104 60 -112 84 -96 92C-60 104 60 104 96 92C112 84 104 60 106 20C112 -60 92 -136 0 -132Z',
        c,
      ),
    front: (c) =>
      path(
        'M-80 10C-88 -70 -50 -118 6 -118C60 -118 86 -70 80 10C72 -28 60 -52 34 -66C-4 -48 -60 -40 -80 10Z',
        c,
      ),
  },
  bun: {
    back: (c) =>
      circle(0, -146, 44, c) +
      path('M0 -128C-80 -130 -98 -60 -88 12L88 12C98 -60 80 -130 0 -128Z', c) +
      line('M-22 -160C-6 -176 20 -170 28 -150', lighter(c, 0.25), 5, 'opacity=".7"'),
    front: (c) =>
      path(
        'M-80 0C-86 -76 -46 -116 0 -116C46 -116 86 -76 80 0C72 -40 48 -70 0 -76C-48 -70 -72 -40 -80 0Z',
        c,
      ),
  },
  short: {
    back: (c) => path('M-86 6C-100 -70 -64 -136 4 -134C72 -134 98 -72 86 6Z', c),
    front: (c) =>
      path(
        'M-80 -10C-84 -40 -78 -60 -66 -70C-40 -64 30 -62 58 -88C76 -66 84 -40 80 -10C92 -50 92 -96 60 -120C20 -150 -50 -142 -74 -106C-92 -82 -88 -44 -80 -10Z',
        c,
      ),
  },
  quiff: {
    back: (c) => path('M-84 0C-92 -60 -70 -118 0 -120C70 -118 92 -60 84 0Z', c),
    front: (c) =>
      path(
        'M-80 -14C-90 -60 -84 -84 -64 -96C-50 -150 50 -164 82 -112C94 -84 86 -40 80 -14C76 -44 70 -62 56 -74C20 -58 -30 -60 -58 -78C-70 -62 -76 -40 -80 -14Z',
        c,
      ) + line('M-40 -104C-10 -130 40 -132 64 -108', lighter(c, 0.25), 5, 'opacity=".6"'),
  },
  afro: {
    back: (c) =>
      times(12, (at) =>
        circle(Math.cos((at / 12) * 6.283) * 74, -54 + Math.sin((at / 12) * 6.283) * 66, 56, c),
      ) + circle(0, -54, 90, c),
    front: (c) =>
      times(7, (at) => circle(-66 + at * 22, -84 - Math.sin((at / 6) * 3.14) * 20, 24, c)) +
      times(4, (at) => circle(-58 + at * 36, -110 - (at % 2) * 10, 8, lighter(c, 0.22), 'opacity=".5"')),
  },
  waves: {
    back: (c) =>
      path(
        'M0 -134C-90 -138 -116 -64 -106 -6C-98 40 -134 70 -118 118C-104 158 -60 160 -44 138H44C60 160 104 158 118 118C134 70 98 40 106 -6C116 -64 90 -138 0 -134Z',
        c,
      ) +
      line('M-104 40C-96 80 -112 100 -98 130M104 40C96 80 112 100 98 130', darker(c, 0.3), 5, 'opacity=".6"'),
    front: (c) =>
      path(
        'M-80 24C-94 -60 -60 -122 0 -120C62 -120 94 -60 80 24C76 -30 50 -64 -16 -86C-40 -60 -72 -40 -80 24Z',
        c,
      ) + line('M-16 -108C24 -104 60 -80 74 -40', lighter(c, 0.25), 5, 'opacity=".6"'),
  },
  ponytail: {
    back: (c) =>
      path('M40 -118C120 -140 150 -60 124 6C112 48 124 76 104 104C96 60 84 40 86 -10Z', c) +
      path('M0 -130C-80 -132 -98 -60 -88 10L88 10C98 -60 80 -132 0 -130Z', c),
    front: (c) =>
      path(
        'M-80 4C-90 -74 -50 -118 0 -118C50 -118 90 -74 80 4C74 -40 54 -78 20 -84C-30 -82 -70 -50 -80 4Z',
        c,
      ),
  },
  braids: {
    back: (c) =>
      path('M0 -132C-84 -134 -102 -60 -94 20L94 20C102 -60 84 -134 0 -132Z', c) +
      [-1, 1]
        .map(
          (s) =>
            times(6, (at) =>
              ellipse(s * (98 + (at % 2) * 3), 20 + at * 25, 19, 16, at % 2 ? c : lighter(c, 0.12)),
            ) + circle(s * 98, 166, 11, C.saffron),
        )
        .join(''),
    front: (c) =>
      path(
        'M-80 14C-90 -72 -54 -120 0 -118C54 -120 90 -72 80 14C70 -34 46 -68 2 -104C-44 -68 -70 -34 -80 14Z',
        c,
      ) + line('M0 -118V-100', lighter(c, 0.3), 3),
  },
  fade: {
    back: (c) => path('M-80 -6C-86 -74 -60 -122 0 -122C60 -122 86 -74 80 -6Z', c, 'opacity=".8"'),
    front: (c) =>
      path(
        'M-77 -24C-80 -50 -74 -64 -66 -74C-30 -86 30 -86 66 -74C74 -64 80 -50 77 -24C90 -80 66 -132 0 -132C-66 -132 -90 -80 -77 -24Z',
        c,
      ),
  },
  grey: {
    back: (c) =>
      path(
        'M0 -130C-92 -134 -108 -60 -100 4C-98 34 -88 44 -76 40H76C88 44 98 34 100 4C108 -60 92 -134 0 -130Z',
        c,
      ),
    front: (c) =>
      path(
        'M-78 20C-92 -66 -56 -120 0 -118C56 -118 92 -66 78 20C78 -20 70 -46 50 -70C20 -40 -40 -38 -62 -50C-72 -34 -76 -10 -78 20Z',
        c,
      ) + line('M-50 -96C-20 -112 30 -110 52 -92', '#fff', 5, 'opacity=".5"'),
  },
  scarf: {
    back: (c) =>
      path(
        'M0 -142C-100 -144 -122 -50 -108 40C-100 100 -120 150 -84 186H84C120 150 100 100 108 40C122 -50 100 -144 0 -142Z',
        darker(c, 0.18),
      ),
    front: (c) =>
      path(
        `M0 -142C-96 -142 -112 -50 -100 30C-92 100 -50 150 0 168C50 150 92 100 100 30C112 -50 96 -142 0 -142ZM0 -84C44 -84 68 -40 64 6C60 60 34 92 0 92C-34 92 -60 60 -64 6C-68 -40 -44 -84 0 -84Z`,
        c,
        'fill-rule="evenodd"',
      ) +
      line(
        'M-70 -96C-40 -124 40 -124 70 -96M-92 20C-80 90 -40 130 0 146',
        lighter(c, 0.3),
        4,
        'opacity=".55"',
      ),
  },
};

const TOPS = {
  crew: (c) => line('M-46 152C-30 180 30 180 46 152', darker(c, 0.3), 9),
  shirt: (c) =>
    path('M-44 146L0 204L-52 222L-72 158Z', lighter(c, 0.45)) +
    path('M44 146L0 204L52 222L72 158Z', lighter(c, 0.45)) +
    line('M0 206V320', darker(c, 0.25), 4) +
    circle(0, 240, 5, C.paper) +
    circle(0, 284, 5, C.paper),
  jacket: (c) =>
    path('M-44 146L0 262L44 146L30 150H-30Z', C.paper) +
    path('M-46 144L-2 268L-30 320L-104 196L-70 158Z', darker(c, 0.22)) +
    path('M46 144L2 268L30 320L104 196L70 158Z', darker(c, 0.22)),
  rollneck: (c) =>
    path('M-44 108C-20 122 20 122 44 108L50 164C20 182 -20 182 -50 164Z', lighter(c, 0.1)) +
    line('M-44 126C-20 140 20 140 44 126M-46 144C-20 158 20 158 46 144', darker(c, 0.22), 3),
  vneck: (c, skin) => path('M-40 148L0 214L40 148Z', skin) + line('M-44 150L0 220L44 150', darker(c, 0.3), 8),
  robe: () => path('M-50 150L0 250L50 150L74 160L0 306L-74 160Z', C.saffron),
};

const MOUTH = {
  smile: () => line('M-24 54C-12 68 14 68 26 52', '#8d2f2a', 6),
  open: () =>
    path('M-28 48C-14 54 16 54 30 46C26 80 -20 82 -28 48Z', '#7a2426') +
    path('M-24 50C-12 55 14 55 26 48L24 58C10 63 -10 63 -22 60Z', '#fff'),
  sing: () =>
    ellipse(1, 62, 16, 20, '#7a2426') +
    ellipse(1, 72, 10, 8, C.coral) +
    path('M-12 50C-4 46 6 46 14 50L12 55C4 52 -2 52 -10 55Z', '#fff'),
};

/** A friendly bust, face at the origin, shoulders down to y = 320: {skin, hair: [style, colour], top: [cut, colour], …}; `young` has a child's narrow shoulders, `hem` is where the body ends. */
export function bust({
  skin,
  hair: [style, colour],
  top: [cut, cloth],
  mouth = 'smile',
  glasses,
  beard,
  earrings,
  eyes = 'open',
  young,
  hem = 460,
}) {
  const shade = darker(skin, 0.26);
  const { back, front } = HAIR[style];
  const brow = style === 'scarf' ? '#3d2018' : darker(colour, 0.25);
  const ear = style === 'scarf' ? '' : ellipse(78, 6, 15, 20, shade) + ellipse(77, 5, 12, 17, skin);
  const eye =
    eyes === 'closed'
      ? line('M20 0C26 7 38 7 44 0', C.ink, 5)
      : ellipse(31, -1, 7, 9, C.ink) + circle(33.5, -4, 2.6, '#fff');
  return (
    back(colour) +
    `<g transform="${young ? 'translate(0 8) scale(.74 .84)' : ''}">` +
    path(`M-196 ${hem}V330C-196 206 -120 172 -44 150H44C120 172 196 206 196 330V${hem}Z`, cloth) +
    (hem > 330
      ? path(`M60 156C130 178 196 206 196 330V${hem}H120V330C130 250 110 190 60 156Z`, C.ink, 'opacity=".14"')
      : '') +
    path('M-36 66H36V140C36 176 -36 176 -36 140Z', shade) +
    path('M-36 66H20C20 120 -10 150 -36 150Z', skin, 'opacity=".6"') +
    TOPS[cut](cloth, skin) +
    '</g>' +
    (style === 'scarf' ? '' : ear + mirrored(ear)) +
    path(FACE, skin) +
    path('M14 -104C64 -100 80 -52 77 -4C75 52 40 100 0 100C46 70 62 10 14 -104Z', shade, 'opacity=".35"') +
    circle(-44, 34, 19, C.coral, 'opacity=".28"') +
    circle(46, 34, 19, C.coral, 'opacity=".28"') +
    (beard
      ? path(
          'M-76 4C-74 64 -44 112 0 112C44 112 74 64 76 4C66 30 44 34 30 32C12 26 -12 26 -30 32C-44 34 -66 30 -76 4Z',
          beard,
        )
      : '') +
    eye +
    mirrored(eye) +
    line('M18 -25C27 -32 40 -31 48 -25', brow, 6) +
    line('M-18 -25C-27 -32 -40 -31 -48 -25', brow, 6) +
    line('M2 2C0 16 -10 26 -8 31C-4 35 4 35 8 33', shade, 5) +
    MOUTH[mouth]() +
    (glasses
      ? [-1, 1]
          .map((s) =>
            circle(s * 32, 0, 25, '#fff', `fill-opacity=".16" stroke="${glasses}" stroke-width="6"`),
          )
          .join('') + line('M-8 -3C-4 -8 4 -8 8 -3M57 -4L76 -8M-57 -4L-76 -8', glasses, 6)
      : '') +
    front(colour) +
    (earrings ? [-1, 1].map((s) => circle(s * 82, 36, 9, earrings)).join('') : '')
  );
}
