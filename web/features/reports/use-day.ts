import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { reportCalls, TODAY_SHOWN, type Today, type TodayLesson } from '#contract/reports/calls.ts';
import type { More } from '#web/components/list/use-more.ts';
import { apiOf } from '#web/lib/api/api.ts';

const api = apiOf(reportCalls);

/** Today, with the lessons that are at work first. */
export const readFirst = () => api.readToday({ querystring: { limit: TODAY_SHOWN } });

/** In which direction there may be more lessons. */
type Side = 'before' | 'after';
type Read = (side: Side, lesson: string) => Promise<Today>;

/** The lessons before one, or after it. */
const readPart: Read = (side, lesson) =>
  api.readToday({ querystring: { limit: TODAY_SHOWN, [side]: lesson } });

type Edge = Pick<More<unknown>, 'hasMore' | 'state'>;
type Known = { first: Today; lessons: readonly TodayLesson[] } & Record<Side, Edge>;

const begin = (first: Today): Known => ({
  first,
  lessons: first.lessons,
  before: { hasMore: first.earlier === true, state: 'idle' },
  after: { hasMore: first.more, state: 'idle' },
});

/** Each lesson once: one that was moved between two answers may be in both. */
const once = (lessons: readonly TodayLesson[]) => [...new Map(lessons.map((one) => [one._id, one])).values()];

/** The lessons of a day of which a part is there, with what reads on before and after it; another `first` begins anew. */
export function useDay(first: Today, readOn: Read = readPart) {
  const { revalidate } = useRevalidator();
  const [last, setKnown] = useState(() => begin(first));
  const known = last.first === first ? last : begin(first);

  async function read(side: Side) {
    const edge = known.lessons.at(side === 'before' ? 0 : -1);
    if (!edge || known[side].state === 'loading') return;
    setKnown({ ...known, [side]: { ...known[side], state: 'loading' } });
    // What came for another day than the one that is shown by then is not shown.
    const put = (change: (now: Known) => Partial<Known>) =>
      setKnown((now) => (now.first === first ? { ...now, ...change(now) } : now));
    try {
      const part = await readOn(side, edge._id);
      // It has become tomorrow.
      if (part.day !== first.day) return void revalidate();
      const hasMore = side === 'before' ? part.earlier === true : part.more;
      put(({ lessons }) => ({
        lessons: once(side === 'before' ? [...part.lessons, ...lessons] : [...lessons, ...part.lessons]),
        [side]: { hasMore, state: 'idle' },
      }));
    } catch {
      put((now) => ({ [side]: { ...now[side], state: 'failed' } }));
    }
  }

  const moreOf = (side: Side) => ({ ...known[side], readOn: () => void read(side) });
  return { lessons: known.lessons, before: moreOf('before'), after: moreOf('after') };
}
