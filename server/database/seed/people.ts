import type { Role } from '#contract/users/calls.ts';

/** A person of the demo school; the picture is a path of this origin. */
export type Person = { name: string; email: string; photoURL: string; role: Role };

/** Every demo account's password; it passes the five registration checks. */
export const DEMO_PASSWORD = 'Practice!1';

const portrait = (name: string) => `/art/person-${name}-480.webp`;

function person(role: Role, name: string, mailbox: string, picture = mailbox): Person {
  return { role, name, email: `${mailbox}@cadenza.example`, photoURL: portrait(picture) };
}

export const INSTRUCTORS = {
  clara: person('instructor', 'Clara Winterbourne', 'clara'),
  mateo: person('instructor', 'Mateo Ibarrola', 'mateo'),
  amara: person('instructor', 'Amara Nwosu', 'amara'),
  jonas: person('instructor', 'Jonas Lindegaard', 'jonas'),
  hana: person('instructor', 'Hana Morikawa', 'hana'),
  priya: person('instructor', 'Priya Ramanathan', 'priya'),
  elliot: person('instructor', 'Elliot Brandauer', 'elliot'),
  samira: person('instructor', 'Samira Haddadin', 'samira'),
} satisfies Record<string, Person>;

export const ADMIN = person('admin', 'Ruth Calloway', 'admin', 'ruth');
export const STUDENT = person('student', 'Lena Fairweather', 'student', 'lena');

/** Students who have been here for a while. */
export const FURTHER_STUDENTS = [
  person('student', 'Theo Abara', 'theo'),
  person('student', 'Yuki Sandoval', 'yuki'),
  person('student', 'Ines Kowalczyk', 'ines'),
  person('student', 'Marcus Bellamy', 'marcus'),
  person('student', 'Farah Qadiri', 'farah'),
];

/** All people of the demo school, the three accounts that are shown to anyone who starts it first. */
export const PEOPLE: readonly Person[] = [ADMIN, ...Object.values(INSTRUCTORS), STUDENT, ...FURTHER_STUDENTS];

/** One account a role, for anyone who tries the school. */
export const DEMO_ACCOUNTS: readonly Person[] = [ADMIN, INSTRUCTORS.clara, STUDENT];

/** Children of people who can sign in; `age` is in years, `enrolled` says how many days ago. */
export const CHILDREN: readonly {
  parent: string;
  firstname: string;
  lastname: string;
  age: number;
  enrolled: Record<string, number>;
}[] = [
  {
    parent: 'ines@cadenza.example',
    firstname: 'Zofia',
    lastname: 'Kowalczyk',
    age: 7,
    enrolled: { 'First Steps at the Piano': 70, 'Hand Drum Circle': 26 },
  },
  {
    parent: 'ines@cadenza.example',
    firstname: 'Jan',
    lastname: 'Kowalczyk',
    age: 9,
    enrolled: { 'Young Voices Choir': 70 },
  },
];

/** The key of a child while the school is planned, as others have their address. */
export const childKey = ({ parent, firstname }: { parent: string; firstname: string }) =>
  `${parent} ${firstname}`;
