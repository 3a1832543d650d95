import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useRequest } from '#src/data/requests/use-request.ts';
import { unsentQueue, useRetryHistory } from '#src/data/sync/use-retry-history.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { DeletedWithProject } from '#src/features/_shared/editing/deleted-with-project.tsx';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { showToast, dismissToastsAbout } from '#src/ui/feedback/toast.tsx';
import { ConfirmSheet } from '#src/ui/layout/sheet.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { DiscardChange, DiscardClosing } from './discard-change.tsx';
import { RejectedDateNotice } from './project-date.tsx';
import { isClosedByOthers, isClosingImpossible } from '../queries.ts';
import { closingState, wasLostByServer, type ProjectPoints } from '../project-points.ts';

interface ProjectNoticesProps {
  project: ProjectDocument;
  products: readonly ScanDocument[];
  points: ProjectPoints;
}

/** Notices about this project: a pending closing, unsent or rejected products. */
export function ProjectNotices({ project, products, points }: ProjectNoticesProps) {
  const closing = closingState(project, points);
  const rejectedProduct = products.find((product) => product.state === 'refused');
  return (
    <div className="space-y-3 empty:hidden">
      {project.unbegun && <CreationNotice project={project} count={products.length} />}
      {wasLostByServer(project) && project.date_edit === null && <MissingNotice />}
      <RejectedDateNotice project={project} />
      {closing !== 'none' && <ClosingNotice state={closing} project={project} points={points} />}
      {rejectedProduct && (
        <Banner
          tone="bad"
          title={
            <Plural
              value={points.rejectedCount}
              one="# product wasn’t accepted"
              other="# products weren’t accepted"
            />
          }
          action={
            <LinkButton
              variant="secondary"
              {...linkTo(
                points.rejectedCount === 1 && rejectedProduct.replaced_photo === null
                  ? paths.scanManual({ scan: rejectedProduct.uuid })
                  : paths.scanOffline(),
              )}
            >
              <Trans>See why and fix it</Trans>
            </LinkButton>
          }
        >
          {closing === 'blocked' && (
            <Trans>The project will close once this is fixed and sent, or deleted.</Trans>
          )}
        </Banner>
      )}
      {closing === 'none' && !project.unbegun && points.unsentCount > 0 && (
        <UnsentNotice points={points} />
      )}
    </div>
  );
}

/** Shown if the lead is lost, but the change hasn't been sent to the server yet. */
export function CancelledNotice() {
  const offline = useConnection() !== 'online';
  return (
    <Banner tone={offline ? 'offline' : 'info'} title={<Trans>The customer has cancelled</Trans>}>
      {offline ? (
        <Trans>Saved on this phone. The project will be cancelled when you’re online.</Trans>
      ) : (
        <Trans>Sending… The project will then be cancelled.</Trans>
      )}
    </Banner>
  );
}

/** The server lost the project in a restore; only an edit of its lead can recreate it. */
function MissingNotice() {
  return (
    <Banner tone="bad" title={<Trans>This project is missing on the server</Trans>}>
      <Trans>
        It will be restored when the phone on which the lead was agreed goes online. Until then, its
        products can’t be sent.
      </Trans>
    </Banner>
  );
}

function UnsentNotice({ points }: { points: ProjectPoints }) {
  const offline = useConnection() !== 'online';
  return (
    <Banner tone={offline ? 'offline' : 'info'}>
      <Plural
        value={points.unsentCount}
        one="# product hasn’t been sent yet."
        other="# products haven’t been sent yet."
      />{' '}
      {offline && (
        <Plural
          value={points.unsentCount}
          one="It will be sent when you’re online."
          other="They’ll be sent when you’re online."
        />
      )}
    </Banner>
  );
}

interface ClosingNoticeProps {
  state: Exclude<ReturnType<typeof closingState>, 'none'>;
  project: ProjectDocument;
  points: ProjectPoints;
}

function ClosingNotice({ state, project, points }: ClosingNoticeProps) {
  const errorMessage = useErrorMessage();
  const offline = useConnection() !== 'online';
  if (state === 'refused') {
    return (
      <Banner
        tone="bad"
        title={<Trans>The project couldn’t be closed</Trans>}
        action={
          isClosingImpossible(project) ? (
            <DiscardClosing project={project} />
          ) : (
            <WithdrawClosing project={project} />
          )
        }
      >
        {errorMessage(project.refusal)}
      </Banner>
    );
  }
  const withdrawButton = state !== 'sending' && <WithdrawClosing project={project} />;
  return (
    <Banner
      tone="info"
      live="polite"
      title={<Trans>Not closed yet</Trans>}
      action={withdrawButton || undefined}
    >
      {points.unsentCount > 0 ? (
        <Plural
          value={points.unsentCount}
          one="It will close when its product has been sent."
          other="It will close when its # products have been sent."
        />
      ) : (
        <ClosingStateText state={state} offline={offline} />
      )}
    </Banner>
  );
}

function ClosingStateText({
  state,
  offline,
}: {
  state: ClosingNoticeProps['state'];
  offline: boolean;
}) {
  if (state === 'blocked') return <Trans>Fix the product that wasn’t accepted first.</Trans>;
  if (offline) return <Trans>It’s saved on this phone and will close when you’re online.</Trans>;
  return <Trans>Closing the project…</Trans>;
}

function WithdrawClosing({ project }: { project: ProjectDocument }) {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    try {
      await account.projectCommands.cancelClosing(project.uuid);
      showToast({ message: t`The project stays open.`, subject: project.uuid, timeoutMs: 5000 });
    } catch (error) {
      showToast({ tone: 'bad', subject: project.uuid, message: errorMessage(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" busy={busy} onClick={() => void withdraw()}>
      <Trans>Keep it open</Trans>
    </Button>
  );
}

interface CreationNoticeProps {
  project: ProjectDocument;
  /** Number of the project's products, all of which are only on this device. */
  count: number;
}

/** Explains why the server doesn't have this project: it hasn't been sent, or the server rejected it. */
function CreationNotice({ project, count }: CreationNoticeProps) {
  const errorMessage = useErrorMessage();
  if (isClosedByOthers(project)) return <LateChangeNotice project={project} />;
  if (project.state === 'refused') {
    return (
      <Banner
        tone="bad"
        live="polite"
        title={<Trans>The project couldn’t be added</Trans>}
        action={
          <>
            <ChangeLink project={project} />
            <TryAgainButton project={project} />
            {count > 0 && !project.received && <DiscardProject project={project} count={count} />}
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
  return <UnsentProjectNotice project={project} count={count} />;
}

/**
 * Shown if the server has the project but rejected its latest changes, because someone had closed the project before
 * the changes arrived.
 */
function LateChangeNotice({ project }: Pick<CreationNoticeProps, 'project'>) {
  const { projectCommands } = useAccount();
  const errorMessage = useErrorMessage();
  return (
    <Banner
      tone="bad"
      live="polite"
      title={<Trans>Your change wasn’t accepted</Trans>}
      action={
        <DiscardChange discard={() => projectCommands.withdrawCorrection(project.uuid)}>
          <Trans>Your change will be deleted from this phone. The project won’t change.</Trans>
        </DiscardChange>
      }
    >
      {errorMessage(project.refusal)}
    </Banner>
  );
}

/** Shown only offline or after a failed attempt; otherwise the project is sent immediately. */
function UnsentProjectNotice({ project, count }: CreationNoticeProps) {
  const offline = useConnection() !== 'online';
  const errorMessage = useErrorMessage();
  const lastError =
    useRetryHistory().recordFor(unsentQueue('project', project.uuid))?.lastError ?? null;
  if (!offline && lastError === null) return null;
  return (
    <Banner
      tone={offline ? 'offline' : 'info'}
      title={<Trans>Saved on this phone</Trans>}
      action={
        <>
          <ChangeLink project={project} />
          {count > 0 && !project.received && <DiscardProject project={project} count={count} />}
        </>
      }
    >
      {offline ? (
        <Trans>The project and its products will be sent automatically when you’re online.</Trans>
      ) : (
        <>
          {errorMessage({ code: lastError ?? '' })} <Trans>We’ll try again automatically.</Trans>
        </>
      )}
    </Banner>
  );
}

function ChangeLink({ project }: Pick<CreationNoticeProps, 'project'>) {
  return (
    <LinkButton variant="secondary" {...linkTo(paths.projectAdd({ project: project.uuid }))}>
      <Trans>Change project</Trans>
    </LinkButton>
  );
}

function TryAgainButton({ project }: Pick<CreationNoticeProps, 'project'>) {
  const { projectCommands } = useAccount();
  const errorMessage = useErrorMessage();
  const retry = () => {
    dismissToastsAbout(project.uuid);
    projectCommands
      .retryProject(project.uuid)
      .catch((error: unknown) =>
        showToast({ tone: 'bad', subject: project.uuid, message: errorMessage(error) }),
      );
  };
  return (
    <Button variant="secondary" onClick={retry}>
      <Trans>Try again without changes</Trans>
    </Button>
  );
}

/** Discards the project; its products then need another project. */
function DiscardProject({ project, count }: CreationNoticeProps) {
  const { t } = useLingui();
  const { projectCommands } = useAccount();
  const errorMessage = useErrorMessage();
  const go = useGo();
  const [isConfirming, setConfirming] = useState(false);
  const { run, busy, failure } = useRequest(async () => {
    await projectCommands.discardProject(project.uuid);
    showToast({ message: t`Project discarded`, subject: project.uuid, timeoutMs: 5000 });
    go(paths.scanReview(), { replace: true });
  });
  return (
    <>
      <Button variant="quiet" onClick={() => setConfirming(true)}>
        <Trans>Discard project</Trans>
      </Button>
      <ConfirmSheet
        isOpen={isConfirming}
        onOpenChange={setConfirming}
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
          one="Its product stays on this phone. You’ll choose another project for it next."
          other="Its # products stay on this phone. You’ll choose another project for them next."
        />{' '}
        <DeletedWithProject projectId={project.uuid} />
      </ConfirmSheet>
    </>
  );
}
