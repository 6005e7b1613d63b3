import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { enableCompileCache } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { REHEARSAL_MAILS_MAX, REHEARSAL_MS } from '#contract/rehearsal/calls.ts';
import { dayAt, momentOf } from '#contract/time/wall-time.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { UMASK } from '#server/database/narrow-files.ts';
import { openSqliteInMemory } from '#server/database/open.ts';
import { fillCopy } from '#server/database/seed/fill-copy.ts';
import { loadWeb, ROOT } from '#server/load-web.ts';
import { openSchool } from '#server/school.ts';
import type { FromCopy, ToCopy, Told } from './asked.ts';
import { visitors } from './call-school.ts';
import { chooseClasses } from './choose-classes.ts';
import { deleteFolder } from './folders.ts';
import { guard } from './gate.ts';
import { moveClock } from './moving-clock.ts';
import { BILLED, openPlay, WAITING } from './play.ts';

/* The process of a copy. It knows the school only by what it is told at its beginning, and ends when the
 * process that keeps it does. */

const HOUR_MS = 3_600_000;
/** When a day begins for who looks at it. */
const MORNING = '08:00';
/** How many turns of all jobs one hour may take: what is due then is done long before. */
const TURNS_MAX = 300;
/** How many families are invented where no class is to sell out. */
const FAMILIES_MIN = 6;

let folder: string | undefined;

function end(): never {
  if (folder !== undefined) deleteFolder(folder);
  process.exit(0);
}

process.umask(UMASK);
process.once('disconnect', end);
process.once('SIGTERM', end);
// A terminal tells every process of a group; the one that keeps this one ends it.
process.on('SIGINT', () => {});
setTimeout(end, REHEARSAL_MS).unref();

const tell = (message: FromCopy) => void process.send?.(message);
/** What goes wrong in a copy its school's log has. */
const logError = (error: unknown) => console.error('In the copy for rehearsals:', error);

async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

function settingsOf(name: string, dataDir: string): Config {
  const env = { DATA_DIR: dataDir, SCHOOL_NAME: name, RATE_LIMIT_FACTOR: '1000', SERVICE_WORKER: 'off' };
  return readConfig({ ...env, LOG_LEVEL: 'error' });
}

async function open({ beginning, folder: dataDir, isDev }: Extract<ToCopy, { is: 'begin' }>) {
  const { reach, home } = beginning;
  const clock = moveClock();
  const port = reach.port || (await freePort(reach.host));
  const password = randomBytes(9).toString('base64url');
  const key = randomBytes(24).toString('base64url');
  const origin = reach.publicUrl ?? `http://${reach.host}:${port}`;
  const mails: Told['mails'][number][] = [];
  const { program, chosen } = chooseClasses(beginning.program, Date.now());
  const families = Math.max(FAMILIES_MIN, (chosen.sold?.capacity ?? 0) + WAITING + BILLED);
  const config: Config = {
    ...settingsOf(program.school.name, dataDir),
    isDemo: false,
    publicUrl: reach.publicUrl,
    port,
    rehearsal: { home, ahead: clock.ahead, players: [], password },
  };
  const web = await loadWeb(isDev);
  if (!web) throw new Error('The pages have not been built.');
  const school = await openSchool(config, {
    now: Date.now,
    web,
    // What is gone in two hours need not outlive a fall of the power, and then nothing of it is on a disk.
    database: openSqliteInMemory(),
    send: async ({ id, to, subject, text }) => {
      mails.unshift({ _id: id, to, subject, text, at: Date.now() });
      mails.length = Math.min(mails.length, REHEARSAL_MAILS_MAX);
      return 'Kept in the copy.';
    },
  });
  await school.app.ready();
  guard(school.app.server, { key, isHttps: reach.publicUrl?.startsWith('https:') === true });
  const invention = await fillCopy(program, {
    db: school.db,
    now: Date.now(),
    password,
    families,
    ages: [chosen.sold, chosen.billed].map((item) => item ?? { agefrom: null, ageto: null }),
    createAccount: async (person) => {
      const uid = await school.identity.ensureAccount(person);
      if (!uid) throw new Error('There is an account of this address.');
      return uid;
    },
  });
  // No one opens the mail that would prove an invented address.
  await school.db.updateTable('identity_accounts').set({ emailverified: 1 }).execute();
  const { admin, teacher, families: invented } = invention;
  const players = [
    { role: 'admin' as const, name: admin.name, email: admin.email },
    ...(teacher ? [{ role: 'instructor' as const, ...teacher }] : []),
    ...invented.slice(0, 1).map(({ name, email }) => ({ role: 'student' as const, name, email })),
  ];
  config.rehearsal?.players.push(...players);
  const all = ['classes', 'timetable', 'instructors', 'blogs', 'texts', 'school'] as const;
  school.changed([...all]);

  const beganat = Date.now();
  const { timezone = 'UTC' } = await school.readSchool();
  const dayOf = (moment: number) => dayAt(moment, timezone);
  async function settle() {
    for (let turn = 0; turn < TURNS_MAX; turn++) if ((await school.work()) === 0) return;
  }
  const play = openPlay(
    {
      chosen,
      invention,
      now: Date.now,
      people: visitors(school.app, {
        password,
        keys: { identity: config.identity.apiKey, cards: config.cards.publishableKey },
      }),
      dayAt: dayOf,
      termOf: (day) =>
        program.terms
          .toSorted((one, other) => (one.firstday < other.firstday ? -1 : 1))
          .find(({ lastday }) => lastday >= day),
      isFlatFee: program.school.enrolmentprice !== null,
      lessonsIn: (classid, { firstday, lastday }) =>
        program.lessons.filter(
          (lesson) =>
            lesson.classid === classid &&
            lesson.state !== 'cancelled' &&
            lesson.day >= firstday &&
            lesson.day <= lastday &&
            lesson.startsat > beganat,
        ).length,
      settle,
    },
    logError,
  );

  let until: number | null = null;
  const told = (): Told => ({ now: Date.now(), until, scenes: play.scenes(), mails, players });

  /** Hour by hour, each with what is due in it. */
  async function forward(to: number) {
    until = to;
    try {
      while (Date.now() < to) {
        clock.forward(Math.min(HOUR_MS, to - Date.now()));
        await settle();
        if (await play.act()) await settle();
      }
    } finally {
      until = null;
      school.changed([...all]);
    }
  }

  const morningAfter = (moment: number) =>
    momentOf(`${play.dayAfterTerm(moment)}T${MORNING}`, timezone) ?? moment + HOUR_MS;
  const FURTHER = {
    hour: (moment: number) => moment + HOUR_MS,
    day: (moment: number) => moment + 24 * HOUR_MS,
    term: morningAfter,
  };

  process.on('message', (message: ToCopy) => {
    if (message.is === 'begin') return;
    const { id, forward: by } = message;
    if (message.is === 'forward' && by) {
      if (until !== null) return tell({ is: 'told', id, told: told(), refused: 'rehearsal-moving' });
      void forward(FURTHER[by](Date.now())).catch(logError);
    }
    tell({ is: 'told', id, told: told() });
  });

  school.startWorkers();
  await school.app.listen({ host: reach.host, port });
  tell({ is: 'open', origin, key });
}

enableCompileCache(join(ROOT, 'build', 'compiled'));
process.once('message', (message: ToCopy) => {
  if (message.is !== 'begin') return;
  folder = message.folder;
  open(message).catch((error) => {
    logError(error);
    end();
  });
});
