import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useRequest } from '#src/data/requests/use-request.ts';
import { unsentQueue, useRetryHistory } from '#src/data/sync/use-sync-records.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { dismissToastsAbout, showToast } from '#src/ui/feedback/toast-store.ts';
import { useGo } from '#src/app/use-go.ts';

interface CreationNoticeProps {
  project: ProjectDocument;
  /** Number of its products; all are only on this device. */
  count: number;
}

/** Explains that the server doesn't have this project: it is waiting, or the server rejected it. */
export function CreationNotice({ project, count }: CreationNoticeProps) {
  const errorMessage = useErrorMessage();
  if (project.state === 'refused') {
    return (
      <Banner
        tone="bad"
        live="polite"
        title={<Trans>The project could not be added</Trans>}
        action={
          <>
            <Change project={project} />
            <TryAgain project={project} />
            {count > 0 && !project.received && <Discard project={project} count={count} />}
          </>
        }
      >
        <p>{errorMessage(project.refusal)}</p>
        {count > 0 && (
          <p>
            <Plural
              value={count}
              one="Its product stays saved on this phone."
              other="Its # products stay saved on this phone."
            />
          </p>
        )}
      </Banner>
    );
  }
  return <WaitingProject project={project} count={count} />;
}

/** Shown only offline or after a failed attempt; otherwise it is sent at once. */
function WaitingProject({ project, count }: CreationNoticeProps) {
  const offline = useConnection() !== 'online';
  const errorMessage = useErrorMessage();
  const failed =
    useRetryHistory().recordFor(unsentQueue('project', project.uuid))?.lastError ?? null;
  if (!offline && failed === null) return null;
  return (
    <Banner
      tone={offline ? 'offline' : 'info'}
      title={<Trans>Saved on this phone</Trans>}
      action={
        <>
          <Change project={project} />
          {count > 0 && !project.received && <Discard project={project} count={count} />}
        </>
      }
    >
      {offline ? (
        <Trans>The project goes out by itself when you are online, and its products follow.</Trans>
      ) : (
        <>
          {errorMessage({ code: failed ?? '' })}{' '}
          <Trans>It will be tried again automatically.</Trans>
        </>
      )}
    </Banner>
  );
}

function Change({ project }: Pick<CreationNoticeProps, 'project'>) {
  return (
    <LinkButton variant="secondary" {...linkTo(paths.projectAdd({ project: project.uuid }))}>
      <Trans>Change project</Trans>
    </LinkButton>
  );
}

function TryAgain({ project }: Pick<CreationNoticeProps, 'project'>) {
  const { projectCommands } = useAccount();
  const errorMessage = useErrorMessage();
  const again = () => {
    dismissToastsAbout(project.uuid);
    projectCommands
      .retryProject(project.uuid)
      .catch((error: unknown) =>
        showToast({ tone: 'bad', subject: project.uuid, message: errorMessage(error) }),
      );
  };
  return (
    <Button variant="secondary" onClick={again}>
      <Trans>Try again unchanged</Trans>
    </Button>
  );
}

/** Discards the project; its products then need another one. */
function Discard({ project, count }: CreationNoticeProps) {
  const { t } = useLingui();
  const { projectCommands } = useAccount();
  const errorMessage = useErrorMessage();
  const go = useGo();
  const [asking, setAsking] = useState(false);
  const { run, busy, failure } = useRequest(async () => {
    await projectCommands.discardProject(project.uuid);
    showToast({ message: t`The project is discarded.`, subject: project.uuid, timeoutMs: 5000 });
    go(paths.scanReview(), { replace: true });
  });
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        <Trans>Discard project</Trans>
      </Button>
      <ConfirmSheet
        isOpen={asking}
        onOpenChange={setAsking}
        title={t`Discard this project?`}
        confirmLabel={t`Discard project`}
        cancelLabel={t`Keep it`}
        tone="danger"
        busy={busy}
        onConfirm={() => void run()}
        errors={failure === null ? [] : [errorMessage(failure)]}
      >
        <Plural
          value={count}
          one="Its product stays on this phone. Next you choose another project for it."
          other="Its # products stay on this phone. Next you choose another project for them."
        />
      </ConfirmSheet>
    </>
  );
}
