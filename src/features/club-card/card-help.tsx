import { Plural, Trans } from '@lingui/react/macro';
import { CalendarClock, LifeBuoy, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { TOP_UP_WORKING_DAYS } from '#schemas/club-card.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

/** Help on activating the card, the time a top-up takes, and a lost card. */
export function CardHelp() {
  return (
    <Section title={<Trans>Good to know</Trans>}>
      <List>
        <HelpRow icon={<Smartphone />} title={<Trans>Activate it once</Trans>}>
          <Trans>
            A new card is activated in the app of its provider. There you also see what is on it and
            where you have paid.
          </Trans>
        </HelpRow>
        <HelpRow
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
        </HelpRow>
        <HelpRow
          icon={<LifeBuoy />}
          title={<Trans>Lost or broken?</Trans>}
          below={
            <div className="-mt-2 ps-[calc(0.875rem+56px)]">
              <TextLink {...linkTo(paths.supportChatNew())}>
                <Trans>Write to support</Trans>
              </TextLink>
            </div>
          }
        >
          <Trans>Have it blocked in the provider’s app, and write to us for a new one.</Trans>
        </HelpRow>
      </List>
    </Section>
  );
}

interface HelpRowProps {
  icon: ReactNode;
  title: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}

function HelpRow({ icon, title, children, below }: HelpRowProps) {
  return (
    <ListRow
      thumbnail={<IconTile tone="place" icon={icon} />}
      title={title}
      meta={children}
      below={below}
    />
  );
}
