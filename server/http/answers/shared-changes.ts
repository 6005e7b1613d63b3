import type { PublicContent } from '#contract/endpoint.ts';
import { countContentChanges, findContentVersions } from '#server/database/processes/content-versions.ts';
import type { Signals } from '#server/database/processes/signals.ts';
import type { Db, Row } from '#server/database/schema.ts';
import type { Job } from '#server/jobs/jobs.ts';
import type { ContentChanges } from './content-changes.ts';

/** How long after a change another process shows it where no signal comes through. */
const LOOK_MS = 1000;
/** In a rush, changes are told and looked for together. */
const REST_MS = 20;

export const CHANGES_JOB = 'content-changes';

/**
 * Carries changes of public content between the processes on one database. A row for each content counts its
 * changes; a process that has made some counts them there and signals, one that hears it compares the rows
 * with what it knew. Nothing relies on the signal: the rows are looked at every second, too. `changes` counts
 * for this process, and stays the promise within it.
 */
export function shareChanges(
  changes: ContentChanges,
  { db, signals, wake }: { db: Db; signals: Signals; wake: () => void },
) {
  const known = new Map<PublicContent, number>();
  let unannounced = new Set<PublicContent>();

  /** Whether a version is another than this process knew, by more than it has counted itself. */
  function isNews({ content, version }: Row<'contentversions'>, counted: number): boolean {
    const before = known.get(content);
    known.set(content, version);
    return before === undefined || before + counted !== version;
  }

  const note = (rows: readonly Row<'contentversions'>[], counted: number) => {
    const news = rows.filter((row) => isNews(row, counted)).map(({ content }) => content);
    if (news.length > 0) changes.changed(news);
  };

  async function announce() {
    const announcing = unannounced;
    if (announcing.size === 0) return;
    unannounced = new Set();
    try {
      note(await countContentChanges(db, [...announcing]), 1);
      await signals.send();
    } catch (error) {
      // Counted twice does no harm.
      for (const content of announcing) unannounced.add(content);
      throw error;
    }
  }

  const job: Job = {
    name: CHANGES_JOB,
    everyMs: LOOK_MS,
    restMs: REST_MS,
    run: async () => {
      await announce();
      note(await findContentVersions(db), 0);
      return 0;
    },
  };

  return {
    changes: {
      ...changes,
      changed(contents: readonly PublicContent[]) {
        changes.changed(contents);
        for (const content of contents) unannounced.add(content);
        wake();
      },
    } satisfies ContentChanges,
    job,
    /**
     * Listens for signals under a name until it is closed; gives how. What changed while the listener was
     * away is unknown: everything is looked at again.
     */
    listen: (name: string, warn: (sentence: string) => void) =>
      signals.listen({
        name,
        hear: wake,
        begin: () => {
          known.clear();
          wake();
        },
        warn,
      }),
  };
}
