import { Trans, useLingui } from '@lingui/react/macro';
import { ScanLine } from 'lucide-react';
import { useState } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { buttonClass } from '#src/ui/button-style.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { LinkSlot } from '#src/ui/link-target.tsx';
import { isClosingSoon } from '../closing-soon.ts';
import { ClosingText } from '../closing/closing-text.tsx';
import type { ProjectEarnings } from '../project-earnings.ts';
import { isEmpty, type ProjectPoints } from '../project-points.ts';

interface ProjectActionsProps {
  project: ProjectDocument;
  /** How many of its products this device has. */
  count: number;
  points: ProjectPoints;
  gain: ProjectEarnings;
  /** Opens the closing survey. */
  onAnswer: () => void;
}

/**
 * What an open project is there for: adding products, and closing it; in its last days the other way round.
 */
export function ProjectActions({ project, count, onAnswer, ...closing }: ProjectActionsProps) {
  const clock = useRegionalClock();
  const closable = !isEmpty(project, count);
  const isUrgent = closable && isClosingSoon(project, closing.points.waitingCount, clock);
  return (
    <div data-main-action className="flex flex-wrap gap-2.5">
      {isUrgent ? (
        <>
          <CloseProject project={project} {...closing} onAnswer={onAnswer} isMain />
          <AddAlone project={project} />
        </>
      ) : (
        <>
          <div className="min-w-0 grow-999 basis-48">
            <LinkButton
              fullWidth
              icon={<ScanLine />}
              {...linkTo(paths.scan({ project: project.uuid }))}
            >
              <Trans>Add products</Trans>
            </LinkButton>
          </div>
          {closable && <CloseProject project={project} {...closing} onAnswer={onAnswer} />}
        </>
      )}
    </div>
  );
}

/** Beside the larger action its sign alone. */
function AddAlone({ project }: { project: ProjectDocument }) {
  const { t } = useLingui();
  return (
    <LinkSlot
      target={linkTo(paths.scan({ project: project.uuid }))}
      aria-label={t`Add products`}
      className={buttonClass({ variant: 'secondary', size: 'normal', fullWidth: false })}
    >
      <ScanLine aria-hidden="true" />
    </LinkSlot>
  );
}

interface CloseProjectProps extends Omit<ProjectActionsProps, 'count'> {
  /** What the person most likely came for. */
  isMain?: boolean;
}

/** By its survey, or, where it has none, after one question. */
function CloseProject({ project, points, gain, onAnswer, isMain = false }: CloseProjectProps) {
  const { t } = useLingui();
  const account = useAccount();
  const errorWords = useErrorMessage();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const hasSurvey = project.survey.length > 0;

  const close = async () => {
    setFailure(null);
    try {
      await account.projectCommands.closeProject(project.uuid, []);
      setAsking(false);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      <div className={isMain ? 'min-w-0 flex-1' : 'grow'}>
        <Button
          variant={isMain ? 'primary' : 'secondary'}
          fullWidth
          // "Close" alone could be anything that is open.
          aria-label={isMain ? undefined : t`Close project`}
          onClick={() => (hasSurvey ? onAnswer() : setAsking(true))}
        >
          {isMain ? (
            <CloseLabel points={points} gain={gain} />
          ) : (
            <Trans context="project">Close</Trans>
          )}
        </Button>
      </div>
      <ConfirmSheet
        isOpen={asking}
        onOpenChange={setAsking}
        title={t`Close this project?`}
        confirmLabel={t`Close project`}
        cancelLabel={t`Not yet`}
        onConfirm={() => void close()}
        errors={failure === null ? [] : [errorWords(failure)]}
      >
        <ClosingText points={points} gain={gain} />
      </ConfirmSheet>
    </>
  );
}

/** With what is booked at once; where something is still to be sent or checked, without a number. */
function CloseLabel({ points, gain }: Pick<CloseProjectProps, 'points' | 'gain'>) {
  const format = useFormat();
  const { waitingCount, refusedCount } = points;
  const isSure = gain.points > 0 && !gain.isAtMost && waitingCount + refusedCount === 0;
  return isSure ? (
    <Trans>Close and book {format.number(gain.points)}</Trans>
  ) : (
    <Trans>Close project</Trans>
  );
}
