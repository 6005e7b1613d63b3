import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openIdentity, PASSWORD, PROJECT_ID, type TestIdentity } from '#tests/support/identity-service.ts';
import { addFactor, begin } from '#tests/support/second-factor.ts';
import { type Person, signAssertion } from './tokens/assertions.ts';
import { signingKeys } from './tokens/keys.ts';

/*
 * Whole walks: an attacker prepares what can be prepared, the owner of the address comes, and then everything
 * the attacker still holds is tried: codes, providers, passwords, ID and refresh tokens. Only the owner's
 * mailbox may be a way in.
 */

let identity: TestIdentity;
beforeAll(async () => {
  identity = await openIdentity({ rateLimitFactor: 1e6, providers: { demoPeople: [] } });
});
afterAll(() => identity.close());

const OWNERS_PASSWORD = 'Owners-own1';
const requestUri = 'http://localhost';
const text = (value: unknown) => (typeof value === 'string' ? [value] : []);

/** Says as a provider who came there. */
async function vouch(person: Partial<Person> & { sub: string; email: string }): Promise<string> {
  const keys = signingKeys(identity.db, () => identity.clock.now);
  const service = { keys, projectId: PROJECT_ID, now: () => identity.clock.now };
  const whole = { provider: 'google.com', emailVerified: true, ...person } as const;
  const token = await signAssertion(service as never, whole);
  return new URLSearchParams({ id_token: token, providerId: whole.provider }).toString();
}

/** What an attacker has got hold of on the way. */
class Attacker {
  readonly name: string;
  readonly mailboxes = new Set<string>();
  readonly idTokens = new Set<string>();
  readonly refreshTokens = new Set<string>();
  readonly passwords = new Set<string>([PASSWORD]);

  constructor(name: string) {
    this.name = name;
    this.mailboxes.add(this.address('own'));
  }

  address(what: string): string {
    const email = `${this.name}-${what}@attacker.example`;
    this.mailboxes.add(email);
    return email;
  }

  /** Makes a call and keeps the tokens it answers; nothing says that it has to succeed. */
  async call(name: string, body: object) {
    const answer = await identity.call(name, body);
    for (const token of text(answer.body.idToken)) this.idTokens.add(token);
    for (const token of text(answer.body.refreshToken)) this.refreshTokens.add(token);
    return answer;
  }

  get idToken(): string {
    return [...this.idTokens].at(-1) ?? '';
  }

  code(mailbox: string): string {
    return identity.mailedCode(mailbox);
  }

  provider = (provider: Person['provider'], more: Partial<Person> = {}) =>
    vouch({ provider, sub: `${this.name} at ${provider}`, email: this.address(provider), ...more });

  async link(provider: Person['provider']) {
    await this.call('signInWithIdp', {
      requestUri,
      postBody: await this.provider(provider),
      idToken: this.idToken,
    });
  }

  /**
   * Tries everything on the account of `email`; what was in other people's mailboxes is not the attacker's.
   */
  async tryEverything(email: string) {
    const mails = identity.mails.filter(({ to }) => this.mailboxes.has(to));
    const codes = mails.flatMap(({ to, text: body }) => {
      const oobCode = body.match(/oobCode=([\w-]+)/)?.[1];
      return oobCode ? [{ to, oobCode }] : [];
    });
    const tokens = [undefined, ...this.idTokens];
    for (const refreshToken of this.refreshTokens) {
      const { body } = await identity.refresh(refreshToken);
      for (const token of text(body.id_token)) tokens.push(token);
    }
    for (const idToken of tokens) {
      for (const { to, oobCode } of codes) {
        await this.call('signInWithEmailLink', { email: to, oobCode, idToken });
      }
      for (const provider of ['google.com', 'github.com'] as const) {
        const unproved = await this.provider(provider, {
          email,
          emailVerified: false,
          sub: `${this.name} x`,
        });
        for (const postBody of [await this.provider(provider), unproved]) {
          await this.call('signInWithIdp', { requestUri, postBody, idToken });
        }
      }
      if (!idToken) continue;
      await begin(identity, idToken);
      await this.call('update', { idToken, email: this.address('last') });
      await this.call('update', { idToken, displayName: 'Attacker', deleteProvider: ['password'] });
      await this.call('signUp', { idToken, email: this.address('last'), password: PASSWORD });
      await this.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    }
    for (const { oobCode } of codes) {
      await this.call('update', { oobCode });
      await this.call('resetPassword', { oobCode, newPassword: PASSWORD });
    }
    for (const password of this.passwords) {
      await this.call('signInWithPassword', { email, password });
    }
  }
}

/** How the attacker comes to an account that has, or will have, the owner's address. */
const STARTS: Record<string, (attacker: Attacker, email: string) => Promise<void>> = {
  'signs up first': async (attacker, email) => {
    await attacker.call('signUp', { email, password: PASSWORD });
  },
  'comes first by a provider that does not vouch for the address': async (attacker, email) => {
    const postBody = await attacker.provider('github.com', { email, emailVerified: false });
    await attacker.call('signInWithIdp', { requestUri, postBody });
  },
  'gives an account of their own the address': async (attacker, email) => {
    await attacker.call('signUp', { email: attacker.address('own'), password: PASSWORD });
    await attacker.call('update', { idToken: attacker.idToken, email });
  },
};

/** What the attacker prepares with the session, each by itself and all together. */
const PREPARATIONS: Record<string, (attacker: Attacker, email: string) => Promise<void>> = {
  'links a provider': (attacker) => attacker.link('google.com'),
  'sets another password': async (attacker) => {
    attacker.passwords.add('Attackers-2');
    await attacker.call('update', { idToken: attacker.idToken, password: 'Attackers-2' });
  },
  'changes the address and back': async (attacker, email) => {
    await attacker.call('update', { idToken: attacker.idToken, email: attacker.address('elsewhere') });
    await attacker.call('update', { idToken: attacker.idToken, email });
  },
  'asks for each kind of code': async (attacker, email) => {
    const { idToken } = attacker;
    const newEmail = attacker.address('new');
    for (const request of [
      { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail },
      { requestType: 'EMAIL_SIGNIN', email: attacker.address('own') },
      { requestType: 'EMAIL_SIGNIN', email },
      { requestType: 'PASSWORD_RESET', email },
      { requestType: 'PASSWORD_RESET', email: attacker.address('own') },
      { requestType: 'VERIFY_EMAIL', idToken },
    ]) {
      await attacker.call('sendOobCode', request);
    }
  },
};
const every = Object.entries(PREPARATIONS);
const ALL_PREPARATIONS = [
  ...every,
  [
    'does all of it',
    async (attacker: Attacker, email: string) => {
      for (const [, prepare] of every) await prepare(attacker, email);
    },
  ],
] as const;

/** How the owner of the address comes; gives the account they have come to. */
const OWNERS: Record<string, (email: string) => Promise<unknown>> = {
  'by Google': async (email) => {
    const postBody = await vouch({ sub: `owner ${email}`, email });
    return (await identity.ok('signInWithIdp', { requestUri, postBody })).localId;
  },
  'by a reset': async (email) => {
    await identity.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email });
    const oobCode = identity.mailedCode(email);
    await identity.ok('resetPassword', { oobCode, newPassword: OWNERS_PASSWORD });
    return (await accountAt(email)).account.localid;
  },
  'by an email link': async (email) => {
    await identity.ok('sendOobCode', { requestType: 'EMAIL_SIGNIN', email });
    const oobCode = identity.mailedCode(email);
    return (await identity.ok('signInWithEmailLink', { email, oobCode })).localId;
  },
  'by “take the change back”': async (email) => {
    const wayBack = identity.mails.find(
      ({ to, kind }) =>
        to === email && (kind === 'RECOVER_EMAIL' || kind === 'REVERT_SECOND_FACTOR_ADDITION'),
    );
    const oobCode = wayBack?.text.match(/oobCode=([\w-]+)/)?.[1];
    return (await identity.ok('update', { oobCode })).localId;
  },
};

/** All there is of the account at an address: the row, its providers, its second factor and its sessions. */
async function accountAt(email: string) {
  const { db } = identity;
  const account = await db
    .selectFrom('identity_accounts')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const of = <T extends 'identity_providers' | 'identity_second_factors' | 'identity_refresh_tokens'>(
    table: T,
  ) =>
    db
      .selectFrom(table as 'identity_providers')
      .selectAll()
      .where('localid', '=', account.localid)
      .execute();
  return {
    account,
    providers: await of('identity_providers'),
    factors: await of('identity_second_factors'),
    sessions: await of('identity_refresh_tokens'),
  };
}

/** The owner comes, the attacker tries everything, and nothing of the owner's account has changed. */
async function expectOwnersAlone(
  attacker: Attacker,
  email: string,
  comes: (email: string) => Promise<unknown>,
) {
  const localid = await comes(email);
  const before = await accountAt(email);
  expect(before.account).toMatchObject({ localid, emailverified: 1 });
  expect(before.providers.filter(({ sub }) => sub.startsWith(attacker.name))).toEqual([]);
  expect(before.factors).toEqual([]);
  await attacker.tryEverything(email);
  expect(await accountAt(email)).toEqual(before);

  await identity.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  const oobCode = identity.mailedCode(email);
  expect(await identity.ok('resetPassword', { oobCode })).toMatchObject({ email });
}

let walks = 0;
const nextWalk = () => {
  const n = ++walks;
  return { attacker: new Attacker(`attacker${n}`), email: `owner${n}@school.example` };
};

const CLAIMS = ['by Google', 'by a reset', 'by an email link'] as const;

describe.each(Object.entries(STARTS))('a stranger %s', (_start, begin) => {
  describe.each(ALL_PREPARATIONS)('and %s', (_preparation, prepare) => {
    test.each(CLAIMS)('and the owner, who comes %s, is alone', async (way) => {
      const { attacker, email } = nextWalk();
      await begin(attacker, email);
      await prepare(attacker, email);
      expect((await accountAt(email)).account.emailverified).toBe(0);
      await expectOwnersAlone(attacker, email, OWNERS[way] as (email: string) => Promise<unknown>);
    });
  });
});

/** What a thief does with a session of an account whose address was proved, beside the above. */
const THEFTS: Record<string, (thief: Attacker, email: string) => Promise<void>> = {
  'moves the account and enrols a device there': async (thief) => {
    await moveTo(thief, thief.address('b'));
    await enrol(thief);
  },
  'enrols a device and moves the account': async (thief) => {
    await enrol(thief);
    await thief.call('sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken: thief.idToken,
      newEmail: thief.address('b'),
    });
    await thief.call('update', { oobCode: thief.code(thief.address('b')) });
  },
  'moves the account': (thief) => moveTo(thief, thief.address('b')),
  'moves the account twice': async (thief) => {
    await moveTo(thief, thief.address('b'));
    await moveTo(thief, thief.address('c'));
  },
  'moves it by a sign-in link': async (thief) => {
    const email = thief.address('b');
    await thief.call('sendOobCode', { requestType: 'EMAIL_SIGNIN', email });
    await thief.call('signInWithEmailLink', { email, oobCode: thief.code(email), idToken: thief.idToken });
  },
  'moves it twice, takes the second change back, resets the password there and signs up at the old address':
    async (thief, email) => {
      const [b, c] = [thief.address('b'), thief.address('c')];
      await moveTo(thief, b);
      await moveTo(thief, c);
      await thief.call('update', { oobCode: thief.code(b) });
      await thief.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: b });
      await thief.call('resetPassword', { oobCode: thief.code(b), newPassword: PASSWORD });
      await thief.call('signInWithPassword', { email: b, password: PASSWORD });
      await thief.link('github.com');
      await thief.call('signUp', { email, password: PASSWORD });
      const postBody = await thief.provider('github.com', {
        email,
        emailVerified: false,
        sub: `${thief.name} y`,
      });
      await thief.call('signInWithIdp', { requestUri, postBody });
    },
};

/** A second factor that the thief has added, at whatever address the account is now. */
async function enrol(thief: Attacker) {
  const { idToken, refreshToken } = await addFactor(identity, thief.idToken);
  thief.idTokens.add(idToken);
  thief.refreshTokens.add(refreshToken);
}

async function moveTo(thief: Attacker, newEmail: string) {
  await thief.call('sendOobCode', {
    requestType: 'VERIFY_AND_CHANGE_EMAIL',
    idToken: thief.idToken,
    newEmail,
  });
  await thief.call('update', { oobCode: thief.code(newEmail) });
  for (const password of thief.passwords) {
    await thief.call('signInWithPassword', { email: newEmail, password });
  }
}

/** An account whose owner has proved the address, and a thief who holds its password and a session. */
async function steal() {
  const { attacker: thief, email } = nextWalk();
  await thief.call('signUp', { email, password: PASSWORD });
  await identity.ok('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: thief.idToken });
  await identity.ok('update', { oobCode: identity.mailedCode(email) });
  return { thief, email };
}

describe.each(ALL_PREPARATIONS)('a thief in a proved account %s', (_preparation, prepare) => {
  test('and the owner, who resets the password, is alone', async () => {
    const { thief, email } = await steal();
    await prepare(thief, email);
    await expectOwnersAlone(thief, email, OWNERS['by a reset'] as (email: string) => Promise<unknown>);
  });

  test.each(Object.entries(THEFTS))(
    'and %s, and the owner, who takes the change back, is alone',
    async (_theft, commit) => {
      const { thief, email } = await steal();
      await prepare(thief, email);
      await commit(thief, email);
      await expect(accountAt(email)).rejects.toThrow();
      await expectOwnersAlone(
        thief,
        email,
        OWNERS['by “take the change back”'] as (email: string) => Promise<unknown>,
      );
    },
  );
});
