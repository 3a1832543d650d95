import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import {
  sumPoints,
  type ClosingPointEvent,
  type ClosingPointEntry,
} from '#schemas/closing-points.ts';
import type { LedgerDocument } from '#schemas/ledger.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useFormat } from '#src/data/text/format.ts';
import { bookedForProject } from '#src/features/balance/queries.ts';
import { Points } from '#src/ui/points.tsx';
import type { ProjectEarnings } from '../project-earnings.ts';
import { closingOutcome, countInReview } from '../project-points.ts';
import { BookedCard, ExampleCard, LinesCard } from './closing-cards.tsx';
import { ClosingMoment } from './closing-moment.tsx';
import { isCounted } from './closing-rewards.ts';

interface ClosingOutcomeProps {
  project: ProjectDocument;
  /** Undefined while loading. */
  products: readonly ScanDocument[] | undefined;
  gain: ProjectEarnings;
}

interface OutcomeProps extends ClosingOutcomeProps {
  products: readonly ScanDocument[];
  /** Ids of the products that counted before the closing. */
  known: ReadonlySet<string>;
  onClose: () => void;
}

/**
 * Announces the result of a closing once, if it arrives while the project is shown: in review with
 * the maximum points (spec 1 §4), or closed with the booked points.
 */
export function ClosingOutcome(props: ClosingOutcomeProps) {
  const { project, products } = props;
  const { shown, dismiss } = useOutcome(project, products);
  if (!shown) return null;
  const { outcome, known } = shown;
  const outcomeProps = { ...props, products: products ?? [], known, onClose: dismiss };
  return outcome === 'in_review' ? <InReview {...outcomeProps} /> : <Closed {...outcomeProps} />;
}

/** Shows what the ledger has booked once that arrives; dismissed by the person. */
function Closed({ project, products, known, onClose }: OutcomeProps) {
  const { t } = useLingui();
  const { uuid, street_name: street } = project;
  const booked = useLiveQuery((account) => bookedForProject(account, uuid), [uuid]);
  const lines = booked ? bookedLines(project, booked.entries) : null;
  if (!booked || !lines) return null;
  const sum = sumPoints(lines);
  return (
    <ClosingMoment
      title={t`${street} is closed`}
      booked={sum > 0 ? sum : null}
      onClose={onClose}
      words={
        sum > 0 ? (
          <Trans>The light is on. Your points are in.</Trans>
        ) : (
          <Trans>None of its products counts, so it has brought no points.</Trans>
        )
      }
    >
      <BookedCard lines={lines} balance={booked.sum} products={products} known={known} />
      <ExampleCard booked={sum} owned={booked.sum} />
    </ClosingMoment>
  );
}

/** Shows the maximum, so that the later booking never exceeds what was announced. */
function InReview({ project, products, gain, onClose }: OutcomeProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { lines, points: sum } = gain;
  const reviewed = countInReview(products);
  const { street_name: street } = project;
  return (
    <ClosingMoment
      title={t`${street} is in review`}
      booked={null}
      onClose={onClose}
      words={
        <>
          <p className="mt-2 text-heading font-semibold font-display">
            {reviewed > 0 ? (
              <Plural value={reviewed} one="We look at # product." other="We look at # products." />
            ) : (
              <Trans>We look at its products.</Trans>
            )}
          </p>
          {sum > 0 && (
            <p className="mt-2 [&_.points-before]:text-hero">
              <Points number={format.number(sum)} label={format.points(sum)} />
              <span className="block">
                {t`${plural(sum, { one: 'follows at most, once that is done.', other: 'follow at most, once that is done.' })}`}
              </span>
            </p>
          )}
        </>
      }
    >
      <LinesCard lines={lines} />
    </ClosingMoment>
  );
}

interface Outcome {
  readonly outcome: 'closed' | 'in_review';
  readonly known: ReadonlySet<string>;
}

function useOutcome(project: ProjectDocument, products: readonly ScanDocument[] | undefined) {
  const before = useRef(project);
  const known = useRef<ReadonlySet<string> | null>(null);
  const [shown, setShown] = useState<Outcome | null>(null);
  useEffect(() => {
    const outcome = closingOutcome(before.current, project);
    before.current = project;
    if (outcome) setShown({ outcome, known: known.current ?? new Set() });
    // Until the project is closed, every counted product belongs to the state before.
    const isClosing = project.closing !== null || !isProjectOpen(project.status.id);
    if (!products || (isClosing && known.current !== null)) return;
    known.current = new Set(products.filter(isCounted).map(({ uuid }) => uuid));
  }, [project, products]);
  return { shown, dismiss: () => setShown(null) };
}

const order: readonly ClosingPointEvent[] = [
  'project_closed',
  'project_survey_completed',
  'welcome_points',
];

/**
 * Lists the points booked for a closed project.
 * @param entries the ledger entries of this project
 * @returns null until they arrive; empty if no product counts, since then not even the survey
 *   brings points (docs/behaviour/projects.md)
 */
export function bookedLines(
  project: Pick<ProjectDocument, 'available_points'>,
  entries: readonly Pick<LedgerDocument, 'event' | 'points'>[],
): ClosingPointEntry[] | null {
  if (project.available_points === 0) return [];
  const lines = order.flatMap((what) =>
    entries.filter(({ event }) => event === what).map(({ points }) => ({ what, points })),
  );
  return lines.some(({ what }) => what === 'project_closed') ? lines : null;
}
