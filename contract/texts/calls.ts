import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** A page of the school's own words, such as its privacy policy. */
export type Text = z.input<typeof schema.Text>;
/** A text that is written, and when it last changed. */
export type TextMention = z.input<typeof schema.TextMention>;
export type TextSlug = (typeof TEXT_SLUGS)[number];
/** The version of a text that an account accepted. */
export type Consent = z.input<typeof schema.Consent>;

export const TEXT_SLUGS = ['about', 'privacy', 'terms', 'cookies', 'child-protection', 'absence'] as const;

/** The title of each text as programs and the log have it; people read `textTitle`. */
export const TEXT_TITLES: Readonly<Record<TextSlug, string>> = {
  about: 'About us',
  privacy: 'Privacy policy',
  terms: 'Terms of use',
  cookies: 'Cookie policy',
  'child-protection': 'Child protection',
  absence: 'Absence, illness, holidays',
};

/** Texts that must be accepted at registration, where they are written. */
export const CONSENT_SLUGS = ['terms', 'privacy'] as const satisfies readonly TextSlug[];

export const isTextSlug = (slug: string): slug is TextSlug => TEXT_SLUGS.some((one) => one === slug);

/** The page of a text. */
export const textPath = (slug: TextSlug) => `/pages/${slug}`;

export const textCalls = {
  listTexts: { method: 'GET', url: '/texts', config: { access: 'everyone', shows: 'texts' } },
  readText: { method: 'GET', url: '/texts/:slug', config: { access: 'everyone', shows: 'texts' } },
  writeText: {
    method: 'PUT',
    url: '/texts/:slug',
    config: { access: { admin: 'any' }, changes: ['texts'] },
  },
} as const satisfies Calls;
