import type { OpenAPIV3_1 } from 'openapi-types';
import * as z from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { exampleOf } from '#server/http/openapi/examples.ts';

/*
 * Words that would be a script, an attribute or an address if anything took them for one, for every field of
 * a call that takes words. Which those are its schema says, so a field that is new is tried by itself.
 */

/** Where nothing of it may ever be asked for; `.invalid` is nobody's (RFC 2606, section 2). */
export const ELSEWHERE = 'hostile.invalid';

/** The longest that a field takes is written into it; each carries the field's number. */
const WORDS: readonly ((at: number) => string)[] = [
  // Markdown, and whatever else has lines.
  (at) =>
    [
      `# hostile(${at}) <img src=x onerror=hostile(${at})>`,
      `[a](javascript:hostile(${at})) ![b](javascript:hostile(${at})) <javascript:hostile(${at})>`,
      `<script>hostile(${at})</script><svg/onload=hostile(${at})><iframe srcdoc="<script>parent.hostile(${at})</script>">`,
      `<a href="//${ELSEWHERE}/${at}" onclick="hostile(${at})" id=hostile>c</a><style>@import url(//${ELSEWHERE}/${at})</style>`,
      '```html" onmouseover="hostile()',
      `</textarea></script><script>hostile(${at})</script>`,
      '```',
    ].join('\n\n'),
  (at) =>
    `"'><img id=hostile src=//${ELSEWHERE}/${at} onerror=hostile(${at})></script><script>hostile(${at})</script>`,
  (at) => `"><img id=hostile src=x onerror=hostile(${at})>`,
  (at) => `<b id=hostile>hostile(${at})`,
];

/** What stands in a text that holds the words of a field. */
export const markOf = (at: number) => `hostile(${at})`;

export type Field = { call: string; path: string; at: number };

export type Body = Readonly<Record<string, unknown>>;

/**
 * Bodies of a call, one for each shape that its schema knows, with hostile words in every field that takes
 * them; `said` gives what an example of the schema should say besides. Adds what was filled to `fields`. None
 * where no field takes words; throws for an example that the schema refuses.
 */
export function hostileBodies(
  call: string,
  { schema }: Endpoint,
  { fields, said }: { fields: Field[]; said: (example: Body) => Body },
): Body[] {
  if (!schema.body) return [];
  const body = schema.body as z.ZodType;
  const { $defs = {}, ...notation } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const defs = $defs as Record<string, OpenAPIV3_1.SchemaObject>;
  const shapes = (notation.oneOf ?? notation.anyOf ?? [notation]) as OpenAPIV3_1.SchemaObject[];
  return shapes.flatMap((shape) => {
    const example = exampleOf(shape, defs);
    if (typeof example !== 'object' || example === null) return [];
    // What the writer saw of the row is compared with it, and every call takes a body without it.
    const { was: _, ...rest } = example as Body;
    const given = JSON.parse(JSON.stringify({ ...rest, ...said(rest) }));
    const fault = body.safeParse(given).error;
    if (fault) throw new Error(`${call}: its example is refused. ${z.prettifyError(fault)}`);
    const { filled, found } = fill(call, { body, given, first: fields.length + 1 });
    fields.push(...found);
    return found.length > 0 ? [filled as Body] : [];
  });
}

/** A body with words in every text that takes them; their fields are numbered from `first` on. */
function fill(call: string, { body, given, first }: { body: z.ZodType; given: unknown; first: number }) {
  const found: Field[] = [];
  let filled = given;
  for (const path of textsOf(given).filter((one) => !isId(one))) {
    const at = first + found.length;
    const taken = WORDS.map((words) => put(filled, path, words(at))).find((one) =>
      takesWords(body, one, { path, at }),
    );
    if (!taken) continue;
    filled = taken;
    found.push({ call, path: path.join('.'), at });
  }
  return { filled, found };
}

/** Whether the schema keeps the words, instead of refusing or leaving out what they stand in. */
function takesWords(
  body: z.ZodType,
  filled: unknown,
  { path, at }: { path: readonly string[]; at: number },
): boolean {
  const read = body.safeParse(filled);
  return read.success && String(path.reduce<unknown>(inner, read.data)).includes(markOf(at));
}

const inner = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** An id, or a value of one of the school's lists, is compared with those that there are. */
const isId = (path: readonly string[]) => /(id|^value|^level|^group|^category)$/i.test(path.at(-1) ?? '');

/** Where texts stand in a value. */
function textsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => textsOf(one, [...path, key]));
}

/** A copy with another text at a place. */
function put(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  const copy = structuredClone(value) as object;
  Reflect.set(copy, key, put(inner(copy, key), rest, text));
  return copy;
}
