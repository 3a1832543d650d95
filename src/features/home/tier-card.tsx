import { Trans, useLingui } from '@lingui/react/macro';
import { isDecor } from '#schemas/roles.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { List } from '#src/ui/lists/list.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { LevelRow } from './level-row.tsx';

/** How far the company has climbed this year in each tier; decor companies have none (spec 2 §6). */
export function TierCard() {
  const { t } = useLingui();
  const identity = useIdentity();
  const tiers = useSingleton('tiers');
  if (!tiers || tiers.length === 0 || !identity || isDecor(identity.role)) return null;
  return (
    <Section
      title={<Trans>Your levels this year</Trans>}
      link={
        <TextLink {...linkTo(paths.balance())}>
          <Trans>Points</Trans>
        </TextLink>
      }
    >
      <List label={t`Levels`}>
        {tiers.map((tier) => (
          <LevelRow key={tier.tier_definition.id} tier={tier} />
        ))}
      </List>
    </Section>
  );
}
