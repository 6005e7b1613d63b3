import type { Row } from '#server/database/schema.ts';
import { type Label, type Letter, plainName, type Value } from '#server/jobs/letter.ts';
import type { Names } from './find-recipients.ts';

type LessonRow = Row<'lessons'>;

/** A lesson as it was and as it is now; `before` is missing of one that is new. */
export type LessonChange = { before?: LessonRow | undefined; after: LessonRow };

/** What a change means to those who come to the lesson. */
export type LessonNews = { what: What; before: LessonRow | undefined; after: LessonRow };

/**
 * `made-up`: it was cancelled, and is held after all; `changed`: its room or its teacher is another, its time
 * is not.
 */
type What = 'cancelled' | 'moved' | 'changed' | 'made-up' | 'new';

const isHeld = (lesson: LessonRow | undefined): lesson is LessonRow =>
  lesson !== undefined && lesson.state !== 'cancelled';

/**
 * What of these changes people have to know: nothing of lessons that are over, nor of what they cannot see.
 * The first lesson first.
 */
export function newsOf(changes: readonly LessonChange[], now: number): LessonNews[] {
  return changes
    .flatMap(({ before, after }) => {
      const what = whatOf(before, after);
      const isToCome = Math.max(isHeld(before) ? before.startsat : 0, after.startsat) > now;
      return what && isToCome ? { what, before, after } : [];
    })
    .sort(byMoment);
}

function whatOf(before: LessonRow | undefined, after: LessonRow): What | undefined {
  if (!isHeld(after)) return isHeld(before) ? 'cancelled' : undefined;
  if (!before) return 'new';
  if (!isHeld(before)) return 'made-up';
  if (before.startsat !== after.startsat || before.endsat !== after.endsat) return 'moved';
  const isElsewhere = before.roomid !== after.roomid || before.teacherid !== after.teacherid;
  return isElsewhere ? 'changed' : undefined;
}

/** When those who know nothing of it would come. */
const momentOf = ({ what, before, after }: LessonNews) =>
  what === 'cancelled' || what === 'moved' ? (before ?? after).startsat : after.startsat;

const byMoment = (a: LessonNews, b: LessonNews) => momentOf(a) - momentOf(b);

/** So many lessons are named in one mail; the others are counted. */
const NAMED_MAX = 12;

const SAY: { readonly [W in What]: { one: string; more: string; head: string } } = {
  cancelled: { one: 'a lesson is cancelled', more: 'lessons are cancelled', head: 'Cancelled' },
  moved: { one: 'a lesson has moved', more: 'lessons have moved', head: 'Moved to' },
  changed: { one: 'a lesson has changed', more: 'lessons have changed', head: 'Changed' },
  'made-up': { one: 'a lesson takes place after all', more: 'lessons take place after all', head: 'Back on' },
  new: { one: 'there is a new lesson', more: 'there are new lessons', head: 'New' },
};

/** What some of this is called in a subject: `a lesson has moved`. */
function summary(news: readonly LessonNews[]): string {
  const kinds = new Set(news.map(({ what }) => what));
  const [only] = kinds.size === 1 ? kinds : [];
  const say = SAY[only ?? 'changed'];
  return news.length === 1 ? say.one : say.more;
}

type LessonMail = { subject: string; letter: Letter };

/**
 * An account and its family: what is new of whose lessons; `selfid` is the learner that the account itself
 * is, where it is one of them.
 */
export type Taking = {
  selfid?: string | undefined;
  byLearner: ReadonlyMap<string, readonly LessonNews[]>;
};

/** What those who take lessons are told, all of it in one mail. */
export function letterToFamily({ selfid, byLearner }: Taking, names: Names): LessonMail {
  const learners = [...byLearner.keys()];
  const isAlone = learners.length === 1 && selfid !== undefined;
  const news = [...new Set([...byLearner.values()].flat())].sort(byMoment);
  const isAlike = [...byLearner.values()].every((some) => some.length === news.length);
  // Brothers and sisters in one class read it once, with all of their names.
  const isShared = isAlike && (learners.length === 1 || selfid === undefined);
  const rows: { label: Label; one: LessonNews }[] = isShared
    ? news.map((one) => ({ label: classnameOf(names, one), one }))
    : [...byLearner].flatMap(([learner, some]) => some.map((one) => ({ label: { learner }, one })));
  const facts = rows
    .sort((a, b) => byMoment(a.one, b.one))
    .slice(0, NAMED_MAX)
    .map(
      ({ label, one }) =>
        [label, saidOf(one, names, { withClass: !isShared, withReason: !sharedReason(news) })] as const,
    );
  const { subject, letter } = mailOf({ news, facts, left: rows.length - facts.length, names });
  return {
    subject,
    letter: {
      ...letter,
      reader: isAlone ? 'student' : 'account',
      about: learners,
      button: { label: 'Open my week', href: '/student/week' },
    },
  };
}

/**
 * What a teacher is told of the lessons that they hold, held until now, or that others hold in their classes.
 */
export function letterToTeacher(userid: string, news: readonly LessonNews[], names: Names): LessonMail {
  const facts = news.slice(0, NAMED_MAX).map((one) => {
    const said = [saidOf(one, names, { withReason: !sharedReason(news) }), taskOf(userid, one)].flat();
    return [classnameOf(names, one), said] as const;
  });
  const mail = mailOf({ news, facts, left: news.length - facts.length, names });
  return {
    subject: mail.subject,
    letter: {
      ...mail.letter,
      reader: 'teacher',
      button: { label: 'Open my week', href: '/instructor/week' },
    },
  };
}

/** What becomes of it for a teacher whose lesson it was, or is now. */
function taskOf(userid: string, { what, before, after }: LessonNews): readonly string[] {
  if (what === 'cancelled' || before?.teacherid === after.teacherid) return [];
  if (after.teacherid === userid) return ['. You are teaching it.'];
  return before?.teacherid === userid ? ['. You are no longer teaching it.'] : [];
}

type MailInput = {
  news: readonly LessonNews[];
  facts: NonNullable<Letter['facts']>;
  left: number;
  names: Names;
};

function mailOf({ news, facts, left, names }: MailInput): {
  subject: string;
  letter: Pick<Letter, 'paragraphs' | 'facts' | 'notes'>;
} {
  const classes = new Set(news.map((one) => classnameOf(names, one)));
  const [only] = classes.size === 1 ? classes : [];
  const said = summary(news);
  const subject = only === undefined ? upper(said) : `${only}: ${said}`;
  const reason = sharedReason(news);
  return {
    subject,
    letter: {
      paragraphs: [
        news.length === 1
          ? `Please note: ${said}.`
          : `Please note: ${said}. These are the lessons, at the school’s time:`,
        ...(reason ? [`Reason: ${reason}`] : []),
      ],
      facts: left > 0 ? [...facts, ['And', `${left} more: see the class’s dates.`]] : facts,
    },
  };
}

/** The reason for all of it, where it is one. */
function sharedReason(news: readonly LessonNews[]): string | undefined {
  const reasons = new Set(news.map(({ after }) => after.reason ?? ''));
  const [only] = reasons.size === 1 ? reasons : [];
  return only || undefined;
}

const upper = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const classnameOf = ({ classes }: Names, { after }: LessonNews) =>
  classes.get(after.classid)?.classname ?? '';

type SaidOptions = { withClass?: boolean; withReason: boolean };

/** One lesson's news: what has become of it, when and where it is now, when it was to be, and why. */
function saidOf(
  news: LessonNews,
  names: Names,
  { withClass = false, withReason }: SaidOptions,
): readonly Value[] {
  const { what, before, after } = news;
  const said = SAY[what].head;
  const head = withClass ? `${classnameOf(names, news)}. ${said}: ` : `${said}: `;
  const reason = withReason && after.reason ? [` (${after.reason})`] : [];
  if (what === 'cancelled') return [head, { moment: (before ?? after).startsat }, ...reason];
  const room = nameOf(names.rooms, after.roomid);
  const isOtherTeacher = before !== undefined && before.teacherid !== after.teacherid;
  const teacher = plainName(nameOf(names.teachers, after.teacherid) ?? '');
  const heldBy = teacher ? `, with ${teacher}` : ', and who teaches it is not known yet';
  const wasAt: readonly Value[] =
    what === 'moved' && before ? [' (it was ', { moment: before.startsat }, ')'] : [];
  return [
    head,
    { moment: after.startsat },
    ...(room ? [`, ${room}`] : []),
    ...(isOtherTeacher ? [heldBy] : []),
    ...wasAt,
    ...reason,
  ];
}

export const nameOf = (names: ReadonlyMap<string, string>, id: string | null) =>
  id === null ? undefined : names.get(id);
