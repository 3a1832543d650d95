import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { PartyPopper } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { vibrate } from '#src/data/vibrate.ts';
import { useFormat } from '#src/data/use-format.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { closingOutcome } from './project-points.ts';

/** What the server made of a closing, told once when its word arrives while the project is shown. */
export function OutcomeSheets({ project }: { project: ProjectDocument }) {
  const outcome = useOutcome(project);
  const { t } = useLingui();
  if (outcome.shown === 'in_review') {
    return (
      <Sheet
        isOpen
        onOpenChange={outcome.dismiss}
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
            Some of its products are being checked. The points are booked as soon as that is done.
          </Trans>
        </p>
      </Sheet>
    );
  }
  return (
    <Sheet
      isOpen={outcome.shown === 'closed'}
      onOpenChange={outcome.dismiss}
      title={t`The project is closed`}
      closeLabel={t`Close`}
      footer={(close) => (
        <>
          <Button fullWidth onClick={close}>
            <Trans>Done</Trans>
          </Button>
          <LinkButton variant="quiet" fullWidth {...linkTo(paths.balance())}>
            <Trans>See your points</Trans>
          </LinkButton>
        </>
      )}
    >
      <Earned points={project.available_points} />
    </Sheet>
  );
}

/** The one moment of a success: the points count up, and the phone moves a little. */
function Earned({ points }: { points: number }) {
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
      <p className="text-ink-soft">
        <Trans>They are in your balance.</Trans>
      </p>
    </div>
  );
}

function useOutcome(project: ProjectDocument) {
  const before = useRef(project);
  const [shown, setShown] = useState<'closed' | 'in_review' | null>(null);
  useEffect(() => {
    const outcome = closingOutcome(before.current, project);
    before.current = project;
    if (outcome) setShown(outcome);
  }, [project]);
  return { shown, dismiss: (isOpen: boolean) => !isOpen && setShown(null) };
}
