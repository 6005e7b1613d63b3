import { expect, test } from 'vitest';
import { invoicePdf } from './invoice-pdf.ts';
import { printInThread } from './print-in-thread.ts';
import { printInvoice } from './print-invoice.ts';
import { factsOf, lineOf } from './printed.test-support.ts';

const printed = (cents: number) =>
  printInvoice(factsOf([lineOf(cents)]), { language: 'en', locale: 'en-IE', palette: undefined });

test('a print is the same bytes in a thread of its own, also where several are asked for at once', async () => {
  const sums = [1000, 2000, 3000];
  const made = await Promise.all(sums.map((cents) => printInThread(printed(cents))));
  for (const [at, bytes] of made.entries())
    expect(bytes.equals(await invoicePdf(printed(sums[at] ?? 0)))).toBe(true);
});

test('what cannot be printed fails by itself, and the next one is printed', async () => {
  const broken = { ...printed(1000), words: undefined as never };
  const [one, other] = await Promise.allSettled([printInThread(broken), printInThread(printed(1000))]);
  expect(one.status).toBe('rejected');
  expect(other.status).toBe('fulfilled');
  expect((await printInThread(printed(2000))).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the thread that asks goes on meanwhile', async () => {
  await printInThread(printed(1000));
  let turns = 0;
  let isMade = false;
  const made = printInThread(printed(1000)).then(() => {
    isMade = true;
  });
  while (!isMade) {
    turns += 1;
    await new Promise(setImmediate);
  }
  await made;
  expect(turns).toBeGreaterThan(20);
});
