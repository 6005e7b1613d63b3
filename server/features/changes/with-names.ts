import { memberName } from '#contract/former.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import { t } from '#languages/t.ts';

/** What an order is called that the school's records do not have, as rows keep it. */
export const UNKNOWN_ORDER = 'an unknown order';

/** What someone is called who was invited and never came, as rows keep it. */
export const INVITED = 'someone who was invited';

type Named = { subjectname: string; actorname?: string | null };

const NAMELESS = {
  [UNKNOWN_ORDER]: 'changes.an_unknown_order',
  [INVITED]: 'changes.someone_invited',
} as const;

/** A line of the log; former members, unknown orders and children of discounts are named in the reader's language. */
export const withNames = <Line extends Named>(line: Line): Line => ({
  ...line,
  subjectname:
    line.subjectname in NAMELESS
      ? t(NAMELESS[line.subjectname as keyof typeof NAMELESS])
      : memberName(reasonWords(line.subjectname)),
  ...(line.actorname && { actorname: memberName(line.actorname) }),
});
