import { attachmentsDatabaseName } from '../store/device-databases.ts';
import type { Clock } from '../ports.ts';
import type { AttachmentContents } from './contents.ts';

/** Opens the attachment contents on first use; most app starts don't need them. */
export interface LazyContents {
  open(): Promise<AttachmentContents>;
  close(): Promise<void>;
}

/** @param database the account's database name */
export function lazyContents(database: string, clock: Clock): LazyContents {
  let pendingContents: Promise<AttachmentContents> | null = null;
  return {
    open() {
      pendingContents ??= import('./contents.ts').then(
        ({ openAttachmentContents }) =>
          openAttachmentContents(attachmentsDatabaseName(database), clock),
        (error: unknown) => {
          pendingContents = null;
          throw error;
        },
      );
      return pendingContents;
    },
    close: async () => (await pendingContents?.catch(() => null))?.close(),
  };
}
