import { C } from './base.mjs';

/** Cadenza's mark on 64 × 64: the fermata, the sign over the note on which a cadenza begins. One path, one colour. */
export const MARK =
  'M5 47a27 27 0 0 1 54 0h-3.6a23.4 16.5 0 0 0 -46.8 0zM25 41.5a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z';

const icon = (radius, scale) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><defs><linearGradient id="a" x2=".6" y2="1"><stop stop-color="#7a3d90"/><stop offset="1" stop-color="${C.plum}"/></linearGradient></defs><rect width="64" height="64" rx="${radius}" fill="url(#a)"/><g transform="translate(32 32) scale(${scale}) translate(-32 -34.5)"><path d="${MARK}" fill="#ffd98a"/></g></svg>\n`;

/** The rounded icon, the browser tab's, and the full-bleed one that phones cut to their own shape. */
export const ICON = icon(15, 0.76);
export const FAVICON = icon(15, 0.86);
export const maskable = icon(0, 0.62);
