import type { Photos } from '../photos/photos.ts';
import type { Clock, NewId } from '../ports.ts';
import type { ClubDatabase } from '../store/database.ts';

/** Dependencies of user commands. */
export interface CommandPorts {
  readonly database: ClubDatabase;
  readonly photos: Photos;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Called once, when the first scan is saved (F20). */
  readonly requestPersistence: () => Promise<boolean>;
}
