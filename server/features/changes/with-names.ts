import { memberName } from '#contract/former.ts';

type Named = { subjectname: string; actorname?: string | null };

/** A line of the log with those who have no name any more called so in the language of now. */
export const withNames = <Line extends Named>(line: Line): Line => ({
  ...line,
  subjectname: memberName(line.subjectname),
  ...(line.actorname && { actorname: memberName(line.actorname) }),
});
