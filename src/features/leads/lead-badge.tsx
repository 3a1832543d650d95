import { Sparkles } from 'lucide-react';
import type { LeadDocument } from '#schemas/lead.ts';
import { leadGroupOf, isExpiredOrLost, type LeadStatus } from '#schemas/lead-steps.ts';
import { type RegionalClock, isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';
import { TimeMark } from '#src/ui/feedback/time-mark.tsx';
import { useLeadLabels } from './lead-labels.ts';

/** A lead's status; open leads have no icon except new ones. */
export function LeadBadge({ status }: { status: LeadStatus }) {
  const labels = useLeadLabels();
  const isOpen = leadGroupOf(status) === 'open';
  const icon = status === 'new' ? <Sparkles /> : <></>;
  return (
    <Badge tone={toneOf(status)} {...(isOpen && { icon })}>
      {labels.status(status)}
    </Badge>
  );
}

function toneOf(status: LeadStatus): Tone {
  if (status === 'new') return 'info';
  if (status === 'closed') return 'good';
  if (isExpiredOrLost(status) && status !== 'lost') return 'warn';
  return 'neutral';
}

interface LeadDeadlineProps {
  lead: Pick<LeadDocument, 'expires_on' | 'status'>;
  clock: RegionalClock;
}

/** Time left for the current step, highlighted when short. Only for open leads. */
export function LeadDeadline({ lead, clock }: LeadDeadlineProps) {
  const timeLeftText = useTimeLeftText();
  const left = leadGroupOf(lead.status) === 'open' ? timeLeft(lead.expires_on, clock) : null;
  if (!left) return null;
  if (isDueSoon(left, dueSoonDays.lead))
    return <TimeMark isSoon>{timeLeftText.left(left)}</TimeMark>;
  return <span className="tnum">{timeLeftText.left(left)}</span>;
}
