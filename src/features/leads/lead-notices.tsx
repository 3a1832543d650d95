import { Trans } from '@lingui/react/macro';
import type { LeadDocument } from '#schemas/lead.ts';
import { groupOf } from '#schemas/lead-steps.ts';
import { useServerNow } from '#src/data/requests/use-call.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { Banner } from '#src/ui/banner.tsx';
import { LeadConflict } from './lead-conflict-notice.tsx';
import { timeLeft } from './lead-time.ts';

/** What the person must know of this lead: a change that waits or was not accepted, a step out of time. */
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
    <Banner tone={offline ? 'offline' : 'info'} live="polite">
      {offline ? (
        <Trans>Saved on this phone. It will be sent when you are online.</Trans>
      ) : (
        <Trans>Saved on this phone. It is being sent.</Trans>
      )}
    </Banner>
  );
}

/** By the clock the step has expired, but the server has not said so to this phone. */
function OverNotice({ lead }: { lead: LeadDocument }) {
  const now = useServerNow()();
  const isOpen = groupOf(lead.status) === 'open';
  if (!isOpen || timeLeft(lead.expires_on, now)?.unit !== 'over') return null;
  return (
    <Banner tone="warn" title={<Trans>The time for this step is over</Trans>}>
      <Trans>You can still try, but the lead may have gone back already.</Trans>
    </Banner>
  );
}
