import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type * as z from 'zod';
import type { Rehearsal } from '#contract/rehearsal/schema.ts';
import { rehearsalEndpoints } from '#contract/rehearsal/schema.ts';
import { t } from '#languages/t.ts';
import type { Config } from '#server/config/config.ts';
import type { GoLiveOptions } from '#server/features/golive/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { perMinute } from '#server/http/limits/limits.ts';
import type { Answered, AskCopy, Copy, Reach } from '#server/rehearsal/asked.ts';
import { KEY_NAME } from '#server/rehearsal/gate.ts';
import { mayRehearse } from './may-rehearse.ts';
import { readProgram } from './read-program.ts';

export type RehearsalOptions = GoLiveOptions & {
  /** Absent in the copy itself. */
  askCopy: AskCopy | undefined;
  originOf: (request: FastifyRequest) => string;
};

/** A copy has none itself. */
const NO_COPY: AskCopy = async ({ does }) => (does === 'forward' ? { refused: 'rehearsal-not-found' } : {});

/** Each starts a process. */
const STARTS_PER_MINUTE = 6;

type Shown = z.output<typeof Rehearsal>;

const NONE: Shown = {
  state: 'none',
  problem: null,
  address: null,
  now: null,
  until: null,
  endsat: null,
  startedby: null,
  scenes: [],
  mails: [],
  players: [],
};

const unavailable = ({ rehearsal }: Config): Shown => ({
  ...NONE,
  state: 'unavailable',
  problem: t(rehearsal ? 'rehearsal.in_copy' : 'rehearsal.not_set_up'),
});

/** How browsers would come to the copy; undefined where they are elsewhere and no proxy leads to it. */
function reachOf({ rehearsalAt, publicUrl, host }: Config): Reach | undefined {
  if (rehearsalAt.publicUrl !== undefined) return { ...rehearsalAt, host };
  return publicUrl === undefined || isHere(publicUrl)
    ? { ...rehearsalAt, host: '127.0.0.1', publicUrl: undefined }
    : undefined;
}

const isHere = (address: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);

function shown({ startedby, endsat, open }: Copy): Shown {
  const begun = { ...NONE, startedby: startedby.name, endsat };
  if (!open) return { ...begun, state: 'starting' };
  const { origin, key, told } = open;
  const at = (path: string) => `${origin}${path}?${KEY_NAME}=${key}`;
  return {
    ...begun,
    state: told.until === null ? 'ready' : 'moving',
    address: at('/'),
    now: told.now,
    until: told.until,
    scenes: told.scenes.map(({ path, ...scene }) => ({ ...scene, url: path && at(path) })),
    mails: [...told.mails],
    players: told.players,
  };
}

export const rehearsalRoutes: FastifyPluginAsyncZod<RehearsalOptions> = async (app, options) => {
  const { db, config, now, askCopy = NO_COPY, originOf } = options;
  const reach = options.askCopy && reachOf(config);
  const countStart = perMinute<FastifyRequest>(STARTS_PER_MINUTE * config.rateLimitFactor, {
    key: ({ user }) => user._id,
  });

  /** Asks for the copy where there may be one. Throws what it is refused with. */
  async function ask(asked: Parameters<AskCopy>[0]): Promise<Answered> {
    ensure(await mayRehearse(options), 'school-is-open');
    const answered = await askCopy(asked);
    if (answered.refused) throw new AppError(answered.refused);
    return answered;
  }
  const shownOf = ({ copy }: Answered): Shown => {
    if (copy) return shown(copy);
    return reach ? NONE : unavailable(config);
  };

  app.route({
    ...rehearsalEndpoints.readRehearsal,
    handler: async () => shownOf(await ask({ does: 'read' })),
  });

  app.route({
    ...rehearsalEndpoints.startRehearsal,
    handler: async (request) => {
      countStart(request);
      ensure(await mayRehearse(options), 'school-is-open');
      ensure(reach, 'rehearsal-not-set-up');
      const running = await ask({ does: 'read' });
      if (running.copy?.open) return shownOf(running);
      const program = await readProgram(db, {
        now: now(),
        describe: t('rehearsal.description'),
        closed: t('rehearsal.closed'),
      });
      const { _id: userid, signinid, name } = request.user;
      const home = `${originOf(request)}/admin/rehearsal`;
      const startedby = { userid, signinid, name };
      return shownOf(await ask({ does: 'start', beginning: { program, startedby, reach, home } }));
    },
  });

  app.route({
    ...rehearsalEndpoints.moveRehearsalClock,
    handler: async ({ body: { forward } }) => shownOf(await ask({ does: 'forward', forward })),
  });

  app.route({
    ...rehearsalEndpoints.endRehearsal,
    handler: async () => ({ deletedCount: (await ask({ does: 'end' })).ended ?? 0 }),
  });
};
