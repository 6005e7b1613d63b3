import type { SchoolDraft } from '#contract/school/form.ts';
import { defaultOf } from '#contract/translations.ts';
import { nameOf, SHIPPED, type Shipped } from '#languages/languages.ts';
import { t } from '#languages/t.ts';
import { SelectField } from '#web/components/form/field.tsx';
import { Matter } from './matter.tsx';

type Languages = SchoolDraft['languages'];
type Props = {
  draft: Pick<SchoolDraft, 'languages'>;
  /** Those that pages are in now. */
  saved: Languages;
  onLanguages: (languages: Languages) => void;
};

const ALL = Object.keys(SHIPPED) as Shipped[];

/** Which languages the school speaks; the first is its default. */
export function LanguagesPart({ draft: { languages }, saved, onLanguages }: Props) {
  const isOnly = (code: Shipped) => languages.length === 1 && languages[0] === code;
  const [first, former] = [defaultOf(languages), defaultOf(saved)];
  return (
    <Matter title={t('school.languages')} lead={t('school.languages_lead')}>
      <fieldset>
        <legend className="mb-1.5 block font-semibold text-sm">{t('school.languages_chosen')}</legend>
        <ul className="space-y-2">
          {ALL.map((code) => (
            <li key={code}>
              <label className="flex w-fit items-center gap-2.5 py-1">
                <input
                  type="checkbox"
                  name="languages"
                  value={code}
                  className="checkbox checkbox-primary checkbox-sm rounded-sm border-[#8a8296]"
                  checked={languages.includes(code)}
                  disabled={isOnly(code)}
                  onChange={({ target }) =>
                    onLanguages(
                      target.checked ? [...languages, code] : languages.filter((one) => one !== code),
                    )
                  }
                />
                <span lang={code}>{nameOf(code)}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {languages.length > 1 && (
        <SelectField
          label={t('school.default_language')}
          name="defaultLanguage"
          options={languages}
          optionLabels={SHIPPED}
          value={first}
          onChange={({ target }) =>
            onLanguages(
              languages.toSorted((one, other) => rank(one, target.value) - rank(other, target.value)),
            )
          }
          hint={t('school.default_language_hint')}
        />
      )}
      {first !== former && (
        <p role="status" className="rounded-field bg-mist/60 p-4 text-sm sm:col-span-2">
          {t('school.default_moves', { language: nameOf(first), code: first })}
          {languages.includes(former) &&
            ` ${t('school.default_moved', { language: nameOf(former), code: former })}`}
        </p>
      )}
    </Matter>
  );
}

const rank = (code: string, first: string) => (code === first ? 0 : 1);
