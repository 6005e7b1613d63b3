import { t } from '#languages/t.ts';

const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux|X11/, 'Linux'],
];

/** A browser as people call it, `Firefox on Windows`, from its User-Agent header. */
export function browserName(useragent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(useragent))?.[1];
  const browser = find(BROWSERS) ?? t('account.some_browser');
  const system = find(SYSTEMS);
  return system ? t('account.browser_on_system', { browser, system }) : browser;
}
