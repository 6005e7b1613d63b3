import { appendFileSync } from 'node:fs';

/** What was counted, by what it counts in words: how often, or a text where a number would not say it. */
export type Figures = Record<string, number | string>;

/**
 * Tells `npm run proof` what was counted; counts of the same name are added up. Call it before anything is
 * expected of the figures, so that those of a failure are told too. Does nothing where nobody keeps them
 * (`PROOF_FILE`).
 */
export function tell(figures: Figures): void {
  if (process.env.PROOF_FILE) appendFileSync(process.env.PROOF_FILE, `${JSON.stringify(figures)}\n`);
}
