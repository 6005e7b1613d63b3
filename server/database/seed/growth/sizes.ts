/** How many there are in all, the demo school among them. */
export type SchoolSize = {
  classes: number;
  users: number;
  enrolments: number;
  /** Over how many years up to now they are spread. */
  years: number;
  instructors: number;
  /** How many classes one instructor teaches, and how many students the largest of these has. */
  mostClasses: number;
  mostStudents: number;
};

/** What `npm run seed -- --size` makes; `demo` is the demo school as a first start makes it. */
export const SIZES = {
  demo: null,
  small: {
    classes: 90,
    users: 800,
    enrolments: 2600,
    years: 3,
    instructors: 6,
    mostClasses: 12,
    mostStudents: 80,
  },
  medium: {
    classes: 1000,
    users: 10_000,
    enrolments: 100_000,
    years: 3,
    instructors: 60,
    mostClasses: 125,
    mostStudents: 1000,
  },
  large: {
    classes: 10_000,
    users: 100_000,
    enrolments: 1_000_000,
    years: 3,
    instructors: 300,
    mostClasses: 1250,
    mostStudents: 1000,
  },
} as const satisfies Record<string, SchoolSize | null>;
