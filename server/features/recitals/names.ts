import type { NameConsent } from '#contract/recitals/calls.ts';
import { t } from '#languages/t.ts';
import type { Db } from '#server/database/schema.ts';
import {
  findConsents,
  findPeople,
  findPerformers,
  findPieces,
  findTeacherNames,
  type PersonRow,
} from './queries.ts';
import type { PrintedName } from './tables.ts';

/** Who reads names: visitors and teachers, the printed programme, or the office. */
export type Reader = 'public' | 'print';

type Person = Pick<PersonRow, 'name' | 'firstname' | 'lastname'>;

const firstOf = ({ firstname, name }: Person): string => firstname || (name.split(' ')[0] ?? '');

/** "Ada K.": the first name, and the initial of the last one where there is one. */
function withInitial(person: Person): string {
  const words = person.name.split(' ');
  const last = person.lastname ?? (words.length > 1 ? words.at(-1) : '') ?? '';
  const [initial] = [...last.trim()];
  return initial ? `${firstOf(person)} ${initial}.` : firstOf(person);
}

const studentOf = (teacher: string | undefined): string =>
  teacher ? t('recitals.student_of', { teacher }) : t('recitals.student_of_school');

/** What a learner is called where the family's answer is this one. */
export function nameAs(as: PrintedName, person: Person, teacher: string | undefined): string {
  if (as === 'full') return person.name;
  if (as === 'first') return firstOf(person);
  return as === 'initial' ? withInitial(person) : studentOf(teacher);
}

/** Who takes part in recitals, and how each of them is named. */
export type Cast = Awaited<ReturnType<typeof readCast>>;

/** Reads the pieces of recitals, with who takes part in them. */
export async function readCast(db: Db, recitalids: readonly string[]) {
  const [pieces, performers, consents] = await Promise.all([
    findPieces(db, recitalids),
    findPerformers(db, recitalids),
    findConsents(db, recitalids),
  ]);
  const ids = [
    ...performers.map(({ learnerid }) => learnerid),
    ...pieces.flatMap(({ accompanistid, turnerid }) => [accompanistid ?? [], turnerid ?? []].flat()),
  ];
  const [people, teachers] = await Promise.all([findPeople(db, ids), findTeacherNames(db, ids)]);
  const answers = new Map(
    consents.map(({ recitalid, learnerid, name }) => [`${recitalid} ${learnerid}`, name] as const),
  );
  const byPiece = Map.groupBy(performers, ({ pieceid }) => pieceid);

  const consentOf = (recitalid: string, learnerid: string): NameConsent | null =>
    answers.get(`${recitalid} ${learnerid}`) ?? null;

  /** How a learner is printed: who teaches by name, all others as the family says. */
  function printedAs(recitalid: string, learnerid: string): PrintedName {
    const person = people.get(learnerid);
    if (person?.self === 1 && person.role !== 'student') return 'full';
    return consentOf(recitalid, learnerid) ?? 'initial';
  }

  return {
    people,
    pieces,
    consentOf,
    printedAs,
    teacherOf: (learnerid: string) => teachers.get(learnerid),
    /** Who plays a piece now, each once, in their order. */
    learnersOf: (pieceid: string): string[] => [
      ...new Set(
        (byPiece.get(pieceid) ?? []).flatMap(({ learnerid, position }) =>
          position === null || !people.has(learnerid) ? [] : [learnerid],
        ),
      ),
    ],
    performersOf: (pieceid: string) => byPiece.get(pieceid) ?? [],
    /** What a learner is called in a recital to who reads it. Before an answer the print alone names a child. */
    nameOf(recitalid: string, learnerid: string, reader: Reader): string {
      const person = people.get(learnerid);
      if (!person) return studentOf(undefined);
      const as = printedAs(recitalid, learnerid);
      return nameAs(as === 'initial' && reader === 'public' ? 'none' : as, person, teachers.get(learnerid));
    },
  };
}
