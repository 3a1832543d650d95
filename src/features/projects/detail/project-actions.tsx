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
import { buttonClass, Button } from '#src/ui/button.tsx';
import { ConfirmSheet } from '#src/ui/layout/sheet.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { LinkSlot } from '#src/ui/links.tsx';
import { isClosingSoon } from '../queries.ts';
import { ClosingText } from '../closing/closing-survey.tsx';
import type { ProjectEarnings } from '../project-earnings.ts';
import { isEmpty, type ProjectPoints } from '../project-points.ts';

interface ProjectActionsProps {
  project: ProjectDocument;
  /** Number of the project's products on this device. */
  count: number;
  points: ProjectPoints;
  earnings: ProjectEarnings;
  /** Opens the closing survey. */
  onOpenSurvey: () => void;
}

/** Main actions of an open project: adding products and closing it. In the project's last days, closing comes first. */
export function ProjectActions({
  project,
  count,
  onOpenSurvey,
  ...closingProps
}: ProjectActionsProps) {
  const clock = useRegionalClock();
  const isClosable = !isEmpty(project, count);
  const isUrgent = isClosable && isClosingSoon(project, closingProps.points.unsentCount, clock);
  return (
    <div data-main-action className="flex flex-wrap gap-2.5">
      {isUrgent ? (
        <>
          <CloseProject project={project} {...closingProps} onOpenSurvey={onOpenSurvey} isMain />
          <AddProductsIcon project={project} />
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
          {isClosable && (
            <CloseProject project={project} {...closingProps} onOpenSurvey={onOpenSurvey} />
          )}
        </>
      )}
    </div>
  );
}

/** Link for adding products. It shows only an icon, because it's next to the larger button. */
function AddProductsIcon({ project }: { project: ProjectDocument }) {
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
  /** True if closing is the primary action. */
  isMain?: boolean;
}

/** Button that opens the closing survey, or a confirmation if the project has no survey. */
function CloseProject({
  project,
  points,
  earnings,
  onOpenSurvey,
  isMain = false,
}: CloseProjectProps) {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const [isConfirming, setConfirming] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const hasSurvey = project.survey.length > 0;

  const close = async () => {
    setFailure(null);
    try {
      await account.projectCommands.closeProject(project.uuid, []);
      setConfirming(false);
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
          onClick={() => (hasSurvey ? onOpenSurvey() : setConfirming(true))}
        >
          {isMain ? (
            <CloseLabel points={points} earnings={earnings} />
          ) : (
            <Trans>Close project</Trans>
          )}
        </Button>
      </div>
      <ConfirmSheet
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        title={t`Close this project?`}
        confirmLabel={t`Close project`}
        cancelLabel={t`Not yet`}
        onConfirm={() => void close()}
        errors={failure === null ? [] : [errorMessage(failure)]}
      >
        <ClosingText points={points} earnings={earnings} />
      </ConfirmSheet>
    </>
  );
}

/**
 * Label of the button that closes the project. It includes the points only if closing adds exactly that number. While
 * products are unsent, rejected or in review, the label has no points.
 */
function CloseLabel({ points, earnings }: Pick<CloseProjectProps, 'points' | 'earnings'>) {
  const format = useFormat();
  const { unsentCount, rejectedCount } = points;
  const isFinalSum =
    earnings.points > 0 && !earnings.isMaximum && unsentCount + rejectedCount === 0;
  return isFinalSum ? (
    <Trans>Close and get {format.number(earnings.points)}</Trans>
  ) : (
    <Trans>Close project</Trans>
  );
}
