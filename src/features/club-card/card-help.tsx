import { Plural, Trans } from '@lingui/react/macro';
import { CalendarClock, LifeBuoy, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { TOP_UP_WORKING_DAYS } from '#schemas/club-card.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Card } from '#src/ui/card.tsx';
import { Section } from '#src/ui/section.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

/** How the card works, for who has it for the first time, and for who has lost it. */
export function CardHelp() {
  return (
    <Section title={<Trans>Good to know</Trans>}>
      <HelpCard icon={<Smartphone />} title={<Trans>Activate it once</Trans>}>
        <Trans>
          A new card is activated in the app of its provider. There you also see what is on it and
          where you have paid.
        </Trans>
      </HelpCard>
      <HelpCard
        icon={<CalendarClock />}
        title={
          <Plural
            value={TOP_UP_WORKING_DAYS}
            one="Within # working day"
            other="Within # working days"
          />
        }
      >
        <Trans>
          A top-up rarely takes longer. Its points are reserved until it is credited; if it is
          rejected, you have them back.
        </Trans>
      </HelpCard>
      <HelpCard icon={<LifeBuoy />} title={<Trans>Lost or broken?</Trans>}>
        <Trans>Have it blocked in the provider’s app, and write to us for a new one.</Trans>
        <span className="-mb-2 block">
          <TextLink {...linkTo(paths.supportChatNew())}>
            <Trans>Write to support</Trans>
          </TextLink>
        </span>
      </HelpCard>
    </Section>
  );
}

interface HelpCardProps {
  icon: ReactNode;
  title: ReactNode;
  children: ReactNode;
}

function HelpCard({ icon, title, children }: HelpCardProps) {
  return (
    <Card>
      <div className="flex gap-3">
        <span className="shrink-0 text-brand-strong [&_svg]:size-6" aria-hidden="true">
          {icon}
        </span>
        <div className="min-w-0">
          <h3 className="font-semibold break-long">{title}</h3>
          <div className="mt-1 text-small text-ink-soft break-long">{children}</div>
        </div>
      </div>
    </Card>
  );
}
