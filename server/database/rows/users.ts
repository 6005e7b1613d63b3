/** The columns that are empty in a new account's row. */
export const NOTHING_SAID = {
  phone: null,
  street: null,
  postcode: null,
  town: null,
  note: null,
  importid: null,
  listed: 1,
  emergencyname: null,
  emergencyphone: null,
  sessionssince: null,
  language: null,
  officesince: null,
  erasedat: null,
  leaveaskedat: null,
  leavesat: null,
} as const;
