import type { FastifyInstance, FastifyRequest } from 'fastify';
import { defaultOf } from '#contract/translations.ts';
import { placeOf } from '#languages/addresses.ts';
import { ENGLISH, type Language, PSEUDO } from '#languages/languages.ts';
import { withLanguage } from '#languages/t.ts';
import type { ReadSchool, SchoolNow } from '#server/database/rows/school-row.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether its address says in which language a page is. */
    isPage?: true;
    /** Whether it answers without a word for people: with a file, or with what machines read. */
    isWordless?: true;
  }
  interface FastifyRequest {
    /** In which it is answered. */
    language: Language;
  }
}

/** For routes without a word. */
export const WORDLESS = { config: { isWordless: true } } as const;

type Options = { readSchool: ReadSchool; hasPseudoLanguages: boolean };

/**
 * Runs each request in its language: that of the page that it asks for, or that of the page or program that
 * makes a call. What is kept was given before.
 */
export function speakLanguages(app: FastifyInstance, { readSchool, hasPseudoLanguages: hasPseudo }: Options) {
  app.decorateRequest('language', ENGLISH);

  async function languageOf({ url, headers, routeOptions }: FastifyRequest): Promise<Language> {
    const { isPage, isWordless } = routeOptions.config;
    const accepted = headers['accept-language'];
    if (isWordless || !(isPage || accepted)) return ENGLISH;
    const school = await readSchool();
    if (!isPage) return acceptedLanguage(accepted, offeredBy(school, hasPseudo));
    const place = placeOf(pathnameOf(url), school, { hasPseudo });
    return 'language' in place ? place.language : defaultOf(school.languages);
  }

  app.addHook('onRequest', (request, _reply, done) => {
    // Without the school's row, or for an address that is none, the request is refused further on, in English.
    const known = languageOf(request).catch((): Language => ENGLISH);
    void known.then((language) => {
      request.language = language;
      withLanguage(language, done);
    });
  });
  // What follows a body that was read has forgotten it.
  app.addHook('preValidation', ({ language }, _reply, done) => withLanguage(language, done));
}

const offeredBy = (school: SchoolNow, hasPseudo: boolean): readonly Language[] =>
  hasPseudo ? [...school.languages, ...(Object.keys(PSEUDO) as (keyof typeof PSEUDO)[])] : school.languages;

/**
 * A request may name its target as a whole address (RFC 9112, section 3.2.2); which origin this is, the
 * configuration says.
 */
const FOREIGN_ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i;

/** The URL that a request asks for, at this origin. */
export const urlAt = (origin: string, target: string) => new URL(origin + target.replace(FOREIGN_ORIGIN, ''));

const pathnameOf = (target: string) => urlAt('http://school.invalid', target).pathname;

/**
 * The one of some languages that an `Accept-Language` header (RFC 9110, section 12.5.4) asks for first;
 * English where it asks for none of them, or for any. Of `de-AT`, `de` will do (RFC 4647, section 3.4).
 */
export function acceptedLanguage(header: string | undefined, offered: readonly Language[]): Language {
  const ranges = (header ?? '')
    .split(',')
    .map((range) => {
      const [code = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { code, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { code } of ranges) {
    if (code === '*') return ENGLISH;
    for (let range = code; range; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
      const language = offered.find((one) => one.toLowerCase() === range);
      if (language) return language;
    }
  }
  return ENGLISH;
}
