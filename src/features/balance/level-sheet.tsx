import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { daysLeft } from '#schemas/project.ts';
import { TIER_CAP, type TierBracket, type TierProgress } from '#schemas/tier.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useServerNow } from '#src/data/requests/use-call.ts';
import { useFormat } from '#src/data/text/format.ts';
import { LevelProgress, useTierName } from '#src/features/home/actions.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';

interface LevelSheetProps {
  /** Null while closed. */
  tier: TierProgress | null;
  onClose: () => void;
}

/** All levels of a tier, their bonus, and when counting restarts. */
export function LevelSheet({ tier, onClose }: LevelSheetProps) {
  const { t } = useLingui();
  const nameOf = useTierName();
  const serverNow = useServerNow();
  // Keep the content while the sheet closes.
  const shown = useLastDefined(tier ?? undefined);
  const { brackets = [], reset_at } = shown?.tier_definition ?? {};
  const days = reset_at === undefined ? null : daysLeft(reset_at, serverNow());
  return (
    <Sheet
      isOpen={tier !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={shown && nameOf(shown.tier_definition.tier_category)}
      description={shown && <LevelProgress tier={shown} />}
      closeLabel={t`Close`}
    >
      <DetailList
        items={brackets.map((bracket) => ({
          term: <BracketName bracket={bracket} isOwn={bracket.id === shown?.tier_bracket.id} />,
          detail: <BracketPoints bracket={bracket} />,
        }))}
      />
      <p className="mt-4 text-small text-ink-soft tnum">
        <Plural
          value={days ?? 0}
          one="Counting begins anew in # day."
          other="Counting begins anew in # days."
        />
      </p>
    </Sheet>
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
