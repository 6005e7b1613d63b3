import type { Call, Role } from '#contract/endpoint.ts';
import { currentSession, type Session, useSession } from './session.ts';

/**
 * Whether a role may make a call of any row, as the contract says: a control whose call would be refused does
 * not show.
 */
export function mayCall(role: Role | undefined, { config: { access } }: Call): boolean {
  if (access === 'everyone') return true;
  return access !== 'identity' && role !== undefined && access[role] === 'any';
}

const roleIn = (session: Session) => (session.state === 'signed-in' ? session.user.role : undefined);

/** The role of who is signed in; undefined for visitors. */
export const useRole = () => roleIn(useSession());

/** Tells of a call whether who is signed in may make it. */
export function useMay(): (call: Call) => boolean {
  const role = useRole();
  return (call) => mayCall(role, call);
}

/** The same outside of components, for loaders behind a guard. */
export const mayNow = (call: Call) => mayCall(roleIn(currentSession()), call);
