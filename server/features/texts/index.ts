export { findWrittenTexts } from './queries.ts';
export { recordConsent } from './record-consent.ts';
