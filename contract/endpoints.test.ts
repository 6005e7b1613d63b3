import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.schema.ts';

/* PostgreSQL takes no text with the character NUL, so no call lets one in. */

/** Compared or read by JavaScript alone, and never sent to the database as it came. */
const READ_HERE =
  /^(\w+\.querystring\.cursor|update(Learner(Of)?|Fact)\.body\.was\.\w+|recordPayment\.body\.date|bill\.body\.version)$/;

/** What a call takes that lets NUL in, each by its path. */
function lettingIn(schema: z.core.$ZodType, path: string): string[] {
  const def: { type: string; [more: string]: unknown } = { ...schema._zod.def };
  const at = (inner: unknown, name = '') => lettingIn(inner as z.core.$ZodType, path + name);
  const texts = ['\0', 'a\0b', 'a\0b'.repeat(4)].map((text) => z.safeParse(schema, text));
  if (texts.some(({ success, data }) => success && JSON.stringify(data)?.includes('\\u0000'))) return [path];
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as object).flatMap(([name, inner]) => at(inner, `.${name}`));
    case 'array':
      return at(def.element, '[]');
    case 'record':
      return [...at(def.keyType, '{key}'), ...at(def.valueType, '{}')];
    case 'union':
      return (def.options as unknown[]).flatMap((option) => at(option));
    case 'intersection':
      return [...at(def.left), ...at(def.right)];
    case 'pipe':
      // What reads a text at once has refused it.
      return HOLDING.has(baseOf(def.in)) ? at(def.in) : [];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return at(def.innerType);
    default:
      if (!PLAIN.has(def.type)) throw new Error(`${path}: what does ${def.type} hold?`);
      return [];
  }
}

/** Kinds that hold no other schema. */
const PLAIN = new Set([
  'any',
  'boolean',
  'custom',
  'enum',
  'file',
  'literal',
  'null',
  'number',
  'string',
  'unknown',
]);
const HOLDING = new Set(['object', 'array', 'record', 'intersection']);

/** What kind of schema stands behind what only wraps it. */
function baseOf(schema: unknown): string {
  const def: { type: string; in?: unknown; innerType?: unknown } = {
    ...(schema as z.core.$ZodType)._zod.def,
  };
  return def.in || def.innerType ? baseOf(def.in ?? def.innerType) : def.type;
}

test.each(Object.entries<Endpoint>(endpoints))('%s takes no text with NUL', (name, { schema }) => {
  const found = (['params', 'querystring', 'body'] as const).flatMap((part) => {
    const given = schema[part] as z.core.$ZodType | undefined;
    return given ? lettingIn(given, `${name}.${part}`) : [];
  });
  expect(found.filter((path) => !READ_HERE.test(path))).toEqual([]);
});
