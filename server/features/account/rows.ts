import type { PersonRows } from '#server/features/feature.ts';

export const accountPersonRows: PersonRows = {
  signins: {
    userid: { account: { stays: 'The merge ends them: the account that is dropped is signed out.' } },
  },
  recoveries: { userid: { account: { stays: 'What a recovery ended is for the owner of the address.' } } },
};
