import { proveCheckoutKills } from '#tests/support/prove-kills.ts';

proveCheckoutKills('sqlite');
