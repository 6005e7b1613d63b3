import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const AGAIN_MS = 200;
/** A caller that is not answered for so long has lost. */
const PATIENCE_MS = 180_000;
const TIMEOUT_MS = 60_000;

export type Asked = { method?: string; headers?: OutgoingHttpHeaders; body?: unknown };
/** `status` is 0 where no answer came, as when the process was killed over the call. */
export type Answer = { status: number; text: string };

/** What was asked of a school and what became of it. */
export type Counts = {
  asked: number;
  /** Without an answer: the process died over it, or was not there. */
  unanswered: number;
  /** Told to ask again later (503), or that there is no room (507). */
  refused: number;
  /** Anything else that the caller did not expect. */
  failed: string[];
};

export type Calls = ReturnType<typeof callsTo>;

/** The calls of a soak's callers, who keep their connections, and count how they were answered. */
export function callsTo(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const counts: Counts = { asked: 0, unanswered: 0, refused: 0, failed: [] };

  const send = (path: string, { method = 'GET', headers, body }: Asked) =>
    new Promise<Answer>((resolve) => {
      const none = () => resolve({ status: 0, text: '' });
      const isBytes = Buffer.isBuffer(body);
      const payload = body === undefined || isBytes ? body : JSON.stringify(body);
      const type = payload === undefined || isBytes ? {} : { 'content-type': 'application/json' };
      const options = { agent, method, headers: { ...type, ...headers }, timeout: TIMEOUT_MS };
      const asked = request(origin + path, options, (answer) =>
        buffer(answer).then(
          (bytes) => resolve({ status: answer.statusCode ?? 0, text: bytes.toString() }),
          none,
        ),
      );
      asked.on('timeout', () => asked.destroy());
      asked.on('error', none).end(payload);
    });

  /** Asks once. `expected` are the statuses beside 200 that are right. */
  async function ask(path: string, asked: Asked = {}, expected: readonly number[] = []): Promise<Answer> {
    counts.asked += 1;
    const answer = await send(path, asked);
    const { status, text } = answer;
    if (status === 0) counts.unanswered += 1;
    else if (status === 503 || status === 507) counts.refused += 1;
    else if (status >= 300 && !expected.includes(status))
      counts.failed.push(`${asked.method ?? 'GET'} ${path}: ${status} ${text.slice(0, 200)}`);
    return answer;
  }

  return {
    counts,
    ask,
    /** Asks the same until it is answered. Throws where that is never. */
    async persist(path: string, asked: Asked, expected: readonly number[] = []): Promise<Answer> {
      let answer: Answer | undefined;
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(AGAIN_MS)) {
        answer = await ask(path, asked, expected);
        if (answer.status !== 0 && answer.status < 500 && !answer.text.includes('still-running'))
          return answer;
      }
      throw new Error(`${path} was not answered: ${answer?.status} ${answer?.text}`);
    },
    close: () => agent.destroy(),
  };
}
