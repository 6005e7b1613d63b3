/** Families of the town, for the demo school's rosters; these addresses do not sign in. */
const FIRST_NAMES = [
  ...[
    'Ada',
    'Adrian',
    'Aisha',
    'Alice',
    'Amir',
    'Anouk',
    'Anton',
    'Beatrice',
    'Ben',
    'Bianca',
    'Caleb',
    'Camille',
  ],
  ...[
    'Carlos',
    'Chiara',
    'Daniel',
    'Dana',
    'Edith',
    'Elias',
    'Ella',
    'Emil',
    'Esther',
    'Felix',
    'Fiona',
    'Freya',
  ],
  ...[
    'George',
    'Grace',
    'Hannah',
    'Hugo',
    'Ingrid',
    'Isaac',
    'Ivy',
    'Jamal',
    'Jasmine',
    'Joel',
    'Julia',
    'Kenji',
  ],
  ...['Laila', 'Leo', 'Lucia', 'Maya', 'Milo', 'Nadia', 'Noah', 'Olive', 'Oscar', 'Pablo', 'Rosa', 'Ruben'],
  ...['Sofia', 'Tomas', 'Vera', 'Zoe'],
];
const LAST_NAMES = [
  ...[
    'Adler',
    'Akande',
    'Alvarez',
    'Ashworth',
    'Baptiste',
    'Bennett',
    'Bergstrom',
    'Bianchi',
    'Carver',
    'Chandra',
  ],
  ...[
    'Chen',
    'Clarke',
    'Costa',
    'Dalton',
    'Diallo',
    'Doyle',
    'Eriksen',
    'Farouk',
    'Fischer',
    'Fletcher',
    'Garcia',
  ],
  ...[
    'Gupta',
    'Hale',
    'Hansen',
    'Hoffman',
    'Hughes',
    'Ibrahim',
    'Ito',
    'Jensen',
    'Kaplan',
    'Keller',
    'Khan',
    'Kim',
  ],
  ...[
    'Larsen',
    'Lopez',
    'Marsh',
    'Meyer',
    'Mwangi',
    'Nguyen',
    'Novak',
    'Okafor',
    'Osman',
    'Parker',
    'Petrov',
    'Quinn',
  ],
  ...[
    'Reyes',
    'Rossi',
    'Sato',
    'Schmidt',
    'Silva',
    'Singh',
    'Tanaka',
    'Turner',
    'Usman',
    'Vargas',
    'Walsh',
    'Weber',
  ],
  ...['Yilmaz', 'Zhou'],
];

export type Student = { name: string; email: string };

/** As many students as asked for, each name once. */
export function makeStudents(count: number): Student[] {
  return Array.from({ length: count }, (_, index) => {
    const first = FIRST_NAMES[index % FIRST_NAMES.length] as string;
    // The lists have no common divisor, so a pair comes again only after all others.
    const last = LAST_NAMES[(index * 5) % LAST_NAMES.length] as string;
    return { name: `${first} ${last}`, email: `${first}.${last}@mail.example`.toLowerCase() };
  });
}
