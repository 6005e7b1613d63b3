import type { FastifyReply } from 'fastify';
import type * as z from 'zod';
import type { Call } from '#contract/endpoint.ts';
import { t } from '#languages/t.ts';
import { mapInTurns } from '#server/database/lists/turns.ts';
import { AppError } from '#server/http/errors.ts';
import { encoderOf } from './encode-answers.ts';
import { jsonPieces } from './json-pieces.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** The call that gives the same list page by page. */
    pagedBy?: Call;
  }
}

/** What one answer carries of a list at most, in characters of JSON. */
const CHARACTERS_MAX = 5_000_000;
/** So many long lists are made at a time, each in memory as a whole; others wait for them. */
const LISTS_AT_ONCE = 2;

let making = 0;
const waiting: (() => void)[] = [];

async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (making >= LISTS_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else making++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else making--;
  }
}

/**
 * Puts rows into wire form, with turns of the event loop in between; throws once one answer cannot carry
 * them.
 */
function listWriter(item: z.ZodType, pagedBy: Call | undefined) {
  const encode = encoderOf(item);
  const json = jsonPieces();
  let characters = 0;
  return {
    add: (rows: readonly unknown[]) =>
      mapInTurns(rows, (row) => {
        const text = `${characters === 0 ? '[' : ','}${JSON.stringify(encode(row))}`;
        characters += text.length;
        if (characters > CHARACTERS_MAX) throw tooManyRows(pagedBy);
        json.add(text);
      }),
    end: () => {
      json.add(characters === 0 ? '[]' : ']');
      return json.end();
    },
  };
}

const tooManyRows = (pagedBy: Call | undefined) =>
  new AppError('too-many-rows', {
    ...(pagedBy && {
      detail: () => t('errors.too_many_rows_paged', { call: `${pagedBy.method} /api${pagedBy.url}` }),
    }),
  });

/**
 * Answers a whole list, read in batches and put into wire form by the schema `item`, while others are
 * answered; refuses one that is too long with `too-many-rows`, which names the call `pagedBy` of its schema.
 */
export async function sendList<Item extends z.ZodType>(
  reply: FastifyReply,
  item: Item,
  batches: AsyncGenerator<z.output<Item>[]>,
): Promise<z.output<Item>[]> {
  const list = listWriter(item, reply.request.routeOptions.schema?.pagedBy);
  const first = await batches.next();
  if (!first.done) await list.add(first.value);
  const second = await batches.next();
  if (!second.done)
    await inLine(async () => {
      await list.add(second.value);
      for await (const batch of batches) await list.add(batch);
    });
  reply.type('application/json; charset=utf-8');
  // The contract calls the answer a list; it is on its way by its bytes.
  return list.end() as never;
}
