import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, useCallback, useId } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import {
  sumPoints,
  type ClosingPointEvent,
  type ClosingPointEntry,
} from '#schemas/closing-points.ts';
import type { LedgerDocument } from '#schemas/ledger.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { playHaptic } from '#src/data/device/haptics-and-sounds.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useFormat } from '#src/data/text/format.ts';
import { pointsEntriesOfProject } from '#src/features/balance/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { pictureFile, type PictureName } from '#src/ui/media/picture-files.ts';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { Points } from '#src/ui/points.tsx';
import type { ProjectEarnings } from '../project-earnings.ts';
import { closingOutcome, countInReview } from '../project-points.ts';
import { EarnedCard, ExampleCard, LinesCard, isCounted } from './closing-cards.tsx';
import './closing-moment.css';

interface ClosingOutcomeProps {
  project: ProjectDocument;
  /** Undefined while loading. */
  products: readonly ScanDocument[] | undefined;
  earnings: ProjectEarnings;
}

interface OutcomeProps extends ClosingOutcomeProps {
  products: readonly ScanDocument[];
  /** Ids of the products that counted before the closing. */
  countedIds: ReadonlySet<string>;
  onClose: () => void;
}

/**
 * Announces the result of a closing once, if the result arrives while the project is visible. A project in review is
 * shown with the maximum points (spec 1 §4), and a closed project with the points earned.
 */
export function ClosingOutcome(props: ClosingOutcomeProps) {
  const { project, products } = props;
  const { visibleOutcome, dismiss } = useOutcome(project, products);
  if (!visibleOutcome) return null;
  const { outcome, countedIds } = visibleOutcome;
  const outcomeProps = { ...props, products: products ?? [], countedIds, onClose: dismiss };
  return outcome === 'in_review' ? (
    <ProjectInReviewMoment {...outcomeProps} />
  ) : (
    <ClosedProjectMoment {...outcomeProps} />
  );
}

/** Shows the points added to the ledger once they arrive, until the user dismisses them. */
function ClosedProjectMoment({ project, products, countedIds, onClose }: OutcomeProps) {
  const { t } = useLingui();
  const { uuid, street_name: street } = project;
  const ledger = useLiveQuery((account) => pointsEntriesOfProject(account, uuid), [uuid]);
  const lines = ledger ? closingEntriesOf(project, ledger.entries) : null;
  if (!ledger || !lines) return null;
  const sum = sumPoints(lines);
  return (
    <ClosingMoment
      title={t`Project closed: ${street}`}
      earnedPoints={sum > 0 ? sum : null}
      onClose={onClose}
      message={
        sum > 0 ? (
          <Trans>Your points have been added.</Trans>
        ) : (
          <Trans>None of its products counted, so you earned no points.</Trans>
        )
      }
    >
      <EarnedCard lines={lines} balance={ledger.sum} products={products} countedIds={countedIds} />
      <ExampleCard earnedPoints={sum} balance={ledger.sum} />
    </ClosingMoment>
  );
}

/**
 * Announces that a project is in review. Shows the maximum points, so that the points added later never exceed the
 * number announced.
 */
function ProjectInReviewMoment({ project, products, earnings, onClose }: OutcomeProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { lines, points: sum } = earnings;
  const inReviewCount = countInReview(products);
  const { street_name: street } = project;
  return (
    <ClosingMoment
      title={t`Project in review: ${street}`}
      earnedPoints={null}
      onClose={onClose}
      message={
        <>
          <p className="mt-2 text-heading font-semibold font-display">
            {inReviewCount > 0 ? (
              <Plural
                value={inReviewCount}
                one="We’re checking # product."
                other="We’re checking # products."
              />
            ) : (
              <Trans>We’re checking its products.</Trans>
            )}
          </p>
          {sum > 0 && (
            <p className="mt-2 [&_.points-before]:text-hero">
              <Points number={format.number(sum)} label={format.points(sum)} />
              <span className="block">
                <Trans>maximum, after review</Trans>
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
  readonly countedIds: ReadonlySet<string>;
}

function useOutcome(project: ProjectDocument, products: readonly ScanDocument[] | undefined) {
  const previousProject = useRef(project);
  const countedIds = useRef<ReadonlySet<string> | null>(null);
  const [visibleOutcome, setVisibleOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    const outcome = closingOutcome(previousProject.current, project);
    previousProject.current = project;
    if (outcome) setVisibleOutcome({ outcome, countedIds: countedIds.current ?? new Set() });
    // Until the user closes the project, keep the list of counted products up to date.
    const isClosing = project.closing !== null || !isProjectOpen(project.status.id);
    if (!products || (isClosing && countedIds.current !== null)) return;
    countedIds.current = new Set(products.filter(isCounted).map(({ uuid }) => uuid));
  }, [project, products]);
  return { visibleOutcome, dismiss: () => setVisibleOutcome(null) };
}

const EVENT_ORDER: readonly ClosingPointEvent[] = [
  'project_closed',
  'campaign',
  'project_survey_completed',
  'welcome_points',
];

/**
 * Lists the points added for a closed project.
 * @param entries the ledger entries of this project
 * @returns null until all entries have arrived; empty if no product counts, because then the survey doesn't earn
 *   points either (docs/behaviour/projects.md)
 */
export function closingEntriesOf(
  project: Pick<ProjectDocument, 'available_points'>,
  entries: readonly Pick<LedgerDocument, 'event' | 'points' | 'campaign'>[],
): ClosingPointEntry[] | null {
  if (project.available_points === 0) return [];
  const lines = EVENT_ORDER.flatMap((event) =>
    entries
      .filter((entry) => entry.event === event)
      .map(({ points, campaign }) => ({
        event,
        points,
        ...(campaign && { campaign: campaign.id }),
      })),
  );
  const products = lines.filter(({ event }) => event === 'project_closed' || event === 'campaign');
  return sumPoints(products) >= project.available_points ? lines : null;
}

const COLUMN = 'mx-auto w-full max-w-narrow px-gutter';

interface ClosingMomentProps {
  title: string;
  /** Points earned. The lights go on and the number counts up; with null, the roof stays dark. */
  earnedPoints: number | null;
  /** One or two lines below the number. */
  message: ReactNode;
  onClose: () => void;
  /** Content of the sheet at the end: the parts of the sum, and what the points can buy. */
  children: ReactNode;
}

/**
 * Full-screen animation when a project closes: dusk falls, the windows light up, the points count up, and the
 * sheet slides in. Takes under two seconds; a touch, a key or reduced motion skips to the end.
 */
function ClosingMoment({ title, earnedPoints, message, onClose, children }: ClosingMomentProps) {
  const { t } = useLingui();
  const id = useId();
  const { isFinalFrame, onSheet } = useFinalFrame(earnedPoints !== null);
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-x-0 top-0 z-40 h-(--visual-viewport-height)"
    >
      <Modal className="size-full outline-none">
        <Dialog aria-labelledby={id} className="moment-page size-full overflow-y-auto outline-none">
          <div
            data-still={isFinalFrame ? '' : undefined}
            className="moment flex min-h-full flex-col overflow-clip"
          >
            <div className="moment-sky">
              <Scene isLit={earnedPoints !== null} />
              <div className={`moment-text ${COLUMN}`}>
                <div className="-ms-3 pt-[env(safe-area-inset-top)]">
                  <IconButton label={t`Close`} icon={<X />} onClick={onClose} />
                </div>
                <h2 id={id} className="text-title font-semibold break-long">
                  {title}
                </h2>
                {earnedPoints !== null && (
                  <EarnedPoints
                    key={String(isFinalFrame)}
                    points={earnedPoints}
                    isFinalFrame={isFinalFrame}
                  />
                )}
                <div className={`mt-1 font-medium ${earnedPoints === null ? '' : 'moment-after'}`}>
                  {message}
                </div>
              </div>
            </div>
            <div className="moment-sheet flex flex-col" onAnimationStart={onSheet}>
              <div className={`${COLUMN} space-y-3 pt-5 pb-2 empty:hidden`}>{children}</div>
              <div className="sticky bottom-0 bg-surface pt-3 safe-bottom">
                <div data-page-footer className={`${COLUMN} flex flex-col gap-1`}>
                  <Button fullWidth onClick={onClose}>
                    <Trans context="finished">Done</Trans>
                  </Button>
                  <LinkButton variant="quiet" fullWidth {...linkTo(paths.balance())}>
                    <Trans>See your points</Trans>
                  </LinkButton>
                </div>
              </div>
            </div>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * Skips the animation to its final frame after any touch or key press, or with reduced motion. If `shouldVibrate` is
 * true, vibrates once, when the final number is visible.
 */
function useFinalFrame(shouldVibrate: boolean) {
  const [isFinalFrame, setFinalFrame] = useState(
    () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  );
  const hasVibrated = useRef(!shouldVibrate);
  const vibrateOnce = useCallback(() => {
    if (!hasVibrated.current) playHaptic('closed');
    hasVibrated.current = true;
  }, []);
  useEffect(() => {
    if (isFinalFrame) {
      vibrateOnce();
      return undefined;
    }
    const skip = () => setFinalFrame(true);
    const controller = new AbortController();
    for (const eventType of ['pointerdown', 'keydown'] as const) {
      addEventListener(eventType, skip, { capture: true, signal: controller.signal });
    }
    return () => controller.abort();
  }, [isFinalFrame, vibrateOnce]);
  // The sheet appears together with the final number.
  return { isFinalFrame, onSheet: vibrateOnce };
}

/** The sum, counting up from 0 when its animation starts. */
function EarnedPoints({ points, isFinalFrame }: { points: number; isFinalFrame: boolean }) {
  const format = useFormat();
  const [hasStarted, setHasStarted] = useState(isFinalFrame);
  return (
    <div className="moment-number" onAnimationStart={() => setHasStarted(true)}>
      <PointsNumber
        value={hasStarted ? points : 0}
        format={format.signedPoints}
        label={format.points(points)}
      />
    </div>
  );
}

function Scene({ isLit }: { isLit: boolean }) {
  return (
    <div aria-hidden="true" className="moment-scene">
      <SceneImage name="scenes/roof-dusk-unlit" />
      {isLit && (
        <>
          <SceneImage name="scenes/roof-dusk" className="moment-lit" />
          <i className="moment-beam" />
          <i className="moment-beam" />
          <i className="moment-beam" />
          <i className="moment-beam" />
        </>
      )}
    </div>
  );
}

function SceneImage({ name, className }: { name: PictureName; className?: string }) {
  return (
    <img
      src={pictureFile(name, 1080)}
      srcSet={`${pictureFile(name, 1080)} 1080w, ${pictureFile(name, 1440)} 1440w`}
      sizes="108vw"
      width={1440}
      height={1200}
      alt=""
      className={className}
    />
  );
}
