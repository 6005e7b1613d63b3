import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import * as z from 'zod';

/**
 * Answers a list of any length with one batch of it in memory at a time. A list that fits into the first batch is returned as rows, as by
 * any other call; a longer one is streamed as JSON, each row encoded by the schema `item`.
 */
export async function sendList<Item extends z.ZodType>(
  reply: Pick<FastifyReply, 'type'>,
  item: Item,
  batches: AsyncGenerator<z.output<Item>[]>,
): Promise<z.output<Item>[]> {
  const first = await batches.next();
  const rows = first.done ? [] : first.value;
  const second = await batches.next();
  if (second.done) return rows;
  const { value: more } = second;
  async function* json() {
    yield `[${write(item, rows)},${write(item, more)}`;
    for await (const batch of batches) if (batch.length > 0) yield `,${write(item, batch)}`;
    yield ']';
  }
  reply.type('application/json; charset=utf-8');
  // The contract calls the answer a list; on its way it is a stream of it.
  return Readable.from(json()) as never;
}

const write = <Item extends z.ZodType>(item: Item, rows: z.output<Item>[]) =>
  rows.map((row) => JSON.stringify(z.encode(item, row))).join(',');
