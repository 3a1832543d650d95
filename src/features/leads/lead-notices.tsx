import { Trans } from '@lingui/react/macro';
import { CloudUpload } from 'lucide-react';
import type { LeadDocument } from '#schemas/lead.ts';
import { leadGroupOf } from '#schemas/lead-steps.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { timeLeft } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { LeadConflict } from './lead-conflict-notice.tsx';

/** Notices about this lead: a waiting or rejected change, or an expired step. */
export function LeadNotices({ lead }: { lead: LeadDocument }) {
  return (
    <>
      {lead.state === 'refused' && <LeadConflict lead={lead} />}
      {lead.state === 'waiting' && <WaitingNotice />}
      {lead.state === 'synced' && <OverNotice lead={lead} />}
    </>
  );
}

function WaitingNotice() {
  const offline = useConnection() !== 'online';
  return (
    <p role="status" className="flex items-start gap-1.5 text-small text-ink-soft">
      <CloudUpload className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 break-long">
        {offline ? (
          <Trans>Saved on this phone. It will be sent when you are online.</Trans>
        ) : (
          <Trans>Saved on this phone. It is being sent.</Trans>
        )}
      </span>
    </p>
  );
}

/** The step has expired by the clock, but the server hasn't confirmed it yet. */
function OverNotice({ lead }: { lead: LeadDocument }) {
  const clock = useRegionalClock();
  const isOpen = leadGroupOf(lead.status) === 'open';
  if (!isOpen || timeLeft(lead.expires_on, clock)?.unit !== 'over') return null;
  return (
    <Banner tone="warn" title={<Trans>The time for this step is over</Trans>}>
      <Trans>You can still try, but the lead may have gone back already.</Trans>
    </Banner>
  );
}
