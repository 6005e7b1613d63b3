import type { MessageId } from '#languages/t.ts';
import type { Row } from '#server/database/schema.ts';
import { type Label, type Letter, plainName, reasonSaid, type Said, say } from '#server/jobs/letter.ts';
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

/** What of some of this is the same for all; else that they have changed. */
function whatOfAll(news: readonly LessonNews[]): What {
  const kinds = new Set(news.map(({ what }) => what));
  const [only] = kinds.size === 1 ? kinds : [];
  return only ?? 'changed';
}

const SUBJECT = {
  cancelled: 'lessons.mail_cancelled',
  moved: 'lessons.mail_moved',
  changed: 'lessons.mail_changed',
  'made-up': 'lessons.mail_made_up',
  new: 'lessons.mail_new',
} as const satisfies Record<What, MessageId>;
const SUBJECT_OF_CLASS = {
  cancelled: 'lessons.mail_class_cancelled',
  moved: 'lessons.mail_class_moved',
  changed: 'lessons.mail_class_changed',
  'made-up': 'lessons.mail_class_made_up',
  new: 'lessons.mail_class_new',
} as const satisfies Record<What, MessageId>;
const NOTE = {
  cancelled: 'lessons.mail_note_cancelled',
  moved: 'lessons.mail_note_moved',
  changed: 'lessons.mail_note_changed',
  'made-up': 'lessons.mail_note_made_up',
  new: 'lessons.mail_note_new',
} as const satisfies Record<What, MessageId>;
const SAID = {
  cancelled: 'lessons.mail_said_cancelled',
  moved: 'lessons.mail_said_moved',
  changed: 'lessons.mail_said_changed',
  'made-up': 'lessons.mail_said_made_up',
  new: 'lessons.mail_said_new',
} as const satisfies Record<What, MessageId>;

type LessonMail = { subject: Said; letter: Letter };

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
      button: { label: say('lessons.mail_open_week'), href: '/student/week' },
    },
  };
}

/**
 * What a teacher is told of the lessons that they hold, held until now, or that others hold in their classes.
 */
export function letterToTeacher(userid: string, news: readonly LessonNews[], names: Names): LessonMail {
  const facts = news.slice(0, NAMED_MAX).map((one) => {
    const said = saidOf(one, names, { withReason: !sharedReason(news) });
    return [classnameOf(names, one), withTask(userid, one, said)] as const;
  });
  const mail = mailOf({ news, facts, left: news.length - facts.length, names });
  return {
    subject: mail.subject,
    letter: {
      ...mail.letter,
      reader: 'teacher',
      button: { label: say('lessons.mail_open_week'), href: '/instructor/week' },
    },
  };
}

/** The same with what becomes of it for a teacher whose lesson it was, or is now. */
function withTask(userid: string, { what, before, after }: LessonNews, said: Said): Said {
  if (what === 'cancelled' || before?.teacherid === after.teacherid) return said;
  if (after.teacherid === userid) return say('lessons.mail_you_teach', { said });
  return before?.teacherid === userid ? say('lessons.mail_you_teach_no_more', { said }) : said;
}

type MailInput = {
  news: readonly LessonNews[];
  facts: NonNullable<Letter['facts']>;
  left: number;
  names: Names;
};

function mailOf({ news, facts, left, names }: MailInput): {
  subject: Said;
  letter: Pick<Letter, 'paragraphs' | 'facts' | 'notes'>;
} {
  const classes = new Set(news.map((one) => classnameOf(names, one)));
  const [only] = classes.size === 1 ? classes : [];
  const [what, count] = [whatOfAll(news), news.length];
  const subject =
    only === undefined ? say(SUBJECT[what], { count }) : say(SUBJECT_OF_CLASS[what], { class: only, count });
  const reason = sharedReason(news);
  return {
    subject,
    letter: {
      paragraphs: [
        say(NOTE[what], { count }),
        ...(reason ? [say('lessons.mail_reason', { reason: reasonSaid(reason) })] : []),
      ],
      facts:
        left > 0 ? [...facts, [say('lessons.mail_and'), say('lessons.mail_more', { count: left })]] : facts,
    },
  };
}

/** The reason for all of it, where it is one. */
function sharedReason(news: readonly LessonNews[]): string | undefined {
  const reasons = new Set(news.map(({ after }) => after.reason ?? ''));
  const [only] = reasons.size === 1 ? reasons : [];
  return only || undefined;
}

const classnameOf = ({ classes }: Names, { after }: LessonNews) =>
  classes.get(after.classid)?.classname ?? '';

type SaidOptions = { withClass?: boolean; withReason: boolean };

/** One lesson's news: what has become of it, when and where it is now, when it was to be, and why. */
function saidOf(news: LessonNews, names: Names, { withClass = false, withReason }: SaidOptions): Said {
  const said = withoutClass(news, names, withReason);
  return withClass ? say('lessons.mail_said_of_class', { class: classnameOf(names, news), said }) : said;
}

function withoutClass({ what, before, after }: LessonNews, names: Names, withReason: boolean): Said {
  const known = withReason ? after.reason : null;
  const why = { hasReason: known ? 'yes' : 'no', reason: known ? reasonSaid(known) : '' } as const;
  if (what === 'cancelled')
    return say(SAID[what], { moment: { moment: (before ?? after).startsat }, ...why });
  const room = nameOf(names.rooms, after.roomid);
  const isOtherTeacher = before !== undefined && before.teacherid !== after.teacherid;
  const teacher = plainName(nameOf(names.teachers, after.teacherid) ?? '');
  const where = {
    moment: { moment: after.startsat },
    hasRoom: room ? 'yes' : 'no',
    room: room ?? '',
    hasTeacher: isOtherTeacher ? (teacher ? 'another' : 'unknown') : 'same',
    teacher,
  } as const;
  if (what === 'moved')
    return say(SAID[what], { ...where, before: { moment: (before ?? after).startsat }, ...why });
  return say(SAID[what], { ...where, ...why });
}

export const nameOf = (names: ReadonlyMap<string, string>, id: string | null) =>
  id === null ? undefined : names.get(id);
