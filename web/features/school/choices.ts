import { hasHundredths, isCurrency } from '#contract/school/form.ts';
import { language } from '#languages/t.ts';

/** The clocks of the world, as IANA calls them. */
export const timeZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** The currencies that a school may charge in, by their names, the `present` one too. */
export function currencies(present: string): { code: string; label: string }[] {
  const names = new Intl.DisplayNames(language(), { type: 'currency' });
  const codes = new Set([present, ...Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())]);
  return [...codes]
    .filter((code) => hasHundredths(code) && (isCurrency(code) || code === present))
    .map((code) => ({ code, label: `${names.of(code.toUpperCase())} (${code.toUpperCase()})` }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}
