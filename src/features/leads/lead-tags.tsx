import { useLingui } from '@lingui/react/macro';
import { Clock, Hourglass } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { LeadDocument } from '#schemas/lead.ts';
import { leadSteps, type LeadStatus } from '#schemas/lead-steps.ts';
import { brand } from '#brand';
import { isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { useLeadLabels } from './lead-labels.ts';

/** Time left, the current step, and what happens when the time is up. */
export function LeadTags({ lead }: { lead: LeadDocument }) {
  const { t } = useLingui();
  const labels = useLeadLabels();
  const timeText = useTimeLeftText();
  const format = useFormat();
  const clock = useRegionalClock();
  const tags = useNextStep(lead.status);
  const step = leadSteps.findIndex((status) => status === lead.status) + 1;
  if (step === 0) return null;
  const { expires_on: until } = lead;
  const left = lead.status === 'agreed' ? null : timeLeft(until, clock);
  const soon = left !== null && isDueSoon(left, dueSoonDays.lead);
  const of = leadSteps.length;
  const status = labels.status(lead.status);
  return (
    <div className="space-y-2">
      <div ref={tags} tabIndex={-1} className="flex flex-wrap gap-2 outline-none">
        {left && (
          <Badge tone={soon ? 'warn' : 'neutral'} icon={soon ? <Hourglass /> : <Clock />}>
            {timeText.left(left)}
          </Badge>
        )}
        <Badge icon={<></>}>{t`Step ${step} of ${of}: ${status}`}</Badge>
      </div>
      {until !== null && left !== null && left.unit !== 'over' && (
        <p className="text-small text-ink-soft">
          {lead.status === 'new'
            ? t`Answer until ${format.dateTime(until)}, or it goes back to ${brand.manufacturer}.`
            : t`Until ${format.dateTime(until)}, or it goes back to ${brand.manufacturer}.`}
        </p>
      )}
    </div>
  );
}

/**
 * Completing a step removes its button, which had the focus. Moves the focus to the new step, so
 * that it is scrolled to and read out.
 */
function useNextStep(status: LeadStatus) {
  const tags = useRef<HTMLDivElement>(null);
  const shown = useRef(status);
  useEffect(() => {
    if (shown.current === status) return;
    shown.current = status;
    if (document.activeElement === document.body) tags.current?.focus();
  }, [status]);
  return tags;
}
