import { addDays } from '#contract/time/days.ts';
import { dayAt, wallTimeAt } from '#contract/time/wall-time.ts';

/*
 * The small music school of first-term.spec.ts: who teaches what where, and its families as an old list of
 * theirs names them.
 */

const ZONES = [
  'Europe/Berlin',
  'Africa/Nairobi',
  'Asia/Karachi',
  'Asia/Bangkok',
  'Asia/Tokyo',
  'Pacific/Auckland',
  'Pacific/Honolulu',
  'America/Los_Angeles',
  'America/Lima',
  'America/Sao_Paulo',
  'Atlantic/Azores',
];
const clockHour = (zone: string) => Number(wallTimeAt(Date.now(), zone).slice(11, 13));

/** Where it is morning now: all lessons of today are still to come, and no midnight falls into the journey. */
export const ZONE = ZONES.find((zone) => clockHour(zone) >= 5 && clockHour(zone) < 11) ?? 'UTC';
export const TODAY = dayAt(Date.now(), ZONE);
export const TERM = { name: 'Autumn term', firstday: TODAY, lastday: addDays(TODAY, 83) };

export const INSTRUMENTS = ['Violin', 'Piano', 'Voice'] as const;
const PRICES = { Violin: 120, Piano: 150, Voice: 90 };

export const BUILDINGS = [
  { name: 'Old mill', street: '3 Mill Lane', town: 'Galway', directions: 'Behind the bakery.' },
  { name: 'Harbour hall', street: '9 Quay Street', town: 'Galway', directions: 'Bus 4 to Quay Street.' },
] as const;
export const ROOMS = ['Red room', 'Blue room', 'Attic', 'Hall', 'Studio', 'Cellar'] as const;

export const TEACHERS = [
  'Clara Weiss',
  'Jonas Adler',
  'Hana Mori',
  'Mateo Ruiz',
  'Amara Diallo',
  'Liam Byrne',
  'Nora Lind',
  'Ivan Petrov',
  'Zoë O’Hara',
].map((name, at) => ({ name, email: `teacher${at + 1}@school.example`, password: `Rosin-${at}-bow!` }));

const weekdayOf = (day: string) => new Date(day).getUTCDay() || 7;

/**
 * Thirty classes, six on each of five days from today on, two at a time. The first teacher has one a day; no
 * other has two at a time.
 */
export const CLASSES = Array.from({ length: 30 }, (_, at) => {
  const [day, slot] = [at % 5, Math.floor(at / 5)];
  const instrument = INSTRUMENTS[at % 3] ?? 'Violin';
  return {
    classname: `${instrument} ${at + 1}`,
    instrument,
    price: PRICES[instrument],
    teacher: slot === 0 ? 0 : ((at - 5) % 8) + 1,
    room: slot,
    weekday: weekdayOf(addDays(TODAY, day)),
    starttime: ['15:00', '16:00', '17:00'][slot >> 1] ?? '15:00',
  };
});
export const SEATS = 8;
/** The one that is called off. */
export const CALLED_OFF = 28;

const FAMILIES = 80;
const FAMILIES_OF_TWO = 40;
const UNKNOWN_CLASSES = 4;
const PAYS = ['cash', 'Bank transfer', 'due', '', 'TRANSFER'];
const isUnknown = (family: number) => family >= FAMILIES - UNKNOWN_CLASSES;

/** A class by a child's number, but for the last one, which is kept for the desk. */
const classOf = (child: number) => CLASSES[child % (CLASSES.length - 1)] ?? CLASSES[0];
const SURNAMES = ['Müller', 'O’Brien', 'de la Cruz', 'Novák'];
const surname = (family: number) => `${SURNAMES[family % SURNAMES.length]}${family}`;

/** One number as four people write it. */
function phoneOf(family: number): string {
  const digits = String(100_200 + family);
  const [a, b] = [digits.slice(0, 3), digits.slice(3)];
  return [`+353 91 ${a} ${b}`, `(091) ${a}-${b}`, `0035391${digits}`, `091/${a} ${b}`][family % 4] ?? '';
}

/** What a cell says where it holds a separator, a quote or a line of its own. */
const quoted = (cell: string) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function lineOf(family: number): string[] {
  const isOfTwo = family < FAMILIES_OF_TWO;
  const child = isOfTwo ? family * 2 : FAMILIES_OF_TWO + family;
  const one = classOf(child);
  const called = isUnknown(family) ? 'Bagpipes' : ` ${one?.classname.toUpperCase()}  `;
  const remark = family % 20 === 3 ? 'Says "Nuts; no milk"\nand rings the bell' : '';
  return [
    PAYS[family % PAYS.length] ?? '',
    called,
    remark,
    isOfTwo ? `Zwei${family}` : '',
    isOfTwo ? surname(family) : '',
    phoneOf(family),
    ` Parent${family}@Families.example `,
    surname(family),
    `Una${family}`,
    `${surname(family)}, Pat`,
    `${String((family % 28) + 1).padStart(2, '0')}.03.2015`,
    isOfTwo ? (classOf(child + 1)?.classname ?? '') : '',
    isOfTwo || isUnknown(family) ? '' : (TEACHERS[one?.teacher ?? 0]?.name ?? ''),
    family % 3 === 0 ? TERM.name : '',
  ];
}

const HEADINGS = [
  'Payment',
  'Course',
  'Remarks',
  'Child 2 first name',
  'Child 2 surname',
  'Mobile',
  'E-Mail',
  'Surname',
  'First name',
  'Parent / guardian',
  'Date of birth',
  'Child 2 course',
  'Teacher',
  'Semester',
];

const BROKEN = ['', 'Violin 1', '', '', '', '', 'nobody at home', 'Lost', 'Tim', 'Lost, Pat', '', '', '', ''];
const NAMELESS = [
  '',
  '',
  '',
  '',
  '',
  '',
  'empty@families.example',
  'Blank',
  '',
  'Blank, Pat',
  '',
  '',
  '',
  '',
];

const TEXT = [
  HEADINGS,
  ...Array.from({ length: FAMILIES }, (_, at) => lineOf(at)),
  BROKEN,
  HEADINGS.map(() => ''),
  NAMELESS,
  lineOf(FAMILIES - UNKNOWN_CLASSES - 1),
  HEADINGS.map(() => ''),
]
  .map((cells) => cells.map(quoted).join(';'))
  .join('\r\n');

/** Two hundred people in a file as an old spreadsheet saves it: in Windows’ western code page. */
export const LIST = Buffer.from(TEXT.replaceAll('’', '\x92'), 'latin1');

/** What the list comes to, in the units of the currency. */
export const LISTED = (() => {
  const sums = { cash: 0, transfer: 0, owed: 0 };
  let places = 0;
  for (let family = 0; family < FAMILIES; family++) {
    const isOfTwo = family < FAMILIES_OF_TWO;
    const child = isOfTwo ? family * 2 : FAMILIES_OF_TWO + family;
    const way = (['cash', 'transfer', 'owed', 'owed', 'transfer'] as const)[family % 5] ?? 'owed';
    for (const one of isOfTwo ? [child, child + 1] : [child]) {
      if (isUnknown(family)) continue;
      places++;
      sums[way] += classOf(one)?.price ?? 0;
    }
  }
  return {
    children: FAMILIES + FAMILIES_OF_TWO,
    families: FAMILIES,
    places,
    sums,
    refused: UNKNOWN_CLASSES,
    same: 1,
    wrong: 2,
  };
})();
