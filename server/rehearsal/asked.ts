import type { Forward, Rehearsal } from '#contract/rehearsal/calls.ts';
import type { Program } from '#server/database/seed/fill-copy.ts';

/* What the school asks of its copy. It is plain data: where several processes serve, the one that started them
 * all keeps the copy, and the others ask it by messages. */

/** Who began a copy. It ends with this sign-in. */
export type Beginner = { userid: string; signinid: string; name: string };

/** How the copy is reached; without `publicUrl` on this machine alone, at a port of the system's. */
export type Reach = { host: string; port: number; publicUrl: string | undefined };

/** What a copy starts with. `home` is the page of the school that leads back. */
export type Beginning = { program: Program; startedby: Beginner; reach: Reach; home: string };

export type Asked =
  | { does: 'read' }
  | { does: 'start'; beginning: Beginning }
  | { does: 'forward'; forward: Forward }
  | { does: 'end' };

/** What the copy itself tells; moments in epoch milliseconds. */
export type Told = {
  now: number;
  /** To where its clock is on its way. */
  until: number | null;
  scenes: readonly (Omit<Rehearsal['scenes'][number], 'at' | 'url'> & {
    at: number | null;
    path: string | null;
  })[];
  mails: readonly (Omit<Rehearsal['mails'][number], 'at'> & { at: number })[];
  players: Rehearsal['players'];
};

export type Copy = {
  startedby: Beginner;
  endsat: number;
  /** Absent while it starts. */
  open?: { origin: string; key: string; told: Told };
};

export type Answered = {
  copy?: Copy;
  /** How many copies were ended. */
  ended?: number;
  refused?: 'rehearsal-not-found' | 'rehearsal-moving' | 'rehearsal-unavailable';
};

/** Asks for the copy of this school. Rejects only where the process that keeps it is gone. */
export type AskCopy = (asked: Asked) => Promise<Answered>;

/** Messages to the process of the copy, and from it. */
export type ToCopy =
  | { is: 'begin'; beginning: Beginning; folder: string; isDev: boolean }
  | { is: 'tell' | 'forward'; id: number; forward?: Forward };
export type FromCopy =
  | { is: 'open'; origin: string; key: string }
  | { is: 'told'; id: number; told: Told; refused?: 'rehearsal-moving' };
