// Takes out of what was installed what nothing here runs or reads. Built-ins only, nothing newer than Node 20.
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const PIECE = 64 * 1024;

/** The packages of a folder of modules, each by its own folder. */
function packagesOf(modules) {
  if (!existsSync(modules)) return [];
  const names = readdirSync(modules, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => join(name, one)) : [name],
    );
  return names
    .map((name) => join(modules, name))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

/** Source maps are opened by debuggers alone. */
function dropMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') dropMaps(path);
    else if (entry.isFile() && entry.name.endsWith('.map')) rmSync(path);
  }
}

/** Leaves of each package in a folder of modules, and of those within them, what is run or read on this machine. */
export function lightenModules(modules) {
  for (const folder of packagesOf(modules)) {
    const prebuilds = join(folder, 'prebuilds');
    // Native parts for every kind of machine, each in a folder of its name.
    if (existsSync(prebuilds))
      for (const name of readdirSync(prebuilds))
        if (!name.includes(process.platform) || !name.includes(process.arch))
          rmSync(join(prebuilds, name), { recursive: true, force: true });
    dropMaps(folder);
    lightenModules(join(folder, 'node_modules'));
  }
}

/**
 * Cuts the names of a program's own functions and its sections off (ELF of 64 bits, System V ABI): they lie behind
 * all that is loaded, and debuggers alone read them. Other kinds of files stay as they are. Gives how many bytes
 * went.
 */
export function cutSymbols(file) {
  const bytes = readFileSync(file);
  const isElf64 =
    bytes.length > 64 && bytes.readUInt32BE(0) === 0x7f454c46 && bytes[4] === 2 && bytes[5] === 1;
  if (!isElf64) return 0;
  const number = (at) => Number(bytes.readBigUInt64LE(at));
  const [segments, size, count] = [number(32), bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  const ends = Array.from({ length: count }, (_, nth) => segments + nth * size).map(
    (at) => number(at + 8) + number(at + 32),
  );
  const end = Math.max(segments + count * size, ...ends);
  // The place, the number and the names of the sections are of what is cut off.
  const head = Buffer.from(bytes.subarray(0, end));
  head.writeBigUInt64LE(0n, 40);
  head.writeUInt16LE(0, 60);
  head.writeUInt16LE(0, 62);
  const { mode } = statSync(file);
  rmSync(file);
  writeInPieces(file, head, mode);
  return bytes.length - end;
}

/**
 * Linux keeps what is written at once in pages of up to 2 MB and maps such a page whole into a process that reads
 * a byte of it: Node written so holds 33 MB more as it starts, and 43 MB more with a school.
 */
function writeInPieces(file, bytes, mode) {
  const open = openSync(file, 'w', mode);
  for (let at = 0; at < bytes.length; ) at += writeSync(open, bytes, at, Math.min(PIECE, bytes.length - at));
  closeSync(open);
}
