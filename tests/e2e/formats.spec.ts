import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { type Formats, formatsOf } from '#contract/formats.ts';
import { SHIPPED, type Shipped } from '#languages/languages.ts';
import { withLanguage } from '#languages/t.ts';
import { expect, test } from './fixtures.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The formats with what they need of others, as a browser runs them. */
async function bundleFormats(): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      lib: { entry: `${ROOT}contract/formats.ts`, formats: ['es'], fileName: 'formats' },
    },
  });
  const [output] = [built].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error('Nothing was built.');
  return chunk.code;
}

const LOCALES = [
  undefined,
  'US',
  'GB',
  'IE',
  'DE',
  'AU',
  'CA',
  'NZ',
  'IN',
  'ZA',
  'CH',
  'SE',
  'SG',
  'NL',
  'FR',
].map((country) => country && `en-${country}`);
const ZONES = ['UTC', 'Europe/Lisbon', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
const CURRENCIES = ['usd', 'eur', 'gbp', 'chf', 'aud'];

/** Everything that is written for somebody, in every school of the lists. */
function writeAll(
  of: (school: { locale?: string; timezone: string; currency: string }) => Formats,
  [locales, zones, currencies]: readonly [typeof LOCALES, string[], string[]],
) {
  const moments = ['2026-11-18T20:45:00.000Z', '2026-07-01T00:05:00.000Z', '2026-02-03'];
  return locales.flatMap((locale) =>
    zones.flatMap((timezone, at) => {
      const currency = currencies[at % currencies.length] ?? 'usd';
      const { day, shortDay, weekday, moment, time, zone, money, count } = of({ locale, timezone, currency });
      const texts = moments.flatMap((when) =>
        [day, shortDay, weekday, moment, time, zone].map((write) => write(when)),
      );
      return [...texts, money(1440), money(-0.5), money(1234567.89, 'usd'), count(1440)].map(
        (text) => `${locale} ${timezone}: ${text}`,
      );
    }),
  );
}

for (const language of Object.keys(SHIPPED) as Shipped[])
  test(`server and browser write the same in ${language}, letter for letter, wherever a school is`, async ({
    page,
  }) => {
    const lists = [LOCALES, ZONES, CURRENCIES] as const;
    const source = await bundleFormats();
    // A page without a policy of its own, where a module may come from a text.
    await page.goto('about:blank');
    const inBrowser = await page.evaluate(
      async ({ source, writer, lists, language }) => {
        document.documentElement.lang = language;
        const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
        const { formatsOf } = await import(url);
        return new Function(`return (${writer})`)()(formatsOf, lists);
      },
      { source, writer: writeAll.toString(), lists, language },
    );
    // What is undefined here is null over there.
    const plain = (text: string) => text.replace(/^undefined/, 'null');
    expect(inBrowser.map(plain)).toEqual(withLanguage(language, () => writeAll(formatsOf, lists)).map(plain));
  });
