import type { CommandPorts } from '../scans/commands.ts';
import { storeFailure } from '../../store/sync-error.ts';

/** The edits of notifications. They resolve after the local commit, and throw SyncError. */
export interface NotificationCommands {
  /** Opening a notification reads it (spec 1 §2). One that is gone, or read, stays as it is. */
  readNotification(id: string): Promise<void>;
}

export function createNotificationCommands(
  ports: Pick<CommandPorts, 'database' | 'newId'>,
): NotificationCommands {
  const { notifications } = ports.database.collections;
  return {
    async readNotification(id) {
      const found = await notifications.findOne(id).exec();
      if (!found || found.mark === 'read') return;
      await found
        .incrementalModify((told) =>
          told.mark === 'read'
            ? told
            : { ...told, mark: 'read', op_id: ports.newId(), state: 'waiting' },
        )
        .catch((error: unknown) => {
          throw storeFailure(error);
        });
    },
  };
}
