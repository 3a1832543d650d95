import type { ActPorts } from '../scans/commands.ts';
import { storeFailure } from '../../store/sync-error.ts';

/** The edits of notifications. They resolve after the local commit, and throw SyncError. */
export interface NotificationActs {
  /** Opening a notification reads it (spec 1 §2). One that is gone, or read, stays as it is. */
  readNotification(id: string): Promise<void>;
}

export function createNotificationActs(
  ports: Pick<ActPorts, 'database' | 'newId'>,
): NotificationActs {
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
