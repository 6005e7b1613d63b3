import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { PASSWORD_MAX } from '#contract/protocols/identity.ts';
import { IdentityError } from '#embedded/identity/errors.ts';

/** OWASP's "Password Storage Cheat Sheet": argon2id with 19 MiB, two passes, one lane. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/**
 * Hashes at work at once: the rest of the process keeps its share of the cores and of libuv's four threads.
 */
const PARALLEL_HASHES = 2;
/** New passwords among them, so that signing in never waits for more than one of them. */
const PARALLEL_NEW = 1;
/** With more than this many waiting, a caller would give up before its turn. */
const WAITING_MAX = 200;
const WAITING_NEW_MAX = 50;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

export type Passwords = {
  /**
   * The password's hash in the PHC string format, with a salt of its own. Of `owner` (an account, a network)
   * one is hashed at a time; `check` runs when its turn has come and may throw, so that the loser of a race
   * costs nothing.
   */
  hash(password: string, owner: string, check?: () => Promise<void>): Promise<string>;
  /**
   * Whether the password is the one that was hashed; takes as long when there is no hash. `first` goes before
   * all others that wait.
   */
  verify(hash: string | null | undefined, password: string, order?: { first: boolean }): Promise<boolean>;
};

const derive = promisify(argon2);
const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

type Queue = { run<T>(work: () => Promise<T>, order?: { first: boolean }): Promise<T>; isIdle(): boolean };

/**
 * Lets `parallel` work at once, in the order they came, some before all others; throws 503 when `waitingMax`
 * of a kind wait.
 */
function queue(parallel: number, waitingMax: number): Queue {
  const firsts: (() => void)[] = [];
  const others: (() => void)[] = [];
  let working = 0;
  return {
    async run(work, order) {
      if (working >= parallel) {
        const waiting = order?.first ? firsts : others;
        if (waiting.length >= waitingMax) throw new IdentityError('UNAVAILABLE', 503, 'UNAVAILABLE');
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else working += 1;
      try {
        return await work();
      } finally {
        const next = firsts.shift() ?? others.shift();
        if (next) next();
        else working -= 1;
      }
    },
    isIdle: () => working === 0,
  };
}

/** Hashes passwords, a bounded number at once. Both calls throw `IdentityError` 503 when too many wait. */
export function passwordHasher(deriveTag: typeof derive = derive): Passwords {
  const hashes = queue(PARALLEL_HASHES, WAITING_MAX);
  const fresh = queue(PARALLEL_NEW, WAITING_NEW_MAX);
  const turns = new Map<string, Queue>();

  async function inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const turn = turns.get(owner) ?? queue(1, WAITING_MAX);
    turns.set(owner, turn);
    try {
      return await turn.run(work);
    } finally {
      if (turn.isIdle()) turns.delete(owner);
    }
  }

  // One password typed on two keyboards may differ in code points; NIST SP 800-63B asks for one normal form.
  const tagOf = (
    password: string,
    { nonce, tagLength, cost }: { nonce: Buffer; tagLength: number; cost: typeof COST },
    order?: { first: boolean },
  ) =>
    hashes.run(
      () => deriveTag('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost }),
      order,
    );

  return {
    hash: (password, owner, check) =>
      inTurn(owner, async () => {
        await check?.();
        const salt = randomBytes(SALT_BYTES);
        const tag = await fresh.run(() => tagOf(password, { nonce: salt, tagLength: TAG_BYTES, cost: COST }));
        const { memory, passes, parallelism } = COST;
        return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
      }),
    async verify(hash, password, order) {
      const bounded = password.slice(0, PASSWORD_MAX);
      const [, memory, passes, parallelism, salt, expected] = PHC.exec(hash ?? '') ?? [];
      if (!salt || !expected) {
        await tagOf(bounded, { nonce: randomBytes(SALT_BYTES), tagLength: TAG_BYTES, cost: COST }, order);
        return false;
      }
      const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
      const tag = Buffer.from(expected, 'base64');
      const nonce = Buffer.from(salt, 'base64');
      const found = await tagOf(bounded, { nonce, tagLength: tag.length, cost }, order);
      return timingSafeEqual(found, tag) && password.length <= PASSWORD_MAX;
    },
  };
}
