import type { Formats } from '#contract/formats.ts';
import { laterWords } from '#contract/messages/later-words.ts';
import { whenWords } from '#contract/messages/when-words.ts';
import { INK, PAPER } from '#contract/school/calls.ts';
import { LIST_LABELS } from '#contract/school/list-labels.ts';
import type { SchoolLists } from '#contract/school/lists.ts';
import { pagePath } from '#languages/addresses.ts';
import { directionOf, type Shipped } from '#languages/languages.ts';
import { language, type MessageId, t } from '#languages/t.ts';
import { markdownText, renderMailMarkdown } from '#server/markdown/render-mail-markdown.ts';
import { type AddressedLetter, listed, type Reader, type Value, type Words, wordedBy } from './letter.ts';

/** The school as its mails show it at the moment they are sent. */
export type Letterhead = {
  /** What stands before the path of a page, without a slash at its end. */
  origin: string;
  name: string;
  /** Where the school is, line by line; empty where the school has not said. */
  address: readonly string[];
  /** Where answers go; undefined: to the address that mails come from. */
  email?: string;
  /** As `#rrggbb`, dark enough for white words on it. */
  colour: string;
  /** How it writes moments and sums in the language of now. */
  formats: Formats;
  /** The languages that it offers, the default first; English where it has not said. */
  languages?: readonly Shipped[];
  /** What it calls its levels, groups and categories; the built-in words where it has not said. */
  lists?: SchoolLists;
};

const WHY = {
  account: 'mails.why_account',
  address: 'mails.why_address',
  student: 'mails.why_student',
  teacher: 'mails.why_teacher',
  admin: 'mails.why_admin',
} as const satisfies Record<Reader, MessageId>;

/** A letter as plain text and as HTML, which say the same, in the language of now. */
export function renderLetter(letter: AddressedLetter, head: Letterhead, subject: string) {
  return {
    text: textOf(letter, head),
    html: htmlOf({ ...letter, heading: letter.heading ?? subject }, head),
  };
}

/** Cents as people read them, such as $40 or €59.50. */
const sumOf = ({ formats }: Letterhead, { cents, currency }: { cents: number; currency: string }) =>
  formats.money(cents / 100, currency);

/** A moment as the school's clocks show it, with the name of its time. */
const momentOf = ({ formats: { weekday, time, zone } }: Letterhead, moment: number) =>
  `${weekday(moment)}, ${time(moment)} ${zone(moment)}`;

/** Of a page, in the language of now. */
function addressOf(head: Letterhead, href: string): string {
  const path = href.startsWith(`${head.origin}/`) ? href.slice(head.origin.length) : href;
  return path.startsWith('/') ? `${head.origin}${pagePath(path, language(), head)}` : href;
}

/** Where a link of what the office wrote leads: a mail stands on no page of the school. */
const linksOf = (head: Letterhead) => (href: string) =>
  addressOf(head, URL.parse(href, `${head.origin}/`)?.href ?? href);

function spell(head: Letterhead, value: Value): string {
  if (typeof value === 'string') return value;
  if ('say' in value) return wordedBy(value, (inner) => spell(head, inner));
  if ('day' in value) return head.formats.day(value.day);
  if ('moment' in value) return momentOf(head, value.moment);
  if ('later' in value) return laterWords(sumOf(head, value), value.later);
  if ('list' in value) return listed(value.list.map((one) => spell(head, one)));
  if ('cents' in value) return sumOf(head, value);
  if ('when' in value) return whenWords(value.when, head.formats);
  if ('listed' in value)
    return LIST_LABELS[value.listed]({ lists: head.lists, languages: head.languages ?? [] }, value.value);
  if ('path' in value) return addressOf(head, value.path);
  if ('markdown' in value) return markdownText(value.markdown, linksOf(head));
  return head.name;
}

const partsOf = (words: Words): readonly Value[] => (Array.isArray(words) ? words : [words as Value]);
/** Words as plain text, in the language of now. */
export const textIn = (head: Letterhead, words: Words): string =>
  partsOf(words)
    .map((value) => spell(head, value))
    .join('');

const factIn = (head: Letterhead, { label, value }: { label: Words; value: Words }) =>
  t('mails.fact', { label: textIn(head, label), value: textIn(head, value) });
const buttonIn = (head: Letterhead, { label, href }: NonNullable<AddressedLetter['button']>) =>
  t('mails.link', { label: textIn(head, label), address: addressOf(head, href) });
const whyOf = (reader: Reader, { name }: Letterhead) => t(WHY[reader], { school: name });

function textOf(
  { reader, paragraphs, facts = [], button, notes = [] }: AddressedLetter,
  head: Letterhead,
): string {
  const blocks = [
    ...paragraphs.map((words) => textIn(head, words)),
    facts.map(([label, value]) => factIn(head, { label, value })).join('\n'),
    button && buttonIn(head, button),
    ...notes.map((words) => textIn(head, words)),
    // The delimiter of a signature: readers show what follows it smaller, and leave it out of answers.
    ['-- ', head.name, ...head.address, whyOf(reader, head)].join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const QUIET = '#5a5368';
const CARD = '#fffdf9';
const LINE = '#e9dfd1';
const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/**
 * Mail readers know tables and inline styles, and little else; those that turn dark know
 * `prefers-color-scheme`, which needs `!important` against them. Nothing is loaded from anywhere.
 */
const DARK = `@media (prefers-color-scheme: dark) {
  .paper { background: #17131f !important; }
  .card { background: #221c2d !important; border-color: #3b3348 !important; }
  .ink, .ink a { color: #f4eff8 !important; }
  .quiet, .quiet a { color: #b9b0c6 !important; }
  .line { border-color: #3b3348 !important; }
}`;

const markup = (head: Letterhead, words: Words) =>
  partsOf(words)
    .map((value) => markupOf(head, value))
    .join('');

const isFromRight = () => directionOf(language()) === 'rtl';
/** Mail readers know left and right alone. */
const startOfLine = () => (isFromRight() ? 'right' : 'left');
const beforeNext = () => (isFromRight() ? '10px 0 10px 16px' : '10px 16px 10px 0');

/** Where something stands in a sentence that has markup of its own; private characters (Unicode, 23.5). */
const MARK = /\ue000(\d+)\ue001/g;

function markupOf(head: Letterhead, value: Value): string {
  if (typeof value === 'object' && 'say' in value) {
    const inside: string[] = [];
    const text = wordedBy(value, (inner) =>
      typeof inner === 'string' ? inner : `\ue000${inside.push(markupOf(head, inner)) - 1}\ue001`,
    );
    return lines(text).replaceAll(MARK, (_, at: string) => inside[Number(at)] ?? '');
  }
  const text = lines(spell(head, value));
  const isLink = typeof value === 'object' && 'path' in value;
  return isLink ? `<a href="${text}" style="color: inherit;">${text}</a>` : text;
}

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

/** A word that is longer than a phone is wide breaks. */
const WRAP = 'overflow-wrap: anywhere; word-break: break-word;';
const paragraph = (html: string) =>
  `<p class="ink" style="margin: 0 0 16px; font-size: 16px; line-height: 1.55; color: ${INK}; ${WRAP}">${html}</p>`;

const isMarkdown = (words: Words): words is { markdown: string } =>
  typeof words === 'object' && 'markdown' in words;

const TEXT = `font-size: 16px; line-height: 1.55; color: ${INK}; ${WRAP}`;
const HEADING = `margin: 24px 0 8px; font-weight: 700; line-height: 1.3; color: ${INK}; ${WRAP}`;
/** How each element of what the office wrote looks: mail readers know no other styles. */
const WRITTEN: Readonly<Record<string, string>> = {
  p: `margin: 0 0 16px; ${TEXT}`,
  ul: `margin: 0 0 16px; ${TEXT}`,
  ol: `margin: 0 0 16px; ${TEXT}`,
  blockquote: `margin: 0 0 16px; padding: 0 16px; border-inline-start: 4px solid ${LINE}; ${TEXT}`,
  h2: `${HEADING} font-size: 20px;`,
  h3: `${HEADING} font-size: 17px;`,
  h4: `${HEADING} font-size: 16px;`,
  a: `color: ${INK};`,
  th: `padding: 4px 6px; ${TEXT}`,
  td: `padding: 4px 6px; ${TEXT}`,
  hr: `margin: 24px 0; border: 0; border-top: 1px solid ${LINE};`,
};

function factRows(head: Letterhead, facts: NonNullable<AddressedLetter['facts']>): string {
  const rows = facts.map(
    ([label, value]) => `<tr>
<th class="quiet line" scope="row" align="${startOfLine()}" style="padding: ${beforeNext()}; border-top: 1px solid ${LINE}; font-size: 14px; line-height: 1.45; font-weight: normal; color: ${QUIET}; vertical-align: top; width: 34%;">${markup(head, label)}</th>
<td class="ink line" style="padding: 10px 0; border-top: 1px solid ${LINE}; font-size: 16px; line-height: 1.45; color: ${INK}; vertical-align: top; ${WRAP}">${markup(head, value)}</td>
</tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin: 8px 0 24px; border-collapse: collapse;">
${rows.join('\n')}
</table>`;
}

/** A cell, since some readers give a link no padding. */
const buttonOf = (head: Letterhead, { label, href }: NonNullable<AddressedLetter['button']>) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin: 8px 0 24px;"><tr>
<td bgcolor="${head.colour}" style="border-radius: 10px; background: ${head.colour};"><a href="${escapeHtml(addressOf(head, href))}" style="display: inline-block; padding: 13px 22px; font-size: 16px; line-height: 1.3; font-weight: 600; color: #ffffff; text-decoration: none; border-radius: 10px;">${markup(head, label)}</a></td>
</tr></table>`;

function htmlOf(letter: AddressedLetter & { heading: Words }, head: Letterhead): string {
  const { heading, reader, paragraphs, facts = [], button, notes = [] } = letter;
  const name = escapeHtml(head.name);
  const body = [
    ...paragraphs.map((words) =>
      isMarkdown(words)
        ? renderMailMarkdown(words.markdown, { linkOf: linksOf(head), styles: WRITTEN })
        : paragraph(markup(head, words)),
    ),
    facts.length > 0 ? factRows(head, facts) : '',
    button ? buttonOf(head, button) : '',
    ...notes.map(
      (words) =>
        `<p class="quiet" style="margin: 0 0 12px; font-size: 14px; line-height: 1.5; color: ${QUIET}; ${WRAP}">${markup(head, words)}</p>`,
    ),
  ];
  // Some readers drop the page around the table.
  const direction = isFromRight() ? ' dir="rtl"' : '';
  const foot = [...head.address.map(escapeHtml), escapeHtml(whyOf(reader, head))].join('<br>');
  return `<!doctype html>
<html lang="${language()}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(textIn(head, heading))}</title>
<style>
:root { color-scheme: light dark; }
${DARK}
</style>
</head>
<body class="paper" style="margin: 0; padding: 0; background: ${PAPER};">
<table role="presentation"${direction} class="paper" width="100%" cellpadding="0" cellspacing="0" style="background: ${PAPER};"><tr>
<td align="center" style="padding: 24px 12px; font-family: ${FONT};">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 560px; text-align: ${startOfLine()};">
<tr><td class="ink" style="padding: 0 8px 14px; font-size: 15px; font-weight: 600; color: ${INK}; ${WRAP}">${name}</td></tr>
<tr><td class="card" style="padding: 28px 24px 16px; background: ${CARD}; border: 1px solid ${LINE}; border-top: 4px solid ${head.colour}; border-radius: 14px;">
<h1 class="ink" style="margin: 0 0 16px; font-size: 22px; line-height: 1.3; font-weight: 700; color: ${INK}; ${WRAP}">${markup(head, heading)}</h1>
${body.filter(Boolean).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding: 18px 8px 0; font-size: 13px; line-height: 1.55; color: ${QUIET}; ${WRAP}"><strong>${name}</strong><br>${foot}</td></tr>
</table>
</td>
</tr></table>
</body>
</html>
`;
}
