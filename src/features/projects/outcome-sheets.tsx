import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { PartyPopper } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { vibrate } from '#src/data/device/vibrate.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/words/format.ts';
import { entriesOfProject } from '#src/features/balance/queries.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { DetailList } from '#src/ui/detail-list.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import {
  bookedLines,
  expectedLines,
  type PointsFor,
  type PointsLine,
  sumOf,
} from './booked-points.ts';
import { closingOutcome } from './project-points.ts';

/**
 * What the server made of a closing, told once when its word arrives while the project is shown: in
 * review, that it is, and then what it may bring (spec 1 §4); closed, what it brought.
 */
export function OutcomeSheets({ project }: { project: ProjectDocument }) {
  const { shown, dismiss } = useOutcome(project);
  return (
    <>
      <InReviewSheet isOpen={shown === 'in_review'} onClose={dismiss} />
      <SubmittedSheet project={project} isOpen={shown === 'submitted'} onClose={dismiss} />
      {shown === 'closed' && <ClosedSheet project={project} onClose={dismiss} />}
    </>
  );
}

interface SubmittedSheetProps extends OutcomeSheetProps {
  project: ProjectDocument;
}

/** What it may bring: all of it, so that what is booked later is no more than was said. */
function SubmittedSheet({ project, ...sheet }: SubmittedSheetProps) {
  const { t } = useLingui();
  const surveyPoints = useSingleton('configuration')?.survey_points ?? 0;
  const reserved = useSingleton('points')?.points.reserved ?? 0;
  return (
    <SuccessSheet
      {...sheet}
      title={t`The project is submitted`}
      lines={expectedLines(project, { surveyPoints, reserved })}
    >
      <Trans>You will get up to this many once its products have been checked.</Trans>
    </SuccessSheet>
  );
}

/** What the ledger has booked for it, once that is here; dismissed by who closes it. */
function ClosedSheet({ project, onClose }: { project: ProjectDocument; onClose: () => void }) {
  const { t } = useLingui();
  const { uuid } = project;
  const entries = useLiveQuery((account) => entriesOfProject(account, uuid), [uuid]);
  const lines = bookedLines(project, entries ?? []);
  return (
    <SuccessSheet
      isOpen={lines !== null}
      onClose={onClose}
      title={t`The project is closed`}
      lines={lines ?? []}
    >
      {lines?.length === 0 ? (
        <Trans>None of its products counts, so it has brought no points.</Trans>
      ) : (
        <Trans>They are in your balance.</Trans>
      )}
    </SuccessSheet>
  );
}

interface OutcomeSheetProps {
  isOpen: boolean;
  onClose: () => void;
}

function InReviewSheet({ isOpen, onClose }: OutcomeSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t`The project is in review`}
      closeLabel={t`Close`}
      footer={(close) => (
        <Button fullWidth onClick={close}>
          <Trans>Got it</Trans>
        </Button>
      )}
    >
      <p>
        <Trans>
          Some of its products are being checked. The points are added as soon as that is done.
        </Trans>
      </p>
    </Sheet>
  );
}

interface SuccessSheetProps extends OutcomeSheetProps {
  title: string;
  lines: readonly PointsLine[];
  /** Where the points are. */
  children: ReactNode;
}

function SuccessSheet({ isOpen, onClose, title, lines, children }: SuccessSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      closeLabel={t`Close`}
      footer={(close) => (
        <>
          <Button fullWidth onClick={close}>
            <Trans context="finished">Done</Trans>
          </Button>
          <LinkButton variant="quiet" fullWidth {...linkTo(paths.balance())}>
            <Trans>See your points</Trans>
          </LinkButton>
        </>
      )}
    >
      <CountedUp points={sumOf(lines)}>{children}</CountedUp>
      {lines.length > 1 && <Lines lines={lines} />}
    </Sheet>
  );
}

/** What the sum is made of. */
function Lines({ lines }: { lines: readonly PointsLine[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const words: Record<PointsFor, string> = {
    project_closed: t`Products`,
    project_survey_completed: t`Answered survey`,
    welcome_points: t`Welcome points`,
  };
  return (
    <DetailList
      items={lines.map(({ what, points }) => ({
        term: words[what],
        detail: <span className="tnum">{format.signedPoints(points)}</span>,
      }))}
    />
  );
}

/** The one moment of a success: the points count up, and the phone moves a little. */
function CountedUp({ points, children }: { points: number; children: ReactNode }) {
  const { t } = useLingui();
  const format = useFormat();
  const [shown, setShown] = useState(0);
  useEffect(() => {
    vibrate(80);
    // From nought in the first picture to the points in the next: that is what it counts.
    const frame = requestAnimationFrame(() => setShown(points));
    return () => cancelAnimationFrame(frame);
  }, [points]);
  return (
    <div className="flex flex-col items-center gap-3 py-6 text-center">
      <PartyPopper className="size-12 text-brand-strong" aria-hidden="true" />
      <PointsNumber
        value={shown}
        format={format.signedPoints}
        unit={t`${plural(points, { one: 'point', other: 'points' })}`}
        label={format.points(points)}
      />
      <p className="text-ink-soft">{children}</p>
    </div>
  );
}

type Shown = 'closed' | 'in_review' | 'submitted' | null;

function useOutcome(project: ProjectDocument) {
  const before = useRef(project);
  const [shown, setShown] = useState<Shown>(null);
  useEffect(() => {
    const outcome = closingOutcome(before.current, project);
    before.current = project;
    if (outcome) setShown(outcome);
  }, [project]);
  const dismiss = () => setShown((now) => (now === 'in_review' ? 'submitted' : null));
  return { shown, dismiss };
}
