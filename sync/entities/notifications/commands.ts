import { changeMany } from '../../store/documents.ts';
import type { CommandPorts } from '../command-ports.ts';
import { nextNotification } from './machine.ts';

/** Commands for notifications. They resolve after the local commit and throw SyncError. */
export interface NotificationCommands {
  /** Marks an opened notification as read (spec 1 §2). Ignores notifications that are deleted or already read. */
  markNotificationRead(id: string): Promise<void>;
}

export function createNotificationCommands(
  ports: Pick<CommandPorts, 'database' | 'newId'>,
): NotificationCommands {
  const { notifications } = ports.database.collections;
  return {
    async markNotificationRead(id) {
      const event = { type: 'read', opId: ports.newId() } as const;
      await changeMany(notifications, [id], (row) =>
        row.deleted ? row : nextNotification(row, event),
      );
    },
  };
}
