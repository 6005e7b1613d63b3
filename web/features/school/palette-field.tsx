import type { Faults } from '#contract/fields.form.ts';
import { coloursOf, PALETTE_NAMES, PALETTES, type Palette } from '#contract/school/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';

const CHOICES = [...PALETTE_NAMES, 'own'] as const;
const NAMES = {
  plum: 'school.palette_plum',
  ocean: 'school.palette_ocean',
  forest: 'school.palette_forest',
  brick: 'school.palette_brick',
  own: 'school.palette_own',
} as const satisfies Record<(typeof CHOICES)[number], PlainId>;

/** A palette, or two colours of the school's own. */
export function PaletteField({
  shown,
  initial,
  faults,
}: {
  shown: Palette;
  initial: Palette;
  faults: Faults;
}) {
  const chosen = typeof shown === 'string' ? shown : 'own';
  const first = typeof initial === 'string' ? initial : 'own';
  const start = coloursOf(initial);
  return (
    <fieldset className="field sm:col-span-2">
      <legend className="mb-2 font-semibold text-sm">{t('school.colours')}</legend>
      <ul className="grid gap-2 sm:grid-cols-2">
        {CHOICES.map((choice) => (
          <li key={choice} className="last:sm:col-span-2">
            <label className="flex cursor-pointer items-center gap-3 rounded-field border border-base-300 px-3.5 py-2.5 has-checked:border-primary has-checked:bg-mist/60 has-focus-visible:outline-3 has-focus-visible:outline-primary">
              <input
                type="radio"
                name="palette"
                value={choice}
                defaultChecked={choice === first}
                className="radio radio-primary radio-sm"
              />
              <span className="grow font-medium">{t(NAMES[choice])}</span>
              <Swatch palette={choice === 'own' ? (chosen === 'own' ? shown : start) : PALETTES[choice]} />
            </label>
          </li>
        ))}
      </ul>
      {faults.palette && <p className="mt-1.5 font-medium text-error text-sm">{faults.palette}</p>}
      <div className={`mt-4 grid gap-5 sm:grid-cols-2 ${chosen === 'own' ? '' : 'hidden'}`}>
        <Colour
          label={t('school.main_colour')}
          name="palette.primary"
          hint={t('school.main_colour_hint')}
          initial={start.primary}
          error={faults['palette.primary']}
        />
        <Colour
          label={t('school.accent')}
          name="palette.accent"
          hint={t('school.accent_hint')}
          initial={start.accent}
          error={faults['palette.accent']}
        />
      </div>
    </fieldset>
  );
}

function Colour({
  label,
  name,
  hint,
  initial,
  error,
}: {
  label: string;
  name: string;
  hint: string;
  initial: string;
  error?: string;
}) {
  return (
    <TextField
      type="color"
      label={label}
      name={name}
      hint={hint}
      defaultValue={initial}
      error={error}
      className="h-11 cursor-pointer p-1"
    />
  );
}

function Swatch({ palette }: { palette: Palette }) {
  const { primary, accent } = coloursOf(palette);
  return (
    <span className="flex" aria-hidden="true">
      {[primary, accent].map((colour) => (
        <span
          key={colour}
          className="-ms-1.5 size-6 rounded-full border-2 border-base-100"
          style={{ backgroundColor: colour }}
        />
      ))}
    </span>
  );
}
