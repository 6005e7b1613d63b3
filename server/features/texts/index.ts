export { findWrittenTexts } from './queries.ts';
export { recordConsent } from './record-consent.ts';
export { textPersonRows } from './rows.ts';
