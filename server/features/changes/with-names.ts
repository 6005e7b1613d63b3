import { memberName } from '#contract/former.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import { isTextSlug } from '#contract/texts/calls.ts';
import { textTitle } from '#contract/texts/titles.ts';
import { t } from '#languages/t.ts';
import type { ChangeRow } from './tables.ts';

/** What an order is called that the school's records do not have, as rows keep it. */
export const UNKNOWN_ORDER = 'an unknown order';

/** What someone is called who was invited and never came, as rows keep it. */
export const INVITED = 'someone who was invited';

/** What a question is about that names no class, as rows keep it. */
export const THE_SCHOOL = 'the school';

type Named = Pick<ChangeRow, 'about' | 'note' | 'subjectid' | 'subjectname'> & {
  actorname?: string | null;
};

const NAMELESS = {
  [UNKNOWN_ORDER]: 'changes.an_unknown_order',
  [INVITED]: 'changes.someone_invited',
} as const;

function subjectOf({ about, note, subjectid, subjectname }: Named): string {
  if (about === 'question' && subjectname === THE_SCHOOL) return t('changes.about_school');
  if (about === 'school' && note === 'text' && isTextSlug(subjectid)) return textTitle(subjectid);
  if (subjectname in NAMELESS) return t(NAMELESS[subjectname as keyof typeof NAMELESS]);
  return memberName(reasonWords(subjectname));
}

/**
 * A line of the log; former members, unknown orders, texts and children of discounts are named in the
 * reader's language.
 */
export const withNames = <Line extends Named>(line: Line): Line => ({
  ...line,
  subjectname: subjectOf(line),
  ...(line.actorname && { actorname: memberName(line.actorname) }),
});
