export { revokeKeys } from './revoke-keys.ts';
