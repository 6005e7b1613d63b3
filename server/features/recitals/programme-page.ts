import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import markdownIt from 'markdown-it';
import { formatsOf } from '#contract/formats.ts';
import { recitalPath } from '#contract/recitals/calls.ts';
import { addressLines, coloursOf } from '#contract/school/calls.ts';
import { pagePath } from '#languages/addresses.ts';
import { directionOf } from '#languages/languages.ts';
import { language, t } from '#languages/t.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { readForReader } from './read-recitals.ts';

const { escapeHtml } = markdownIt().utils;

type Programme = Awaited<ReturnType<typeof readForReader>>;
type Printing = { school: SchoolNow; origin: string; isPublic: boolean };

/** What the page may load: its own style, and the school's sign. */
export const programmePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * The programme of a recital as a page of its own, in the language of now: a cover, the pieces, and a last page
 * with the way to the public one. It is printed on A5, two pages beside each other on a sheet that is folded.
 */
export function programmePage(programme: Programme, { school, origin, isPublic }: Printing): string {
  const { name, day, starttime, room, pieces } = programme;
  const formats = formatsOf(school);
  const when = `${formats.weekday(day)}, ${formats.clock(starttime)}`;
  const url = origin + pagePath(recitalPath(programme), language(), school);
  const sign = school.logo
    ? `<img class="sign" src="${escapeHtml(new URL(school.logo, origin).href)}" alt="">`
    : '';
  return `<!DOCTYPE html>
<html lang="${language()}" dir="${directionOf(language())}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${name} | ${school.name}`)}</title>
<style>${styleOf(school)}</style>
</head>
<body>
<section class="cover">
<p class="school">${sign}${escapeHtml(school.name)}</p>
<div>
<h1>${escapeHtml(name)}</h1>
<p class="when">${escapeHtml(when)}</p>
${room === null ? '' : `<p>${escapeHtml(room)}</p>`}
</div>
<p class="quiet">${addressLines(school).map(escapeHtml).join('<br>')}</p>
</section>
<main>
<h2>${escapeHtml(t('recitals.programme'))}</h2>
<ol>
${pieces.map(pieceLine).join('\n')}
</ol>
</main>
<section class="last">
${isPublic ? `${qrOf(url)}<p>${escapeHtml(t('recitals.scan'))}<br><bdi dir="ltr">${escapeHtml(url.replace(/^https?:\/\//, ''))}</bdi></p>` : ''}
<p class="school">${escapeHtml(school.name)}</p>
<p class="quiet">${[school.phone, school.email].flatMap((line) => (line ? [escapeHtml(line)] : [])).join('<br>')}</p>
</section>
</body>
</html>
`;
}

function pieceLine({ title, composer, instrument, performers, accompanist }: Programme['pieces'][number]) {
  const players = [performers.join(', '), instrument].filter(Boolean).join(' · ');
  const helped = accompanist === null ? '' : t('recitals.accompanied_by', { name: accompanist });
  return `<li><p class="piece"><span class="title">${escapeHtml(title)}</span>${
    composer ? ` <span class="composer">${escapeHtml(composer)}</span>` : ''
  }</p><p class="players">${[players, helped].filter(Boolean).map(escapeHtml).join('<br>')}</p></li>`;
}

/** Modules that a reader needs clear around a code (ISO/IEC 18004, section 9.1). */
const QUIET_ZONE = 4;

/** A programme is folded and held in hands: up to 15 % may be lost. */
function qrOf(url: string): string {
  const code = generate(url, { minCorrectionLevel: correction.M });
  const size = code.size + 2 * QUIET_ZONE;
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`;
  const words = escapeHtml(t('recitals.scan'));
  return `<svg class="qr" role="img" aria-label="${words}" viewBox="${box}" shape-rendering="crispEdges"><path d="${toSvgPath(code)}"/></svg>`;
}

function styleOf(school: SchoolNow): string {
  const { primary, accent } = coloursOf(school.palette);
  return `
@page { size: 148mm 210mm; margin: 14mm 13mm; }
* { box-sizing: border-box; }
html { font: 10.5pt/1.4 Georgia, "Noto Serif", "DejaVu Serif", serif; color: #1f1a2e; print-color-adjust: exact; }
body { margin: 0 auto; max-width: 122mm; }
h1, h2, .school { color: ${primary}; }
h1 { margin: 0 0 5mm; font-size: 27pt; line-height: 1.15; font-weight: 600; overflow-wrap: anywhere; }
h2 { margin: 0 0 5mm; padding-bottom: 2mm; border-bottom: 0.6mm solid ${accent}; font-size: 16pt; font-weight: 600; }
p { margin: 0; }
.cover, .last { min-height: 175mm; display: flex; flex-direction: column; justify-content: space-between; }
.cover, main { break-after: page; }
.cover > div { border-inline-start: 1.2mm solid ${accent}; padding-inline-start: 6mm; }
.cover .when { font-size: 13pt; }
.cover .when::first-letter { text-transform: uppercase; }
.school { display: flex; align-items: center; gap: 3mm; font-size: 13pt; font-weight: 600; }
.sign { height: 12mm; max-width: 40mm; object-fit: contain; }
.quiet { color: #57506a; font-size: 9pt; }
ol { margin: 0; padding: 0; list-style: none; counter-reset: piece; }
li { position: relative; padding: 0 0 3.2mm; padding-inline-start: 9mm; break-inside: avoid; counter-increment: piece; }
li::before { content: counter(piece); position: absolute; inset-inline-start: 0; color: ${primary}; font-weight: 600; }
.piece { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 5mm; }
.title { font-weight: 600; overflow-wrap: anywhere; }
.composer { font-style: italic; margin-inline-start: auto; }
.players { color: #57506a; font-size: 9.5pt; overflow-wrap: anywhere; }
.last { align-items: center; text-align: center; justify-content: flex-end; gap: 4mm; }
.qr { width: 42mm; height: 42mm; }
@media screen { html { background: #fff; } body { padding: 8mm; } h1 { font-size: min(27pt, 7.5vw); } }
`;
}
