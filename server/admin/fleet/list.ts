import type { FleetCommand, FleetWork } from '#server/admin/command.ts';
import { findSchools, readSettings, releaseOf, type SchoolFolder, versionOf } from './folders.ts';
import { lookAt } from './look.ts';
import { faultOf } from './outcomes.ts';
import { findUnits, type SchoolState } from './units.ts';

const MB = 1024 * 1024;

type Listed = {
  name: string;
  state: SchoolState;
  address?: string | undefined;
  /** Of the release that it runs by. */
  version?: string;
  /** The last migration of its records. */
  records?: string | undefined;
  bytes?: number;
  /** ISO 8601; null where there has been none. */
  lastbackup?: string | null;
  /** Why not all of it could be read. */
  fault?: string;
};

export const list: FleetCommand = {
  name: 'fleet list',
  takes: [],
  summary: 'Lists the schools: state, version, size, last backup',
  help: [
    'It wakes no school, and changes nothing. What runs, sleeps, has failed or was stopped systemd says; where there is none to ask it is unknown.',
    'It ends with 1 where a school has failed, or where its settings or records cannot be read.',
  ],
  async run(fleet) {
    const schools: Listed[] = [];
    for (const school of findSchools(fleet.root)) schools.push(await listOne(fleet, school));
    return {
      lines: schools.length > 0 ? tableOf(schools) : [`There is no school in ${fleet.root}.`],
      data: { schools },
      isWrong: schools.some(({ fault, state }) => fault !== undefined || state === 'failed'),
    };
  },
};

async function listOne({ env }: FleetWork, school: SchoolFolder): Promise<Listed> {
  const { state } = await findUnits(school, env);
  const listed: Listed = { name: school.name, state };
  try {
    listed.version = versionOf(releaseOf(school));
    const config = readSettings(school);
    listed.address = config.publicUrl;
    const { migrations, bytes, lastBackup } = await lookAt(config);
    const lastbackup = lastBackup === undefined ? null : new Date(lastBackup).toISOString();
    return { ...listed, records: migrations.at(-1), bytes, lastbackup };
  } catch (error) {
    return { ...listed, fault: faultOf(error) };
  }
}

const HEADS = ['school', 'state', 'version', 'records', 'MB', 'last backup', 'address'];

function tableOf(schools: readonly Listed[]): string[] {
  const rows = schools.map(({ name, state, version, records, bytes, lastbackup, address, fault }) => [
    name,
    state,
    version ?? '?',
    records ?? '?',
    bytes === undefined ? '?' : (bytes / MB).toFixed(1),
    lastbackup ?? (lastbackup === null ? 'none' : '?'),
    fault ?? address ?? '',
  ]);
  const widths = HEADS.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  return [HEADS, ...rows].map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
