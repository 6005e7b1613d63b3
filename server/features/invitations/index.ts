export { invitationRows } from './rows.ts';
export { withdrawInvitations } from './withdraw.ts';
