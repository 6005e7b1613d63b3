export { findWrittenTexts } from './queries.ts';
export { recordConsent } from './record-consent.ts';
export { textRows } from './rows.ts';
