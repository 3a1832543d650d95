import type { Photos } from '../photos/photos.ts';
import type { Clock, NewId } from '../ports.ts';
import type { ClubDatabase } from '../store/database.ts';

/** Dependencies of user commands. */
export interface CommandPorts {
  readonly database: ClubDatabase;
  readonly photos: Photos;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Asks the browser not to evict the storage (F20). Called when the user saves work such as a scan or a project. */
  readonly requestPersistence: () => Promise<boolean>;
}
