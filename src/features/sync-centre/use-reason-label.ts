import { useLingui } from '@lingui/react/macro';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import type { UnsentReason } from './unsent-reason.ts';

/** Formats why an item hasn't been sent. */
export function useReasonLabel(): (reason: UnsentReason) => string {
  const { t } = useLingui();
  const { uploading } = useSyncStatus();
  return (reason) => {
    switch (reason) {
      case 'choose_project':
        return t`Needs a project`;
      case 'invalid':
        return t({ context: 'product', message: 'Not valid' });
      case 'needs_details':
        return t`Check type and size`;
      case 'needs_photo':
        return t`Photo needed`;
      case 'needs_answer':
        return t`Question to answer`;
      case 'refused':
        return t`Refused`;
      case 'overtaken':
        return t`Needs your decision`;
      case 'refused_products':
        return t`A refused product holds it back`;
      case 'refused_project':
        return t`Its project was refused`;
      case 'sign_in':
        return t`Waiting for your sign-in`;
      case 'maintenance':
        return t`Waiting for the service`;
      case 'offline':
        return t`Waiting for a connection`;
      case 'checking':
        return t`Being checked`;
      case 'photo':
        return t`Waiting for its photo`;
      case 'photo_sending':
        return uploading && uploading.total > 1
          ? t`Sending photo ${uploading.position} of ${uploading.total}`
          : t`Sending its photo`;
      case 'products':
        return t`Waiting for its products`;
      case 'lead':
        return t`Waiting for its lead`;
      case 'project':
        return t`Waiting for its project`;
      case 'sending':
        return t`Sending`;
      case 'retry':
        return t`Waiting for the next attempt`;
      case 'queued':
        return t`Ready to be sent`;
    }
  };
}
