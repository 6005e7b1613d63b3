/**
 * A part of an invoice is `due` until its day, `trying` while the card is asked, `paid`, `failed` once the card
 * was tried in vain three times, or `waived`: nothing of it was owed any more.
 */
export const INSTALMENT_STATES = ['due', 'trying', 'paid', 'failed', 'waived'] as const;
