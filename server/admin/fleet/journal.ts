import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder } from './folders.ts';
import type { UnitKind } from './units.ts';

/*
 * What an upgrade has under way, on the disk before it is done, so that the next command goes on where one
 * that died has stopped. A school that is done, or was put back, is in it no more.
 */

/** How far a school is. */
export type Step =
  /** Its units may be stopped; its link and its records are as they were. */
  | 'begun'
  /** There is a backup. The link may be turned, and the new release may have changed the records. */
  | 'turned'
  /** It is being put back. */
  | 'back';

export type Entry = {
  step: Step;
  /** The folders of the releases before and after. */
  from: string;
  to: string;
  /** The units that were active. */
  units: UnitKind[];
  /** The backup of before, and its tables; from `turned` on. */
  backup?: { file: string; sha256: string; shape: string };
};

export type Journal = {
  /** What is under way, by school. */
  entries(): Record<string, Entry>;
  write(name: string, entry: Entry): void;
  remove(name: string): void;
};

export function openJournal(root: string): Journal {
  const file = join(ownFolder(root), 'upgrade.json');
  let entries = read(file);
  const keep = (next: Record<string, Entry>) => {
    writeWhole(file, JSON.stringify(next));
    entries = next;
  };
  return {
    entries: () => ({ ...entries }),
    write: (name, entry) => keep({ ...entries, [name]: entry }),
    remove: (name) => keep(Object.fromEntries(Object.entries(entries).filter(([one]) => one !== name))),
  };
}

function read(file: string): Record<string, Entry> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Entry>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** Under its name there is the text of before or this one, also where the machine loses its power. */
function writeWhole(file: string, text: string): void {
  const next = `${file}.next`;
  const opened = openSync(next, 'w', 0o600);
  writeSync(opened, text);
  fsyncSync(opened);
  closeSync(opened);
  renameSync(next, file);
}
