import type { IncomingMessage } from 'node:http';
import { say } from '#server/jobs/letter.ts';
import { type Calling, callOutside } from '#server/services/outside/call-outside.ts';
import { OutsideError, type Problem } from '#server/services/outside/problems.ts';
import { readInThread } from './read-in-thread.ts';
import type { Asked, Span, Unreadable } from './read-times.ts';

const FILE_MB = 5;
const FILE_MAX = FILE_MB * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const OK = 200;
const FORWARDS = [300, 399] as const;

export type Fetching = Pick<Calling, 'allowedHosts' | 'isCutOff' | 'signal' | 'lookup'> & {
  timeoutMs?: number;
};

/** What a look at a calendar came to. */
export type Outcome = { times: Span[] } | { problem: Problem };

const WORDS = {
  'no-calendar': say('busy.problem_no_calendar'),
  'too-much': say('busy.problem_too_much'),
} as const satisfies Record<Unreadable, Problem>;

/** Reads the calendar at an address that a teacher gave; never rejects. */
export async function fetchTimes(
  url: string,
  { timeoutMs = TIMEOUT_MS, ...fetching }: Fetching,
  window: Omit<Asked, 'file'>,
): Promise<Outcome> {
  try {
    const file = await fetchFile(url, { ...fetching, timeoutMs });
    const read = await readInThread({ file, ...window }, fetching);
    return 'times' in read ? read : { problem: WORDS[read.unreadable] };
  } catch (error) {
    return { problem: error instanceof OutsideError ? error.problem : (error as Error).message };
  }
}

/** What is compressed is not taken: nothing then becomes larger than what came. */
const fetchFile = (url: string, calling: Calling): Promise<string> =>
  callOutside(
    url,
    {
      method: 'GET',
      headers: {
        accept: 'text/calendar',
        'accept-encoding': 'identity',
        'user-agent': 'Cadenza-Calendars',
      },
    },
    { ...calling, read: readFile },
  );

async function readFile(answer: IncomingMessage): Promise<string> {
  const status = answer.statusCode ?? 0;
  if (status >= FORWARDS[0] && status <= FORWARDS[1]) throw new OutsideError(say('busy.problem_forwards'));
  if (status !== OK) throw new OutsideError(say('busy.problem_refused', { status: String(status) }));
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > FILE_MAX) throw new OutsideError(say('busy.problem_too_large', { max: FILE_MB }));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
