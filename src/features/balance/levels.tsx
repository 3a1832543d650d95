import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { LevelRow } from '#src/features/home/actions.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { UnavailableState } from '#src/ui/feedback/unavailable-state.tsx';
import { LevelSheet } from './level-sheet.tsx';

/** The company's level in each tier, with all levels and this year's count (spec 2 §2). */
export function Levels() {
  const { t } = useLingui();
  const tiers = useSingleton('tiers');
  const online = useConnection() === 'online';
  const [opened, setOpened] = useState<number | null>(null);
  if (!tiers && online) {
    return (
      <Skeleton label={t`Loading your levels`}>
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  if (!tiers) {
    return (
      <UnavailableState reason="not_loaded">
        <Trans>Your levels appear here once you are online.</Trans>
      </UnavailableState>
    );
  }
  return (
    <div className="space-y-3">
      {tiers.length === 0 ? (
        <EmptyState drawing="welcome-points" title={<Trans>No levels yet</Trans>}>
          <Trans>In your country every product brings the points of its type.</Trans>
        </EmptyState>
      ) : (
        <List label={t`Levels`}>
          {tiers.map((tier) => (
            <LevelRow
              key={tier.tier_definition.id}
              tier={tier}
              onPress={() => setOpened(tier.tier_definition.id)}
            />
          ))}
        </List>
      )}
      <ScansOfYear />
      <LevelSheet
        tier={tiers.find(({ tier_definition: { id } }) => id === opened) ?? null}
        onClose={() => setOpened(null)}
      />
    </div>
  );
}

function ScansOfYear() {
  const { t } = useLingui();
  const scans = useSingleton('points')?.scans;
  const { number } = useFormat();
  if (!scans) return null;
  const { current_year: all, completed } = scans;
  const inAll = t`${plural(all, { one: '# scan this year', other: '# scans this year' })}`;
  return (
    <p className="px-1 text-small text-ink-soft tnum">
      {completed === undefined ? (
        inAll
      ) : (
        <Trans>
          {inAll}, {number(completed)} of them in closed projects
        </Trans>
      )}
    </p>
  );
}
