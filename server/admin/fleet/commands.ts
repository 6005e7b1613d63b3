import type { FleetCommand } from '#server/admin/command.ts';
import { backupAll } from './backup.ts';
import { doctorAll } from './doctor.ts';
import { list } from './list.ts';
import { make } from './make.ts';
import { upgrade } from './upgrade.ts';

/** The first word of every command for many schools. */
export const FLEET = 'fleet';

/** Every one of them, in the order in which they are listed. */
export const FLEET_COMMANDS: readonly FleetCommand[] = [list, make, upgrade, backupAll, doctorAll];
