import { clientConfig } from '#web/lib/page/config.ts';

/** Whether the identity service knows recovery codes: the school's own does, the hosted one has none. */
export const hasRecoveryCodes = () => clientConfig().identity.authDomain === undefined;
