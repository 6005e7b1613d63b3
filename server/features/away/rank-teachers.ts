/** Who could teach a lesson. */
export type Candidate = {
  name: string;
  /** How many of its learners they teach already. */
  known: number;
  /** What the classes are called that they teach. */
  teaches: readonly string[];
  /** The instruments of these classes, by id. */
  instruments: readonly string[];
};

/** What is to be taught: what the class is called, and its instruments by id. */
type Wanted = { classname: string; instruments: readonly string[] };

/** Shorter words tell nothing of what is taught: `for`, `and`, `die`. */
const WORD_MIN = 4;

const wordsOf = (classname: string): string[] =>
  classname
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => [...word].length >= WORD_MIN);

/**
 * Those who could teach a lesson of a class, whom to ask first coming first: who teaches one of its
 * instruments, then who teaches what is called alike (a word is the same), then whom more of its learners
 * know, then by name.
 */
export function rankTeachers<C extends Candidate>(
  candidates: readonly C[],
  { classname, instruments }: Wanted,
): C[] {
  const teachesOne = (candidate: C) =>
    Number(candidate.instruments.some((instrument) => instruments.includes(instrument)));
  const words = new Set(wordsOf(classname));
  const isAlike = ({ teaches }: C) =>
    Number(teaches.some((other) => wordsOf(other).some((word) => words.has(word))));
  return candidates.toSorted(
    (one, other) =>
      teachesOne(other) - teachesOne(one) ||
      isAlike(other) - isAlike(one) ||
      other.known - one.known ||
      one.name.localeCompare(other.name),
  );
}
