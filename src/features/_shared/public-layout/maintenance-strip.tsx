import { Trans } from '@lingui/react/macro';
import { Wrench } from 'lucide-react';
import { NoticeStrip } from '#src/ui/layout/notice-strip.tsx';

/** Maintenance notice for users filling in a form, who stay on the page. */
export function MaintenanceStrip() {
  return (
    <div role="status">
      <NoticeStrip>
        <Wrench aria-hidden="true" />
        <span>
          <Trans>Maintenance</Trans>
          {' · '}
          <Trans>We’ve kept what you entered.</Trans>
        </span>
      </NoticeStrip>
    </div>
  );
}
