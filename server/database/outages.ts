import { isOutage } from './outage.ts';

/** What a process knows of the outages of its database. */
export type Outages = {
  /** Notes a write that failed; counts it where an outage was the cause. */
  noteFailed(error: unknown): void;
  /** Whether an error deserves a line of the log: of an outage only the first does. */
  isNews(error: unknown): boolean;
  /** How many writes failed by an outage since the process began. */
  failedWrites(): number;
  /** The outage that is under way: since when, and how many errors it had whose lines were left out. */
  present(): { since: number; unwritten: number } | undefined;
  /** Says that the database can be written again. */
  end(): void;
};

/** Nothing is under way at first. */
export function openOutages(now: () => number): Outages {
  let failed = 0;
  let outage: { since: number; unwritten: number; isWritten: boolean } | undefined;
  const begin = () => {
    outage ??= { since: now(), unwritten: 0, isWritten: false };
    return outage;
  };
  return {
    noteFailed: (error) => {
      if (!isOfOutage(error)) return;
      failed++;
      begin();
    },
    isNews: (error) => {
      if (!isOfOutage(error)) return true;
      const present = begin();
      if (present.isWritten) present.unwritten++;
      const isFirst = !present.isWritten;
      present.isWritten = true;
      return isFirst;
    },
    failedWrites: () => failed,
    present: () => outage && { since: outage.since, unwritten: outage.unwritten },
    end: () => {
      outage = undefined;
    },
  };
}

/** An outage, or what was thrown because of one. */
function isOfOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isOutage(cause)) return true;
  return false;
}
