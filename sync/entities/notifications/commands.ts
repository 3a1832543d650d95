import { changeMany } from '../../store/documents.ts';
import type { CommandPorts } from '../command-ports.ts';
import { nextNotification } from './machine.ts';

/** The edits of notifications. They resolve after the local commit, and throw SyncError. */
export interface NotificationCommands {
  /** Opening a notification reads it (spec 1 §2). One that is gone, or read, stays as it is. */
  markNotificationRead(id: string): Promise<void>;
}

export function createNotificationCommands(
  ports: Pick<CommandPorts, 'database' | 'newId'>,
): NotificationCommands {
  const { notifications } = ports.database.collections;
  return {
    async markNotificationRead(id) {
      const read = { type: 'read', opId: ports.newId() } as const;
      await changeMany(notifications, [id], (row) =>
        row.deleted ? row : nextNotification(row, read),
      );
    },
  };
}
