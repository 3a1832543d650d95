import { plural } from '@lingui/core/macro';
import { Trans, useLingui, Plural } from '@lingui/react/macro';
import { useState } from 'react';
import { daysLeft } from '#schemas/project.ts';
import { TIER_CAP, type TierBracket, type TierProgress } from '#schemas/tier.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useServerNow } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useFormat } from '#src/data/text/format.ts';
import { LevelRow, LevelProgress, useTierName } from '#src/features/home/exports.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { EmptyState, UnavailableState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { List } from '#src/ui/lists/list.tsx';

/** The company's level in each tier, and this year's number of products (spec 2 §2). */
export function Levels() {
  const { t } = useLingui();
  const tiers = useSingleton('tiers');
  const online = useConnection() === 'online';
  const [openTierId, setOpenTierId] = useState<number | null>(null);
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
        <Trans>Your levels appear here once you’re online.</Trans>
      </UnavailableState>
    );
  }
  return (
    <div className="space-y-3">
      {tiers.length === 0 ? (
        <EmptyState drawing="welcome-points" title={<Trans>No levels yet</Trans>}>
          <Trans>In your country, points depend only on the type of product.</Trans>
        </EmptyState>
      ) : (
        <List label={t`Levels`}>
          {tiers.map((tier) => (
            <LevelRow
              key={tier.tier_definition.id}
              tier={tier}
              onPress={() => setOpenTierId(tier.tier_definition.id)}
            />
          ))}
        </List>
      )}
      <ProductsThisYear />
      <LevelSheet
        tier={tiers.find(({ tier_definition: { id } }) => id === openTierId) ?? null}
        onClose={() => setOpenTierId(null)}
      />
    </div>
  );
}

function ProductsThisYear() {
  const { t } = useLingui();
  const scans = useSingleton('points')?.scans;
  const { number } = useFormat();
  if (!scans) return null;
  const { current_year: all, completed: completedCount } = scans;
  const yearTotal = t`${plural(all, { one: '# product this year', other: '# products this year' })}`;
  return (
    <p className="px-1 text-small text-ink-soft tnum">
      {completedCount === undefined ? (
        yearTotal
      ) : (
        <Trans>
          {yearTotal}, {number(completedCount)} of them in closed projects
        </Trans>
      )}
    </p>
  );
}

interface LevelSheetProps {
  /** Null while closed. */
  tier: TierProgress | null;
  onClose: () => void;
}

/** All levels of a tier, their bonus, and when counting restarts. */
function LevelSheet({ tier, onClose }: LevelSheetProps) {
  const { t } = useLingui();
  const tierName = useTierName();
  const serverNow = useServerNow();
  // Keep the content while the sheet closes.
  const displayedTier = useLastDefined(tier ?? undefined);
  const { brackets = [], reset_at } = displayedTier?.tier_definition ?? {};
  const days = reset_at === undefined ? null : daysLeft(reset_at, serverNow());
  return (
    <Sheet
      isOpen={tier !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={displayedTier && tierName(displayedTier.tier_definition.tier_category)}
      description={displayedTier && <LevelProgress tier={displayedTier} />}
      closeLabel={t`Close`}
    >
      <DetailList
        items={brackets.map((bracket) => ({
          term: (
            <BracketName
              bracket={bracket}
              isCurrent={bracket.id === displayedTier?.tier_bracket.id}
            />
          ),
          detail: <BracketPoints bracket={bracket} />,
        }))}
      />
      <p className="mt-4 text-small text-ink-soft tnum">
        <Plural value={days ?? 0} one="Resets in # day." other="Resets in # days." />
      </p>
    </Sheet>
  );
}

function BracketName({ bracket, isCurrent }: { bracket: TierBracket; isCurrent: boolean }) {
  const { number } = useFormat();
  const { level } = bracket;
  const from = number(bracket.from);
  const last = number(bracket.to - 1);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 tnum">
      {bracket.to === TIER_CAP ? (
        <Trans>
          Level {level}: {from} products or more
        </Trans>
      ) : (
        <Trans>
          Level {level}: {from} to {last} products
        </Trans>
      )}
      {isCurrent && (
        <Badge tone="info">
          <Trans>You are here</Trans>
        </Badge>
      )}
    </span>
  );
}

function BracketPoints({ bracket: { points } }: { bracket: TierBracket }) {
  const { signedPoints } = useFormat();
  if (points === 0) return <Trans>No extra points</Trans>;
  const pointsText = signedPoints(points);
  return (
    <span className="tnum">
      <Trans>{pointsText} per product</Trans>
    </span>
  );
}
