export { findWrittenTexts } from './queries.ts';
export { ensureAgreed, recordConsent } from './record-consent.ts';
export { textRows } from './rows.ts';
