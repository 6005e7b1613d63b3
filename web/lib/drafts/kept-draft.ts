import { type RefObject, useEffect, useRef, useState } from 'react';
import { DRAFTS } from '#web/lib/session/forget-drafts.ts';
import { currentSession, signedInUser } from '#web/lib/session/session.ts';

/** The pause in typing, in milliseconds, after which a draft is kept. */
const PAUSE_MS = 400;

type Fields = Readonly<Record<string, string>>;

/**
 * Unsaved input of a form: its fields, the version of the record they began with, and when (epoch
 * milliseconds).
 */
type KeptDraft = { fields: Fields; version: number; keptat: number };

const fieldsOf = (form: HTMLFormElement): Fields =>
  Object.fromEntries(
    [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string'),
  );

const isSame = (one: Fields, other: Fields) =>
  Object.keys(one).every((name) => one[name]?.trim() === other[name]?.trim());

function read(key: string): KeptDraft | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes a draft, or removes it; gives whether the device took it. */
function write(key: string, draft: KeptDraft | undefined): boolean {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/**
 * Keeps on this device what the person who is signed in types into a form, until it is saved or they sign
 * out; `of` names what is written, such as `post 1`. `before` is what was kept when the page came. Call
 * `keep` at every change, with what the form would hold if nothing were typed, the version of the record that
 * it began with and, where not all fields are to be kept, those that are; call `forget` once it was saved or
 * is not wanted.
 */
export function useKeptDraft(form: RefObject<HTMLFormElement | null>, of: string) {
  const [key] = useState(() => `${DRAFTS}${signedInUser()._id}:${of}`);
  const [before, setBefore] = useState(() => read(key));
  const [isKept, setIsKept] = useState(true);
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; draft: KeptDraft | undefined }>(undefined);

  function flush() {
    if (!pending.current) return;
    const { timer, draft } = pending.current;
    clearTimeout(timer);
    pending.current = undefined;
    const session = currentSession();
    // Nothing of an account that has signed out is left here.
    const isTheirs = session.state === 'signed-in' && key.startsWith(`${DRAFTS}${session.user._id}:`);
    if (isTheirs) setIsKept(write(key, draft));
  }

  function keep({
    initial,
    version,
    fields = form.current ? fieldsOf(form.current) : undefined,
  }: {
    initial: Fields;
    version: number;
    fields?: Fields | undefined;
  }) {
    if (!fields) return;
    const draft = isSame(initial, fields) ? undefined : { fields, version, keptat: Date.now() };
    clearTimeout(pending.current?.timer);
    pending.current = { timer: setTimeout(flush, PAUSE_MS), draft };
  }

  // What was typed last is kept, however the page ends.
  const latest = useRef(flush);
  latest.current = flush;
  useEffect(() => {
    const end = () => latest.current();
    addEventListener('pagehide', end);
    return () => {
      removeEventListener('pagehide', end);
      end();
    };
  }, []);

  return {
    before,
    /** Whether the device keeps what is typed: one may have no room, or be told to keep nothing. */
    isKept,
    keep,
    /** Keeps at once what was typed last, before something that may end the page. */
    flush,
    forget() {
      clearTimeout(pending.current?.timer);
      pending.current = undefined;
      write(key, undefined);
      setBefore(undefined);
    },
  };
}
