import { Trans, useLingui } from '@lingui/react/macro';
import { Flag, ScanLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmSheet } from '#src/ui/confirm-sheet.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { DeleteProject } from './delete-project.tsx';
import { isMissing } from './project-points.ts';

interface ProjectActionsProps {
  project: ProjectDocument;
  products: readonly ScanDocument[];
  /** Opens the closing survey. */
  onAnswer: () => void;
}

/** What can be done with an open project. */
export function ProjectActions({ project, products, onAnswer }: ProjectActionsProps) {
  const [deleting, setDeleting] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const errorWords = useErrorWords();
  const online = useConnection() === 'online';
  const { t } = useLingui();
  const missing = isMissing(project);
  // What the server has lost, it has lost with its products.
  const empty = products.length === 0 && (missing || project.products_count === 0);
  const closing = project.closing !== null;
  // A project that was a lead stays: its customer waits (spec 1 §2).
  const isLeads = project.lead !== null || project.awaits_lead !== null;
  const deletable = empty && (missing || !isLeads);

  return (
    <>
      <ErrorBlock messages={failure === null ? [] : [errorWords(failure)]} />
      <div className="flex flex-wrap gap-2 empty:hidden [&>*]:flex-1 [&>*]:basis-40 [&>*]:px-2">
        {!closing && !missing && (
          <LinkButton
            size="large"
            fullWidth
            icon={<ScanLine />}
            {...linkTo(paths.scan({ project: project.uuid }))}
          >
            <Trans>Add products</Trans>
          </LinkButton>
        )}
        {!closing && !missing && !empty && <CloseProject project={project} onAnswer={onAnswer} />}
        {!closing && deletable && (
          <Button
            variant="secondary"
            size="large"
            fullWidth
            icon={<Trash2 />}
            disabledReason={!online && t`You are offline. A project is deleted online.`}
            onClick={() => {
              setFailure(null);
              setDeleting(true);
            }}
          >
            <Trans>Delete project</Trans>
          </Button>
        )}
        <DeleteProject
          project={project}
          isOpen={deleting}
          onOpenChange={setDeleting}
          onFailure={setFailure}
        />
      </div>
    </>
  );
}

interface CloseProjectProps {
  project: ProjectDocument;
  onAnswer: () => void;
}

/** By its survey, or, where it has none, after one question. */
function CloseProject({ project, onAnswer }: CloseProjectProps) {
  const { t } = useLingui();
  const account = useAccount();
  const errorWords = useErrorWords();
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
      <Button
        variant="secondary"
        size="large"
        fullWidth
        icon={<Flag />}
        onClick={() => (hasSurvey ? onAnswer() : setAsking(true))}
      >
        <Trans>Close project</Trans>
      </Button>
      <ConfirmSheet
        isOpen={asking}
        onOpenChange={setAsking}
        title={t`Close this project?`}
        confirmLabel={t`Close project`}
        cancelLabel={t`Not yet`}
        onConfirm={() => void close()}
        errors={failure === null ? [] : [errorWords(failure)]}
      >
        <Trans>Its points are added to your balance. No products can be added after that.</Trans>
      </ConfirmSheet>
    </>
  );
}
