import { expect, test } from 'vitest';
import { formatsOf } from '#contract/formats.ts';
import { withLanguage } from '#languages/t.ts';
import type { AddressedLetter } from './letter.ts';
import { SCHOOL } from './letter.ts';
import { type Letterhead, renderLetter } from './render-letter.ts';

const HEAD: Letterhead = {
  origin: 'https://school.example',
  name: 'Harmony <b>& Sons</b>',
  address: ['1 <i>High</i> Street', 'Dublin'],
  colour: '#155a80',
  formats: formatsOf({ timezone: 'America/New_York', locale: 'en-IE', currency: 'eur' }),
};
const HOSTILE = '<script>alert("1")</script>{origin}{school}';
const letter: AddressedLetter = {
  reader: 'student',
  paragraphs: [[HOSTILE, ' at ', SCHOOL], 'One\ntwo'],
  facts: [
    [HOSTILE, { cents: 5950, currency: 'eur' }],
    ['Until', { moment: Date.UTC(2026, 6, 1, 16) }],
  ],
  button: { label: HOSTILE, href: `/student/"><script>` },
  notes: [['All: ', { path: '/classes' }]],
};

test('what people wrote is text in a mail, wherever it stands, and nothing of it is filled in', () => {
  const { html, text } = renderLetter(letter, HEAD, HOSTILE);
  expect(html).not.toMatch(/<(script|i|b)>/);
  expect(html.split('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;{origin}{school}')).toHaveLength(6);
  expect(html).toContain('href="https://school.example/student/&quot;&gt;&lt;script&gt;"');
  expect(text).toContain(`${HOSTILE} at Harmony <b>& Sons</b>`);
});

test('a mail says sums and moments as the school writes them, in its time, and its text says what its HTML does', () => {
  const { html, text } = renderLetter(letter, HEAD, 'Subject');
  for (const words of ['€59.50', 'Wednesday 1 July 2026, 12:00 GMT−4', 'https://school.example/classes']) {
    expect(html).toContain(words);
    expect(text).toContain(words);
  }
  expect(text).toMatch(
    /-- \nHarmony <b>& Sons<\/b>\n1 <i>High<\/i> Street\nDublin\nYou get this email because/,
  );
  expect(html).toContain('background: #155a80');
});

test('a mail loads nothing from anywhere and runs nothing', () => {
  const { html } = renderLetter(letter, HEAD, 'Subject');
  expect(html).not.toMatch(/<(img|link|script|iframe|form)\b|url\(|@import|\bsrc=|\son\w+=/);
});

test('a mail begins its lines where its language does', () => {
  const rendered = () => renderLetter(letter, HEAD, 'Subject').html;
  expect(rendered()).toContain('align="left" style="padding: 10px 16px 10px 0;');
  expect(rendered()).not.toContain('dir=');
  const turned = withLanguage('ar-XB', rendered);
  expect(turned).toContain('<html lang="ar-XB" dir="rtl">');
  expect(turned).toContain('align="right" style="padding: 10px 0 10px 16px;');
  expect(turned).not.toMatch(/\bleft\b/);
});

test('a school that says nothing of itself has its name in the foot, and no line that is empty', () => {
  const { text } = renderLetter(
    { reader: 'admin', paragraphs: [] },
    { ...HEAD, name: 'Etude', address: [] },
    '',
  );
  expect(text).toBe('-- \nEtude\nYou get this email because you are an admin of Etude.\n');
});
