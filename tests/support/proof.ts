import { appendFileSync } from 'node:fs';

/** What was counted, by what it counts in words: how often, or a text where a number would not say it. */
export type Figures = Record<string, number | string>;

/**
 * Reports to `npm run proof` what was counted; counts of the same name are added up. Call it before anything is
 * expected of the figures, so that those of a failure are reported too. Does nothing outside of a proof
 * (`PROOF_FILE`).
 */
export function report(figures: Figures): void {
  if (process.env.PROOF_FILE) appendFileSync(process.env.PROOF_FILE, `${JSON.stringify(figures)}\n`);
}
