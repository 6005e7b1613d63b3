/** What a process held at a moment: seconds since it was first looked at, and megabytes. */
export type Moment = { seconds: number; megabytes: number };

/** A line through moments: how much more is held at its end than at its beginning, and how far moments lie from it. */
export type Trend = { rise: number; spread: number; mean: number };

/** How much of what is held a rise may be, however close to the line the moments lie. */
const SHARE = 0.03;

/** The line of least squares; `spread` is twice the standard deviation of the moments from it. */
export function trendOf(moments: readonly Moment[]): Trend {
  const mean = (of: (moment: Moment) => number) =>
    moments.reduce((sum, moment) => sum + of(moment), 0) / moments.length;
  const middle = { seconds: mean(({ seconds }) => seconds), megabytes: mean(({ megabytes }) => megabytes) };
  const off = moments.map(({ seconds, megabytes }) => ({
    seconds: seconds - middle.seconds,
    megabytes: megabytes - middle.megabytes,
  }));
  const squares = off.reduce((sum, { seconds }) => sum + seconds ** 2, 0);
  const slope = off.reduce((sum, { seconds, megabytes }) => sum + seconds * megabytes, 0) / squares;
  const [first, last] = [moments[0]?.seconds ?? 0, moments.at(-1)?.seconds ?? 0];
  const errors = off.map(({ seconds, megabytes }) => (megabytes - slope * seconds) ** 2);
  const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error, 0) / errors.length);
  return { rise: slope * (last - first), spread: 2 * deviation, mean: middle.megabytes };
}

/**
 * Whether what is held is level: the line rises by no more than the moments lie apart anyway, or than three
 * hundredths of what is held.
 */
export const isLevel = ({ rise, spread, mean }: Trend): boolean => rise <= Math.max(spread, SHARE * mean);
