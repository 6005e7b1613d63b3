/** The columns that are empty for a new account. */
export const NOTHING_SAID = {
  phone: null,
  importid: null,
  listed: 1,
  emergencyname: null,
  emergencyphone: null,
  sessionssince: null,
  leaveaskedat: null,
  leavesat: null,
} as const;
