import { useLingui } from '@lingui/react/macro';
import type { UnsentReason } from './unsent-reason.ts';

/** Why something is not sent yet, in a few words. */
export function useReasonWords(): (reason: UnsentReason) => string {
  const { t } = useLingui();
  return (reason) => {
    switch (reason) {
      case 'choose_project':
        return t`Needs a project`;
      case 'refused':
        return t`Refused`;
      case 'sign_in':
        return t`Waiting for your sign-in`;
      case 'maintenance':
        return t`Waiting for the service`;
      case 'offline':
        return t`Waiting for a network`;
      case 'photo':
        return t`Waiting for its photo`;
      case 'photo_sending':
        return t`Sending its photo`;
      case 'products':
        return t`Waiting for its products`;
      case 'sending':
        return t`Sending`;
      case 'retry':
        return t`Waiting for the next try`;
    }
  };
}
