/** What the latest recovery of an account ended, as JSON, until its owner has seen it. */
export type RecoveryRow = { userid: string; ended: string; createdat: number };
