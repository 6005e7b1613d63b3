import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';
import { type Answer, toAnswer } from './answer.ts';
import { type ContentChanges, contentChanges } from './content-changes.ts';
import { type KeptAnswers, keptAnswers, type MakeAnswer } from './kept-answers.ts';

let clock: number;
let changes: ContentChanges;
let kept: KeptAnswers;

beforeEach(() => {
  clock = 0;
  changes = contentChanges({ now: () => clock });
  kept = keptAnswers({ now: () => clock, changes, maxBytes: 4000 });
});

/** Counted by twice its size, for what it holds compressed. */
const answer = (size: number, status = 200) =>
  toAnswer({ status, headers: {}, body: Buffer.alloc(size, 'x') });
const get = (key: string, make: MakeAnswer<Answer>) => kept.get(key, key, make);

test('keeps as many answers as fit, and forgets the one asked for longest ago', async () => {
  for (const key of ['a', 'b']) await get(key, async () => answer(1000));
  expect(kept.figures().bytes).toBe(4000);
  kept.find('a');
  await get('c', async () => answer(1000));
  expect(kept.figures().bytes).toBe(4000);
  expect(['a', 'b', 'c'].map((key) => kept.find(key) !== undefined)).toEqual([true, false, true]);
  await get('huge', async () => answer(5000));
  expect(kept.find('huge')).toBeUndefined();
  expect(kept.figures().bytes).toBe(4000);
});

test('keeps no more answers than its number of entries, however small they are', async () => {
  kept = keptAnswers({ now: () => clock, changes, maxEntries: 50 });
  for (let n = 0; n < 1000; n++) await get(`no class is called ${n}`, async () => answer(2));
  expect(kept.figures().answers).toBe(50);
  expect(kept.find('no class is called 949')).toBeUndefined();
  expect(kept.find('no class is called 950')).toBeDefined();
});

test('counts an answer once that is made again, and none that failed', async () => {
  for (let n = 0; n < 5; n++) {
    changes.changed(['classes']);
    await get('a', async ({ shows }) => {
      shows('classes');
      return answer(1000);
    });
  }
  expect(kept.figures().bytes).toBe(2000);
  await get('b', async () => answer(1000, 404));
  await expect(get('c', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(kept.figures().bytes).toBe(2000);
  expect(kept.find('b')).toBeUndefined();
  expect(kept.find('c')).toBeUndefined();
  changes.changed(['classes']);
  await expect(get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(kept.figures().bytes).toBe(0);
});

test('gives an answer no more when what it shows has changed, and any other on', async () => {
  const showing =
    (content: 'classes' | 'blogs') =>
    async ({ shows }: { shows: (one: typeof content) => void }) => {
      shows(content);
      return answer(10);
    };
  await get('classes', showing('classes'));
  await get('blogs', showing('blogs'));
  changes.changed(['classes', 'instructors']);
  expect(kept.find('classes')).toBeUndefined();
  expect(kept.find('blogs')).toBeDefined();
});

test('gives no one who asks after a change what was read before it, though it is made after', async () => {
  const finish: (() => void)[] = [];
  const make =
    (size: number): MakeAnswer<Answer> =>
    ({ shows }) => {
      shows('classes');
      return new Promise((resolve) => finish.push(() => resolve(answer(size))));
    };
  const before = get('classes', make(1));
  const together = get('classes', make(2));
  changes.changed(['classes']);
  const after = get('classes', make(3));
  // The older is finished last.
  finish[1]?.();
  expect((await after).body.length).toBe(3);
  finish[0]?.();
  expect((await before).body.length).toBe(1);
  expect(await together).toBe(await before);
  expect(kept.find('classes')?.body.length).toBe(3);
});

test('while an answer is made again the old one is given to no one', async () => {
  await get('a', async ({ shows }) => {
    shows('blogs');
    return answer(1);
  });
  changes.changed(['blogs']);
  const again = get('a', async () => answer(2));
  expect(kept.find('a')).toBeUndefined();
  expect((await again).body.length).toBe(2);
});

test('looks again after five seconds, and makes an answer anew after a minute, since another process may have changed it', async () => {
  const first = answer(10);
  await get('a', async () => first);
  clock = 4999;
  expect(kept.find('a')).toBe(first);
  const previous: unknown[] = [];
  const look: MakeAnswer<Answer> = async (making) => {
    previous.push(making.previous);
    return making.previous ?? answer(10);
  };
  for (clock = 5000; clock <= 60_000; clock += 5000) {
    expect(kept.find('a')).toBeUndefined();
    await get('a', look);
  }
  expect(previous).toEqual([...Array(11).fill(first), undefined]);
  expect(kept.find('a')).not.toBe(first);
});

test('remembers no more addresses than it may, however many lead to an answer', async () => {
  for (let n = 0; n < 10_000; n++) await kept.get('a', `a?junk=${n}`, async () => answer(10));
  await kept.get('a', `a?${'x'.repeat(500)}`, async () => answer(10));
  const known = Array.from({ length: 10_000 }, (_, n) => kept.find(`a?junk=${n}`)).filter(Boolean);
  expect(known).toHaveLength(5000);
  expect(kept.find(`a?${'x'.repeat(500)}`)).toBeUndefined();
});

test('an answer holds no more memory than it counts, and none of the larger buffers which Node cuts small ones from', async () => {
  const page = toAnswer({ status: 200, headers: {}, body: Buffer.from('words '.repeat(500)) });
  const forms = [await page.form('br'), await page.form('gzip'), await page.form('identity')];
  const memory = forms.map(({ body }) => body.buffer.byteLength);
  expect(memory.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(page.size);
  expect(memory).toEqual(forms.map(({ body }) => body.length));
});

test('bodies are compressed one after the other, so that several compressors never take their memory at once', async () => {
  const done: string[] = [];
  const compress = async (name: string, size: number) => {
    await answer(size).form('br');
    done.push(name);
  };
  await Promise.all([compress('long', 8_000_000), compress('short', 1000), compress('short', 1000)]);
  expect(done).toEqual(['long', 'short', 'short']);
});

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

test('an answer that there was no room for is let go of, though its address is remembered', async () => {
  const make = async (key: string) => new WeakRef(await get(key, async () => answer(1500)));
  const first = await make('a');
  await make('b');
  await sleep(0);
  collect();
  expect(first.deref()).toBeUndefined();
});
