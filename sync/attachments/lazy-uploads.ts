import type { AttachmentUploadOptions, AttachmentUploads } from './uploads.ts';

/**
 * Loads and starts the uploads with the first attachment on this device; most devices have none at start.
 */
export function startUploadsLazily(options: AttachmentUploadOptions): AttachmentUploads {
  const { attachments } = options.database.collections;
  let uploads: AttachmentUploads | null = null;
  let isClosed = false;
  const subscription = attachments.count({ selector: {} }).$.subscribe((count) => {
    if (count === 0) return;
    import('./uploads.ts').then(
      ({ startAttachmentUploads }) => {
        if (isClosed || uploads) return;
        subscription.unsubscribe();
        uploads = startAttachmentUploads(options);
      },
      // The next attachment tries again.
      () => options.log.add('code_missing'),
    );
  });
  return {
    wake: () => uploads?.wake(),
    close() {
      isClosed = true;
      subscription.unsubscribe();
      uploads?.close();
    },
  };
}
