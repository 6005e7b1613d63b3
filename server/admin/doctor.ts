import { OpenError } from '#server/database/open.ts';
import { isOutage } from '#server/database/outage.ts';
import { checkRecords, checkTables } from './check-records.ts';
import {
  checkBackup,
  checkClock,
  checkDisk,
  checkFiles,
  checkLog,
  checkPictures,
  checkRights,
  checkServices,
  placeOf,
} from './check-surroundings.ts';
import { type Command, Refused, type Result, type Work } from './command.ts';
import { type Finding, fine, wrong } from './findings.ts';
import { openSnapshot } from './records/open-records.ts';

export const doctor: Command = {
  name: 'doctor',
  takes: [],
  summary: 'Looks whether everything is as it should be',
  help: [
    'The configuration, the database and its tables, that seats, enrolments, charges and kept sums agree, the services, mail, the clock, the disk and the age of the latest backup. It changes nothing, sends nothing, and may be run while the school runs.',
    'It ends with 1 when something is wrong; what is only worth knowing is a note.',
  ],
  run: async (work) => resultOf(await examine(work)),
  onConfigFaults: (faults) =>
    resultOf(
      faults.map((fault) => wrong('Configuration', fault, 'Change it in .env or in the environment.')),
    ),
};

async function examine(work: Work): Promise<Finding[]> {
  const { config, version } = work;
  const kind = config.isDemo ? 'The demo school' : `A school at ${config.publicUrl ?? 'no address'}`;
  return [
    fine('Version', `Cadenza ${version}.`),
    fine('Configuration', `${kind}, ${placeOf(config)}.`),
    ...(await examineRecords(work)),
    ...(await checkServices(config)),
    await checkDisk(config),
    checkRights(config),
  ];
}

/** Everything that is read from the records is read as of one moment. */
async function examineRecords({ config, now }: Work): Promise<Finding[]> {
  try {
    const records = await openSnapshot(config);
    try {
      const tables = await checkTables(records);
      if (tables.state !== 'fine') return [tables];
      const hasEmbeddedCards = config.cards.hosted === undefined;
      return [
        tables,
        ...(await checkRecords(records, { now: now(), hasEmbeddedCards })),
        await checkPictures(records, config, now()),
        await checkFiles(records, config),
        await checkClock(records, now),
        await checkBackup(records, config, now()),
        await checkLog(records, now()),
      ];
    } finally {
      await records.close();
    }
  } catch (error) {
    if (error instanceof OpenError || error instanceof Refused)
      return [wrong('Database', error.message, 'Set DATA_DIR or DATABASE_URL, or restore a backup.')];
    if (!isOutage(error)) throw error;
    const says = `It cannot be reached (${error.code ?? error.message}).`;
    return [wrong('Database', says, 'Look whether it runs, and whether DATABASE_URL names it.')];
  }
}

const SIGNS = { fine: 'ok', note: 'note', wrong: 'WRONG' } as const;

function resultOf(findings: readonly Finding[]): Result {
  const lines = findings.flatMap(({ about, state, says, remedy }) => [
    `${SIGNS[state].padEnd(6)} ${about.padEnd(14)} ${says}`,
    ...(remedy ? [`${' '.repeat(22)}→ ${remedy}`] : []),
  ]);
  return {
    lines,
    data: { findings: [...findings] },
    isWrong: findings.some(({ state }) => state === 'wrong'),
  };
}
