import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { daysLeft } from '#schemas/project.ts';
import { TIER_CAP, type TierBracket, type TierProgress } from '#schemas/tier.ts';
import { useServerNow } from '#src/data/requests/use-call.ts';
import { useFormat } from '#src/data/words/format.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { TierStanding } from '#src/features/home/actions.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Card } from '#src/ui/card.tsx';
import { DetailList } from '#src/ui/detail-list.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/skeleton.tsx';
import { UnknownState } from '#src/ui/unknown-state.tsx';

/** What was scanned this year, and the company's level in each tier with all that there are (spec 2 §2). */
export function Levels() {
  const { t } = useLingui();
  const tiers = useSingleton('tiers');
  const online = useConnection() === 'online';
  if (!tiers && online) {
    return (
      <Skeleton label={t`Loading your levels`}>
        <SkeletonCard lines={2} />
        <SkeletonCard lines={4} />
      </Skeleton>
    );
  }
  if (!tiers) {
    return (
      <UnknownState why="not_loaded">
        <Trans>Your levels appear here once you are online.</Trans>
      </UnknownState>
    );
  }
  return (
    <div className="space-y-3">
      <ScansOfYear />
      {tiers.length === 0 ? (
        <EmptyState drawing="points" title={<Trans>No levels yet</Trans>}>
          <Trans>In your country every product brings the points of its type.</Trans>
        </EmptyState>
      ) : (
        <ul aria-label={t`Levels`} className="space-y-3">
          {tiers.map((tier) => (
            <Level key={tier.tier_definition.id} tier={tier} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ScansOfYear() {
  const scans = useSingleton('points')?.scans;
  const { number } = useFormat();
  if (!scans) return null;
  const { current_year: all, completed } = scans;
  return (
    <Card>
      <DetailList
        items={[
          { term: <Trans>Scans this year</Trans>, detail: number(all) },
          ...(completed === undefined
            ? []
            : [{ term: <Trans>In closed projects</Trans>, detail: number(completed) }]),
        ]}
      />
    </Card>
  );
}

/** A tier: where the company stands, when counting begins anew, and what each level is worth. */
function Level({ tier }: { tier: TierProgress }) {
  const serverNow = useServerNow();
  const { brackets, reset_at } = tier.tier_definition;
  const days = daysLeft(reset_at, serverNow()) ?? 0;
  return (
    <Card as="li">
      <TierStanding tier={tier} />
      <p className="mt-1.5 text-small text-ink-soft tnum">
        <Plural
          value={days}
          one="Counting begins anew in # day."
          other="Counting begins anew in # days."
        />
      </p>
      <div className="mt-4 border-t border-line pt-4">
        <DetailList
          items={brackets.map((bracket) => ({
            term: <BracketName bracket={bracket} isOwn={bracket.id === tier.tier_bracket.id} />,
            detail: <BracketPoints bracket={bracket} />,
          }))}
        />
      </div>
    </Card>
  );
}

function BracketName({ bracket, isOwn }: { bracket: TierBracket; isOwn: boolean }) {
  const { number } = useFormat();
  const { level } = bracket;
  const from = number(bracket.from);
  const last = number(bracket.to - 1);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 tnum">
      {bracket.to === TIER_CAP ? (
        <Trans>
          Level {level}: from {from} scans
        </Trans>
      ) : (
        <Trans>
          Level {level}: {from} to {last} scans
        </Trans>
      )}
      {isOwn && (
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
  const shown = signedPoints(points);
  return (
    <span className="tnum">
      <Trans>{shown} for each product</Trans>
    </span>
  );
}
