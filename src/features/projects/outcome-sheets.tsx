import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { PartyPopper } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { vibrate } from '#src/data/device/vibrate.ts';
import { useFormat } from '#src/data/words/format.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { closingOutcome } from './project-points.ts';

/**
 * What the server made of a closing, told once when its word arrives while the project is shown: in
 * review, that it is, and then what it may bring (spec 1 §4); closed, what it brought.
 */
export function OutcomeSheets({ project }: { project: ProjectDocument }) {
  const { shown, dismiss } = useOutcome(project);
  const { t } = useLingui();
  return (
    <>
      <InReviewSheet isOpen={shown === 'in_review'} onClose={dismiss} />
      <SuccessSheet
        isOpen={shown === 'submitted'}
        onClose={dismiss}
        title={t`The project is submitted`}
        points={project.max_points}
      >
        <Trans>You will get up to this many once its products have been checked.</Trans>
      </SuccessSheet>
      <SuccessSheet
        isOpen={shown === 'closed'}
        onClose={dismiss}
        title={t`The project is closed`}
        points={project.available_points}
      >
        <Trans>They are in your balance.</Trans>
      </SuccessSheet>
    </>
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
  points: number;
  /** Where the points are. */
  children: ReactNode;
}

function SuccessSheet({ isOpen, onClose, title, points, children }: SuccessSheetProps) {
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
      <CountedUp points={points}>{children}</CountedUp>
    </Sheet>
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
