import type { AttachmentUploadOptions, AttachmentUploads } from './uploads.ts';

/** Loads the upload code when the device has its first attachment; most devices start without one. */
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
      // Loading is tried again when the number of attachments next changes.
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
