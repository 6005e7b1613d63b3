import { C } from './base.mjs';

const TONE = {
  light: '#f4c9a8',
  rose: '#eab795',
  honey: '#d99f6c',
  olive: '#c98d5c',
  brown: '#9c5f3a',
  deep: '#6f3f29',
};

/** Everybody of the school, as `bust` wants them. */
export const FACES = {
  clara: { skin: TONE.light, hair: ['bun', '#7a3b22'], top: ['rollneck', C.plum], earrings: C.saffron },
  mateo: {
    skin: TONE.olive,
    hair: ['quiff', '#2a1a1c'],
    top: ['shirt', C.teal],
    beard: '#2a1a1c',
    mouth: 'open',
  },
  amara: {
    skin: TONE.deep,
    hair: ['afro', '#21141a'],
    top: ['vneck', C.coral],
    earrings: C.saffron,
    mouth: 'open',
  },
  jonas: { skin: TONE.light, hair: ['short', '#d79a45'], top: ['crew', '#3a3148'], beard: '#c58438' },
  hana: { skin: TONE.rose, hair: ['bob', '#1d1622'], top: ['crew', C.saffron], glasses: '#8d2f2a' },
  priya: {
    skin: TONE.brown,
    hair: ['waves', '#2a171c'],
    top: ['vneck', C.teal],
    earrings: C.saffron,
    mouth: 'open',
  },
  elliot: { skin: TONE.deep, hair: ['fade', '#1d141a'], top: ['jacket', C.plum], glasses: '#e7b04a' },
  samira: { skin: TONE.honey, hair: ['scarf', C.coral], top: ['crew', '#3a3148'] },
  ruth: {
    skin: TONE.rose,
    hair: ['grey', '#c9c2d0'],
    top: ['jacket', C.teal],
    glasses: C.plum,
    earrings: C.coral,
  },
  lena: { skin: TONE.light, hair: ['ponytail', '#b5562b'], top: ['crew', C.teal], mouth: 'open' },
  theo: { skin: TONE.deep, hair: ['short', '#21141a'], top: ['crew', C.saffron], mouth: 'open' },
  yuki: { skin: TONE.rose, hair: ['short', '#1d1622'], top: ['shirt', C.coral] },
  ines: { skin: TONE.light, hair: ['braids', '#d9a860'], top: ['vneck', C.plum] },
  marcus: {
    skin: TONE.brown,
    hair: ['fade', '#21141a'],
    top: ['shirt', C.plum],
    beard: '#21141a',
    glasses: '#1a1526',
  },
  farah: {
    skin: TONE.honey,
    hair: ['scarf', C.teal],
    top: ['crew', C.saffron],
    mouth: 'open',
    glasses: '#5f2014',
  },
};
