/** What nobody has said yet of an account that is new. */
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
