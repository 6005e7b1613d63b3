import { proveKills } from '#tests/support/prove-kills.ts';

proveKills('postgres');
