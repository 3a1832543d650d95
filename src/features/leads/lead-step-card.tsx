import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { LeadDocument } from '#schemas/lead.ts';
import { happyPath, type LeadStatus } from '#schemas/lead-steps.ts';
import { brand } from '#src/brand.ts';
import { useServerNow } from '#src/data/requests/use-call.ts';
import { useFormat } from '#src/data/words/format.ts';
import { Card } from '#src/ui/card.tsx';
import { Stepper } from '#src/ui/stepper.tsx';
import { LeadMark } from './lead-row.tsx';
import { LeadTime } from './lead-badge.tsx';
import { timeLeft } from './lead-time.ts';
import { useLeadWords } from './use-lead-words.ts';

/** Where the lead stands on its way to a project, what comes next, and how long there is for it. */
export function LeadStepCard({ lead }: { lead: LeadDocument }) {
  const { t } = useLingui();
  const words = useLeadWords();
  const format = useFormat();
  const now = useServerNow()();
  const heading = useNextStep(lead.status);
  const step = happyPath.findIndex((status) => status === lead.status) + 1;
  const left = timeLeft(lead.expires_on, now);
  const { expires_on: until } = lead;
  const asks = {
    new: {
      title: t`Do you want this customer?`,
      text: t`Answer in time, or the lead goes back to ${brand.manufacturer}.`,
    },
    interested: {
      title: t`Get in touch with the customer`,
      text: t`Call or write, then come back and say that you have.`,
    },
    contacted: {
      title: t`Agree on the installation`,
      text: t`Tick what is settled and enter the date. It becomes a project that you can scan to at once.`,
    },
    agreed: { title: t`It has become a project`, text: t`Products are scanned to the project.` },
  };
  const asked = Object.entries(asks).find(([status]) => status === lead.status)?.[1];
  if (!asked) return null;
  const status = words.status(lead.status);
  const of = happyPath.length;
  return (
    <Card>
      <Stepper step={step} of={of} label={t`Step ${step} of ${of}: ${status}`} />
      <h2 ref={heading} tabIndex={-1} className="mt-5 text-title font-bold break-long">
        {asked.title}
      </h2>
      <p className="mt-1 text-ink-soft">{asked.text}</p>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-small empty:hidden">
        <LeadMark state={lead.state} />
        <LeadTime lead={lead} now={now} />
        {until !== null && left?.unit !== 'over' && lead.status !== 'agreed' && (
          <span className="text-ink-soft">{t`until ${format.dateTime(until)}`}</span>
        )}
      </p>
    </Card>
  );
}

/**
 * With a step done its button is gone, and the focus with it: it goes on at what the next step asks,
 * which is also scrolled to and read.
 */
function useNextStep(status: LeadStatus) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(status);
  useEffect(() => {
    if (shown.current === status) return;
    shown.current = status;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [status]);
  return heading;
}
