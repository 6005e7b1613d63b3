import type { SchoolDraft } from '#contract/school/form.ts';
import { defaultOf } from '#contract/translations.ts';
import { nameOf, SHIPPED, type Shipped } from '#languages/languages.ts';
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
  const first = defaultOf(languages);
  return (
    <Matter title="Languages" lead="In which pages, emails, receipts and calendars are offered.">
      <fieldset>
        <legend className="mb-1.5 block font-semibold text-sm">The school’s languages</legend>
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
          label="Default language"
          name="defaultLanguage"
          options={languages}
          optionLabels={SHIPPED}
          value={first}
          onChange={({ target }) =>
            onLanguages(
              languages.toSorted((one, other) => rank(one, target.value) - rank(other, target.value)),
            )
          }
          hint="Of addresses without a prefix, and of emails to people who have chosen none."
        />
      )}
      {first !== defaultOf(saved) && (
        <p role="status" className="rounded-field bg-mist/60 p-4 text-sm sm:col-span-2">
          {`Addresses such as /classes will show ${nameOf(first)}. Links to /${first}/classes keep working: they lead there.`}
          {languages.includes(defaultOf(saved)) &&
            ` Pages in ${nameOf(defaultOf(saved))} move to addresses such as /${defaultOf(saved)}/classes.`}
        </p>
      )}
    </Matter>
  );
}

const rank = (code: string, first: string) => (code === first ? 0 : 1);
