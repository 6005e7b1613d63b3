import { appendFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '#server/config/config.ts';
import { makeFolder, OpenError } from '#server/database/open.ts';
import { isOutage, refusalOf } from '#server/database/outage.ts';
import { backup } from './backup.ts';
import {
  ANY_NAMES,
  type Command,
  type Described,
  type Flag,
  type FleetCommand,
  Refused,
  type Result,
} from './command.ts';
import { doctor } from './doctor.ts';
import { FLEET, FLEET_COMMANDS } from './fleet/commands.ts';
import { isFleet, ownFolder } from './fleet/folders.ts';
import { mailTest } from './mail-test.ts';
import { makeAdmin } from './make-admin.ts';
import { move } from './move.ts';
import { openProgress } from './progress.ts';
import { resetPasswordCommand } from './reset-password.ts';
import { resetSecondFactorCommand } from './reset-second-factor.ts';
import { restore } from './restore.ts';
import { rotateKeys } from './rotate-keys.ts';

/** Every command for one school, in the order in which they are listed. */
export const COMMANDS: readonly Command[] = [
  backup,
  restore,
  doctor,
  move,
  rotateKeys,
  makeAdmin,
  resetPasswordCommand,
  resetSecondFactorCommand,
  mailTest,
];

/** What a command ends with. */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const;

type Surroundings = {
  env: Record<string, string | undefined>;
  now: () => number;
  version: string;
  /** The folder of the program that runs. */
  home: string;
  out: Pick<NodeJS.WriteStream, 'write'>;
  /** Where progress and refusals go. */
  err: NodeJS.WriteStream;
};

class UsageError extends Error {
  override name = 'UsageError';
}

const ALWAYS: Record<string, Flag> = {
  json: { type: 'boolean', help: 'One line of JSON instead of sentences' },
  help: { type: 'boolean', short: 'h', help: 'This text' },
};

const OF_FLEETS: Record<string, Flag> = {
  root: { type: 'string', help: 'The folder of all schools' },
};

/** Runs one command as it was typed, says what came of it, and gives what the process is to end with. */
export async function runAdmin(argv: readonly string[], around: Surroundings): Promise<number> {
  const isFleet = argv[0] === FLEET;
  const [name, ...rest] = isFleet ? [argv.slice(0, 2).join(' '), ...argv.slice(2)] : argv;
  const say = (text: string) => void around.out.write(`${text}\n`);
  if (name === '--version') {
    say(`Cadenza ${around.version}`);
    return EXIT.done;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    say(overview());
    return name === undefined ? EXIT.usage : EXIT.done;
  }
  const isJson = rest.includes('--json');
  try {
    const ofSchool = COMMANDS.find((one) => one.name === name);
    const ofFleet = FLEET_COMMANDS.find((one) => one.name === name);
    const command = ofSchool ?? ofFleet;
    if (!command) throw new UsageError(`There is no command ${name}. Those there are: admin --help.`);
    const { positionals, values } = parse(command, rest);
    if (values.help) {
      say(helpOf(command));
      return EXIT.done;
    }
    if (!isAsTaken(command, positionals)) throw new UsageError(`It is used like this: ${usageOf(command)}`);
    const typed = { positionals, values };
    const result = ofSchool
      ? await runInSchool(ofSchool, typed, around)
      : await runInFleet(command as FleetCommand, typed, around);
    if (isJson) say(JSON.stringify({ ok: !result.isWrong, ...result.data }));
    else for (const line of result.lines) say(line);
    return result.isWrong ? EXIT.refused : EXIT.done;
  } catch (error) {
    const sentences = sentencesOf(error);
    if (isJson) say(JSON.stringify({ ok: false, errors: sentences }));
    else for (const sentence of sentences) around.err.write(`${sentence}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.refused;
  }
}

const flagsOf = (command: Described): Record<string, Flag> => ({
  ...command.flags,
  ...(command.name.startsWith(FLEET) && OF_FLEETS),
  ...ALWAYS,
});

function isAsTaken({ takes }: Described, positionals: readonly string[]): boolean {
  const isOpen = takes.at(-1) === ANY_NAMES;
  const needed = isOpen ? takes.length - 1 : takes.length;
  return isOpen ? positionals.length >= needed : positionals.length === needed;
}

function parse(command: Described, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(flagsOf(command)).map(([name, { help: _help, ...option }]) => [name, option]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

type Typed = { positionals: string[]; values: Record<string, unknown> };

async function runInSchool(
  command: Command,
  { positionals, values }: Typed,
  around: Surroundings,
): Promise<Result> {
  let config: Config;
  try {
    config = readConfig(around.env);
  } catch (error) {
    if (error instanceof ConfigError && command.onConfigFaults) return command.onConfigFaults(error.faults);
    throw error;
  }
  const { now, version, err } = around;
  const work = { config, now, version, progress: openProgress(err, now) };
  return noting(
    () => config.dataDir,
    command,
    positionals,
    around,
    () => command.run(work, positionals, values),
  );
}

/** The folder of all schools is named each time: what a command for many does by mistake, it does to many. */
async function runInFleet(
  command: FleetCommand,
  { positionals, values }: Typed,
  around: Surroundings,
): Promise<Result> {
  if (typeof values.root !== 'string') throw new UsageError('--root DIR names the folder of all schools.');
  const root = resolve(values.root);
  const { env, now, err, home: ownRelease, out } = around;
  const say = (line: string) => void (values.json ? err : out).write(`${line}\n`);
  const work = { root, env, ownRelease, now, say };
  const run = () => command.run(work, positionals, values);
  // A folder that is no fleet's gets no line, and stays as it is.
  return noting(() => (isFleet(root) ? ownFolder(root) : undefined), command, positionals, around, run);
}

/** Leaves a line of what came of a command in a folder, where that can be written. */
async function noting(
  folderOf: () => string | undefined,
  { name }: Described,
  args: readonly string[],
  { now, err }: Surroundings,
  run: () => Promise<Result>,
): Promise<Result> {
  /** A folder that cannot be written must not hide what came of the command. */
  const noted = async (outcome: string) => {
    const folder = folderOf();
    if (folder === undefined) return;
    await note(folder, { command: name, args, outcome, at: now() }).catch((error) => {
      err.write(`No line was added to admin.log (${error.code}).\n`);
    });
  };
  try {
    const result = await run();
    await noted(result.isWrong ? 'wrong' : 'done');
    return result;
  } catch (error) {
    await noted(sentencesOf(error).join(' '));
    throw error;
  }
}

type Noted = { command: string; args: readonly string[]; outcome: string; at: number };

/**
 * A line of `admin.log` in the data folder, or in the fleet's own, for each command that was run: when, by whom, with what outcome.
 * Never a secret: none is an argument.
 */
async function note(folder: string, { at, ...what }: Noted) {
  makeFolder(folder);
  const line = { time: new Date(at).toISOString(), user: userInfo().username, host: hostname(), ...what };
  await appendFile(join(folder, 'admin.log'), `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.faults;
  if (error instanceof Refused || error instanceof OpenError || error instanceof UsageError)
    return [error.message];
  if (isOutage(error)) return [`The database cannot be reached (${error.code ?? error.message}).`];
  const refusal = refusalOf(error);
  if (refusal) return [refusal];
  const { code, message, stack } = error as NodeJS.ErrnoException;
  return code ? [`${message} (${code})`] : [stack ?? String(error)];
}

const usageOf = ({ name, takes }: Described) => ['admin', name, ...takes].join(' ');

function helpOf(command: Described): string {
  const flags = Object.entries(flagsOf(command));
  return [
    `${usageOf(command)} [flags]`,
    '',
    `${command.summary}.`,
    ...command.help.flatMap((paragraph) => ['', paragraph]),
    '',
    ...flags.map(([name, { type, help }]) => `  --${name}${type === 'string' ? ' …' : ''}`.padEnd(18) + help),
    '',
    'It ends with 0 when it is done, 1 when it was refused or did not succeed, 2 when it was not typed as above.',
  ].join('\n');
}

const lineOf = (command: Described) =>
  `  ${usageOf(command)
    .replace(/^admin /, '')
    .padEnd(28)} ${command.summary}`;

const overview = () =>
  [
    'Commands of Cadenza, run with the same configuration as the school itself:',
    '',
    ...COMMANDS.map(lineOf),
    '',
    'For many schools in the folders of one, which --root names:',
    '',
    ...FLEET_COMMANDS.map(lineOf),
    '',
    'admin <command> --help says more about one; --json gives one line of JSON; admin --version says which Cadenza this is.',
  ].join('\n');
