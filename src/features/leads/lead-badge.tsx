import { Clock, Sparkles } from 'lucide-react';
import type { LeadDocument } from '#schemas/lead.ts';
import { groupOf, isExpiredOrLost, type LeadStatus } from '#schemas/lead-steps.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { timeLeft } from './lead-time.ts';
import { useLeadWords } from './use-lead-words.ts';

/** A lead's status in a word. */
export function LeadBadge({ status }: { status: LeadStatus }) {
  const words = useLeadWords();
  return (
    <Badge tone={toneOf(status)} {...(status === 'new' && { icon: <Sparkles /> })}>
      {words.status(status)}
    </Badge>
  );
}

function toneOf(status: LeadStatus): Tone {
  if (status === 'new') return 'info';
  if (status === 'closed') return 'good';
  if (isExpiredOrLost(status) && status !== 'lost') return 'warn';
  return 'neutral';
}

interface LeadTimeProps {
  lead: Pick<LeadDocument, 'expires_on' | 'status'>;
  /** Milliseconds since 1970, by the server's clock. */
  now: number;
}

/** How long its step still runs, in words; louder when it is little. Only while somebody works on it. */
export function LeadTime({ lead, now }: LeadTimeProps) {
  const words = useLeadWords();
  const left = groupOf(lead.status) === 'open' ? timeLeft(lead.expires_on, now) : null;
  if (!left) return null;
  return (
    <span
      className={`inline-flex items-center gap-1.5 tnum ${left.isSoon ? 'font-semibold text-warn' : ''}`}
    >
      <Clock className="size-4 shrink-0" aria-hidden="true" />
      {words.timeLeft(left)}
    </span>
  );
}
