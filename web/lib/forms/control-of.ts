import * as z from 'zod/mini';
import { TIME_PATTERN } from '#contract/time/days-form.ts';
import { PRICE_PATTERN, plainNumber } from '#contract/typed.form.ts';

/**
 * What the control of a field takes from the field's rules; `min` and `max` are for `type="number"` alone.
 */
export type Control = {
  type?: 'date' | 'time' | 'email';
  inputMode?: 'numeric' | 'decimal';
  maxLength?: number;
  min?: number;
  max?: number;
  required?: true;
};

/** Rules that have a control of their own. */
const CONTROLS = new Map<RegExp, Control>([
  [z.regexes.date, { type: 'date' }],
  [TIME_PATTERN, { type: 'time' }],
  [z.regexes.html5Email, { type: 'email' }],
  [PRICE_PATTERN, { inputMode: 'decimal' }],
]);

/** As far as it is read here: https://zod.dev/packages/core describes `_zod.def` and these unions. */
const defOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

/**
 * The rules of a field by its name, `rows.0.title` in a list; undefined for a name that the form does not
 * have.
 */
function fieldAt(schema: z.core.$ZodType | undefined, path: readonly string[]): z.core.$ZodType | undefined {
  const [name, ...rest] = path;
  if (!schema || name === undefined) return schema;
  const def = defOf(schema);
  if (def.type === 'object') return fieldAt(def.shape[name], rest);
  return def.type === 'array' ? fieldAt(def.element, rest) : undefined;
}

function controlOfRule(rule: z.core.$ZodCheckDef): Control {
  const check = rule as z.core.$ZodChecks['_zod']['def'];
  switch (check.check) {
    case 'max_length':
      return { maxLength: check.maximum };
    case 'min_length':
      return check.minimum > 0 ? { required: true } : {};
    case 'string_format':
      return check.pattern
        ? { ...CONTROLS.get(check.pattern), ...(!check.pattern.test('') && { required: true }) }
        : {};
    case 'greater_than':
      return { min: Number(check.value) };
    case 'less_than':
      return { max: Number(check.value) };
    default:
      return {};
  }
}

const controlOfRules = (rules: readonly z.core.$ZodCheck<never>[] = []): Control =>
  Object.assign({}, ...rules.map(({ _zod }) => controlOfRule(_zod.def)));

function controlOfField(field: z.core.$ZodType): Control {
  const def = defOf(field);
  switch (def.type) {
    case 'string':
      return { ...controlOfRule(def as z.core.$ZodCheckDef & typeof def), ...controlOfRules(def.checks) };
    case 'number':
      return { inputMode: 'numeric', required: true, ...controlOfRules(def.checks) };
    case 'pipe':
      return { ...controlOfField(def.in), ...controlOfField(def.out) };
    case 'union': {
      const controls = def.options.map(controlOfField);
      return {
        ...Object.assign({}, ...controls),
        required: controls.every(({ required }) => required) || undefined,
      };
    }
    case 'optional':
    case 'nullable':
    case 'default':
      return { ...controlOfField(def.innerType), required: undefined };
    default:
      return {};
  }
}

/** What the control of a form's field takes from the form's `schema`. */
export function controlOf(schema: z.core.$ZodType, name: string): Control {
  const field = fieldAt(schema, name.split('.'));
  return field ? controlOfField(field) : {};
}

type Value = FormDataEntryValue | FormDataEntryValue[];

/** Numbers of an input as the wire writes them, whatever mark a language puts before decimals. */
export const withPlainNumbers = <Input extends object>(schema: z.core.$ZodType, input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const isNumber = typeof value === 'string' && controlOf(schema, name).inputMode === 'decimal';
      return [name, isNumber ? plainNumber(value) : value];
    }),
  ) as Input;

/** What was typed into the fields that `schema` names; a field that is not in the form is left out. */
export function readFields(schema: z.core.$ZodType, form: FormData): Record<string, Value> {
  const def = defOf(schema);
  const fields = def.type === 'object' ? Object.entries(def.shape) : [];
  return Object.fromEntries(
    fields.flatMap(([name, field]): [string, Value][] => {
      if (defOf(field).type === 'array') return [[name, form.getAll(name)]];
      return form.has(name) ? [[name, String(form.get(name)).trim()]] : [];
    }),
  );
}
