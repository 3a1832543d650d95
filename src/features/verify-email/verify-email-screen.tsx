import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { EmailVerification } from '#schemas/api/account-calls.ts';
import { managesOwnEmail } from '#schemas/person-rules.ts';
import { CODE_LENGTH } from '#schemas/session.ts';
import { displayEmail } from '#schemas/display-email.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { type RequestState, useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Illustration } from '#src/ui/media/illustration/illustration.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useGo } from '#src/app/use-go.ts';
import { useVerificationActions } from './actions.ts';
import { CodeForm } from './code-form.tsx';

/** `/verify-email`: verifies the user's email address with a code (spec 1 §6). */
export function VerifyEmailScreen() {
  const { t } = useLingui();
  const self = useSingleton('self');
  const { role } = useAccount().identity;
  const online = useConnection() === 'online';
  const isChanging = Boolean(self?.pending_email);
  usePageTitle(isChanging ? t`Your new email address` : t`Verify your email address`);
  if (self && self.verified_email_at !== null && !isChanging) {
    return <EmailVerified email={displayEmail(self.email ?? '')} />;
  }
  if (self && !managesOwnEmail(self.role.id) && !isChanging) return <NothingToVerify />;
  // For staff, wait for the profile, because the server rejects their request if there is nothing to verify.
  const isLoadingProfile = !self && online && !managesOwnEmail(role);
  const title = isChanging ? (
    <Trans>Your new email address</Trans>
  ) : (
    <Trans>Verify your email address</Trans>
  );
  return (
    <Page title={title}>
      {isLoadingProfile ? (
        <Skeleton label={t`Loading your profile`}>
          <SkeletonCard lines={2} />
        </Skeleton>
      ) : (
        <Verification />
      )}
    </Page>
  );
}

/** Staff can only verify an address that the company's owner entered. */
function NothingToVerify() {
  return (
    <Page title={<Trans>Verify your email address</Trans>}>
      <EmptyState
        drawing="empty-leads"
        title={<Trans>Nothing to verify</Trans>}
        action={
          <LinkButton {...linkTo(paths.user())}>
            <Trans>Your profile</Trans>
          </LinkButton>
        }
      >
        <Trans>If your company owner changes your email address, you can verify it here.</Trans>
      </EmptyState>
    </Page>
  );
}

function Verification() {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const { state, online, readRequest, sendRequest } = useVerification();
  if (!online && state === null) {
    return (
      <Banner tone="offline" live="polite" title={<Trans>You’re offline</Trans>}>
        <Trans>The code comes by email, so you need to be online.</Trans>
      </Banner>
    );
  }
  if (readRequest.failure !== null) {
    return (
      <ErrorBlock
        messages={[errorText(readRequest.failure)]}
        action={
          <Button
            variant="secondary"
            busy={readRequest.busy}
            onClick={() => void readRequest.run()}
          >
            <Trans>Try again</Trans>
          </Button>
        }
      />
    );
  }
  if (state === null) {
    return (
      <Skeleton label={t`Loading`}>
        <SkeletonCard lines={3} />
      </Skeleton>
    );
  }
  return (
    <div className="space-y-6">
      {state.pending_email !== null && <PendingAddress state={state} />}
      <CodeOrSending state={state} sendRequest={sendRequest} online={online} />
    </div>
  );
}

interface CodeOrSendingProps {
  state: EmailVerification;
  sendRequest: RequestState<[], true>;
  online: boolean;
}

/** Code entry, or the button that sends the first code. */
function CodeOrSending({ state, sendRequest, online }: CodeOrSendingProps) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const [isFresh, setIsFresh] = useState(false);
  const email = displayEmail(state.pending_email ?? state.email ?? '');
  if (state.sent_at !== null) {
    const length = state.code_length ?? CODE_LENGTH;
    const { sent_at: sentAt } = state;
    return <CodeForm {...{ email, length, sentAt, sendRequest, isFresh }} />;
  }
  return (
    <div className="space-y-6">
      <p className="break-long">
        <Trans>
          We’ll send a code to <span className="font-semibold">{email}</span>. Enter it here to
          verify your address.
        </Trans>
      </p>
      <ErrorBlock messages={sendRequest.failure === null ? [] : [errorText(sendRequest.failure)]} />
      <Button
        size="large"
        fullWidth
        busy={sendRequest.busy}
        disabledReason={!online && t`You’re offline. Connect to get the code.`}
        onClick={() => {
          setIsFresh(true);
          void sendRequest.run();
        }}
      >
        <Trans>Send me a code</Trans>
      </Button>
    </div>
  );
}

/** State of the address change, with a button to cancel it. */
function PendingAddress({ state }: { state: EmailVerification }) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const go = useGo();
  const offline = useConnection() !== 'online';
  const current = state.email && displayEmail(state.email);
  const email = displayEmail(state.pending_email ?? '');
  const { cancel } = useVerificationActions();
  const cancelRequest = useRequest(async () => {
    await cancel();
    showToast({
      message: t`Your email address hasn’t changed.`,
      subject: 'profile',
      timeoutMs: 5000,
    });
    go(paths.user(), { replace: true, done: true });
  });
  return (
    <Banner
      tone="info"
      title={<Trans>{email} isn’t verified yet</Trans>}
      action={
        <Button
          variant="secondary"
          busy={cancelRequest.busy}
          disabledReason={offline && t`You can do this when you’re online.`}
          onClick={() => void cancelRequest.run()}
        >
          <Trans>Cancel change</Trans>
        </Button>
      }
    >
      {current === null ? (
        <Trans>It takes effect once you enter the code.</Trans>
      ) : (
        <Trans>Until you enter it, we’ll keep using {current}.</Trans>
      )}
      <ErrorBlock
        messages={cancelRequest.failure === null ? [] : [errorText(cancelRequest.failure)]}
      />
    </Banner>
  );
}

/** Confirmation; takes the focus so that screen readers announce it. */
function EmailVerified({ email }: { email: string }) {
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => message.current?.focus({ preventScroll: true }), []);
  return (
    <Page
      title={<Trans>Email address verified</Trans>}
      footer={
        <LinkButton fullWidth {...linkTo(paths.home(), { replace: true })}>
          <Trans>Go to Home</Trans>
        </LinkButton>
      }
    >
      <div className="flex flex-col items-center gap-4 pt-8 text-center">
        <Illustration name="all-sent" />
        <p ref={message} tabIndex={-1} className="break-long outline-none">
          <Trans>
            We’ll use <span className="font-semibold">{email}</span> from now on.
          </Trans>
        </p>
      </div>
    </Page>
  );
}

/** Verification state on the server, loaded when the screen opens. */
function useVerification() {
  const online = useConnection() === 'online';
  const actions = useVerificationActions();
  const [state, setState] = useState<EmailVerification | null>(null);
  const readRequest = useRequest(async () => setState(await actions.read()));
  /** Resolves to true when a code was sent. */
  const sendRequest = useRequest(async (): Promise<true> => {
    setState(await actions.send());
    return true;
  });
  const isLoaded = state !== null;
  useEffect(() => {
    if (online && !isLoaded) void readRequest.run();
    // `readRequest.run` is a new function on each render, but always behaves the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [online, isLoaded]);
  return { state, online, readRequest, sendRequest };
}
