import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logStream } from './log-stream.ts';

/* A log whose way out is a full disk, a closed pipe, or a pipe without a reader. */

type Way = 'open' | 'full' | 'stuck';

let way: Way;
/** How many bytes go out before the disk is full. */
let room: number;
let written: string;
let release: () => void;
let last: string;
let log: ReturnType<typeof logStream>;

beforeEach(() => {
  vi.useFakeTimers();
  way = 'open';
  room = Number.POSITIVE_INFINITY;
  written = '';
  last = '';
  log = logStream(
    (bytes, done) => {
      const finish = () => {
        if (way === 'full' || room === 0) return done(new Error('ENOSPC'), 0);
        const part = bytes.subarray(0, room);
        room -= part.length;
        written += part;
        done(null, part.length);
      };
      if (way === 'stuck') release = finish;
      else queueMicrotask(finish);
    },
    (bytes) => {
      last += bytes;
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = () => vi.advanceTimersByTimeAsync(100);
const line = (text: string) => log.write(`{"msg":"${text}"}\n`);
const messages = (text = written) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((one) => JSON.parse(one));

test('lines are gathered for a tenth of a second, or until there are many', async () => {
  line('one');
  line('two');
  expect(written).toBe('');
  await pass();
  expect(messages()).toEqual([{ msg: 'one' }, { msg: 'two' }]);
  for (let at = 0; at < 300; at++) line(`more ${at}`);
  await vi.advanceTimersByTimeAsync(0);
  expect(messages().length).toBeGreaterThan(200);
  expect(log.lost()).toBe(0);
});

test('what is told of lost lines can be read though another process was cut within a line', async () => {
  way = 'full';
  line('one');
  await pass();
  written += '{"msg":"of another proc';
  way = 'open';
  line('two');
  await pass();
  const [, ...whole] = written.split('\n');
  expect(messages(whole.join('\n'))).toEqual([expect.objectContaining({ lines: 1 }), { msg: 'two' }]);
});

test('what a full disk refuses is counted, and the log says so once it can be written again', async () => {
  way = 'full';
  line('one');
  line('two');
  await pass();
  line('three');
  await pass();
  expect([log.lost(), written]).toEqual([3, '']);
  way = 'open';
  line('four');
  await pass();
  line('five');
  await pass();
  expect(messages()).toEqual([
    expect.objectContaining({ level: 40, msg: 'Lines of the log were lost.', lines: 3 }),
    { msg: 'four' },
    { msg: 'five' },
  ]);
  expect(log.lost()).toBe(3);
});

test('a line that was cut off spoils none of those after it', async () => {
  room = 20;
  line('one');
  line('two');
  await pass();
  expect([log.lost(), written]).toEqual([1, '{"msg":"one"}\n{"msg"']);
  room = Number.POSITIVE_INFINITY;
  line('three');
  await pass();
  const [, cut, ...rest] = written.split('\n').filter(Boolean);
  expect(cut).toBe('{"msg"');
  expect(messages(rest.join('\n'))).toEqual([expect.objectContaining({ lines: 1 }), { msg: 'three' }]);
});

test('while nobody reads, a megabyte waits and the rest is lost; nothing is waited for longer than was said', async () => {
  way = 'stuck';
  line('first');
  await pass();
  for (let at = 0; at < 20_000; at++) line('x'.repeat(100));
  expect(log.lost()).toBeGreaterThan(5000);
  let isOver = false;
  void log.flush(1000).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(990);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect(isOver).toBe(true);
  way = 'open';
  release();
  await pass();
  expect(messages().at(0)).toEqual({ msg: 'first' });
  expect(messages().at(1)).toMatchObject({ lines: log.lost() });
});

test('the last lines go out with the process', async () => {
  line('last');
  const [tell] = process.listeners('exit').slice(-1);
  tell?.call(process, 0);
  expect(messages(last)).toEqual([{ msg: 'last' }]);
  await pass();
  expect(written).toBe('');
});

test('a flush has written what was gathered', async () => {
  line('one');
  const flushed = log.flush(1000);
  await vi.advanceTimersByTimeAsync(20);
  await flushed;
  expect(messages()).toEqual([{ msg: 'one' }]);
});
