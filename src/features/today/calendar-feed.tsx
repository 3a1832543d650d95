import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarPlus, CalendarSync, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { calendarCalls } from '#schemas/api/calendar-calls.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall, useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announce.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/skeleton.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { ConfirmSheet, Sheet } from '#src/ui/layout/sheet.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';

/** An action that invalidates the current link. */
type FeedChange = 'renew' | 'stop';

/** Button that opens the settings of the user's calendar feed. The settings need a connection. */
export function CalendarFeed() {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const [pendingChange, setPendingChange] = useState<FeedChange | null>(null);
  const feed = useCalendarFeed(isOpen);
  const errorMessage = useErrorMessage();
  const confirm = async () => {
    if (pendingChange === 'renew' && !(await feed.createRequest.run())) return;
    if (pendingChange === 'stop' && !(await feed.stopRequest.run())) return;
    announce(pendingChange === 'renew' ? t`Link created` : t`Sharing stopped`);
    setPendingChange(null);
  };
  const request = pendingChange === 'renew' ? feed.createRequest : feed.stopRequest;
  return (
    <>
      <Button variant="secondary" fullWidth icon={<CalendarSync />} onClick={() => setIsOpen(true)}>
        <Trans>Subscribe in your calendar</Trans>
      </Button>
      <Sheet
        isOpen={isOpen && pendingChange === null}
        onOpenChange={(opened) => {
          setIsOpen(opened);
          if (!opened) feed.reset();
        }}
        title={<Trans>Installations in your calendar</Trans>}
        description={
          <Trans>
            Your calendar can show your installations and keep them up to date. Everyone who has the
            link can read them without signing in, with customers’ names, addresses and phone
            numbers. Don’t pass it on.
          </Trans>
        }
        closeLabel={t`Close`}
      >
        <FeedSettings feed={feed} onChange={setPendingChange} />
      </Sheet>
      <ConfirmSheet
        isOpen={pendingChange !== null}
        onOpenChange={(opened) => {
          if (opened) return;
          request.clear();
          setPendingChange(null);
        }}
        title={
          pendingChange === 'renew' ? (
            <Trans>Create a new link?</Trans>
          ) : (
            <Trans>Stop sharing your installations?</Trans>
          )
        }
        confirmLabel={
          pendingChange === 'renew' ? <Trans>Create new link</Trans> : <Trans>Stop sharing</Trans>
        }
        cancelLabel={t`Cancel`}
        tone="danger"
        busy={request.busy}
        errors={request.failure === null ? [] : [errorMessage(request.failure)]}
        onConfirm={() => void confirm()}
      >
        <Trans>The old link stops working. Calendars that use it are no longer updated.</Trans>
      </ConfirmSheet>
    </>
  );
}

/**
 * State of the user's link, and the requests that change it. The state is loaded as soon as `isOpen` is true and the
 * device is online.
 */
function useCalendarFeed(isOpen: boolean) {
  const { identity } = useAccount();
  const call = useCall();
  const online = useConnection() === 'online';
  const callOptions = { userId: identity.user_id };
  const [state, setState] = useState<{
    createdAt: string | null;
    fetchedAt: string | null;
    /** Only available until the sheet closes. */
    link: URL | null;
  } | null>(null);
  const loadRequest = useRequest(async () => {
    const { created_at, fetched_at } = await call(calendarCalls.getCalendarFeed, {}, callOptions);
    setState({ createdAt: created_at, fetchedAt: fetched_at, link: null });
  });
  const createRequest = useRequest(async () => {
    const newFeed = await call(calendarCalls.createCalendarFeed, {}, callOptions);
    const link = new URL(newFeed.path, location.origin);
    setState({ createdAt: newFeed.created_at, fetchedAt: null, link });
    return true;
  });
  const stopRequest = useRequest(async () => {
    await call(calendarCalls.deleteCalendarFeed, {}, callOptions);
    setState({ createdAt: null, fetchedAt: null, link: null });
    return true;
  });
  const isNeeded = isOpen && online && state === null;
  useEffect(() => {
    if (isNeeded) void loadRequest.run();
    // `loadRequest.run` is a new function on each render but always behaves the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isNeeded]);
  return { online, state, loadRequest, createRequest, stopRequest, reset: () => setState(null) };
}

interface FeedSettingsProps {
  feed: ReturnType<typeof useCalendarFeed>;
  onChange: (change: FeedChange) => void;
}

function FeedSettings({ feed, onChange }: FeedSettingsProps) {
  const { t } = useLingui();
  const format = useFormat();
  const errorMessage = useErrorMessage();
  const { online, state, loadRequest, createRequest } = feed;
  const offlineReason = !online && t`You’re offline. Connect to change this.`;
  const failure = loadRequest.failure ?? createRequest.failure;
  const errors = failure === null ? [] : [errorMessage(failure)];
  if (!state) {
    if (!online) {
      return (
        <p className="break-long">
          <Trans>You’re offline. Connect to subscribe.</Trans>
        </p>
      );
    }
    if (loadRequest.failure === null) {
      return (
        <Skeleton label={t`Loading the link`}>
          <SkeletonText />
        </Skeleton>
      );
    }
    return (
      <ErrorBlock
        messages={errors}
        action={
          <Button
            variant="secondary"
            busy={loadRequest.busy}
            onClick={() => void loadRequest.run()}
          >
            <Trans>Try again</Trans>
          </Button>
        }
      />
    );
  }
  if (state.createdAt === null) {
    return (
      <>
        <ErrorBlock messages={errors} />
        <Button
          fullWidth
          busy={createRequest.busy}
          disabledReason={offlineReason}
          onClick={() => void createRequest.run().then((done) => done && announce(t`Link created`))}
        >
          <Trans>Create link</Trans>
        </Button>
      </>
    );
  }
  const createdText = format.dateTime(state.createdAt);
  const fetchedText = state.fetchedAt === null ? null : format.dateTime(state.fetchedAt);
  return (
    <>
      {state.link ? (
        <NewLink link={state.link} />
      ) : (
        <p className="break-long">
          <Trans>Link created {createdText}.</Trans>{' '}
          {fetchedText === null ? (
            <Trans>No calendar has read it yet.</Trans>
          ) : (
            <Trans>A calendar last read it {fetchedText}.</Trans>
          )}{' '}
          <Trans>A link is shown only when it’s created.</Trans>
        </p>
      )}
      <div className="flex flex-col gap-2">
        <Button
          variant="secondary"
          fullWidth
          disabledReason={offlineReason}
          onClick={() => onChange('renew')}
        >
          <Trans>Create new link</Trans>
        </Button>
        <Button
          variant="secondary"
          fullWidth
          disabledReason={offlineReason}
          onClick={() => onChange('stop')}
        >
          <Trans>Stop sharing</Trans>
        </Button>
      </div>
    </>
  );
}

/** Shows a new link, which is shown only once. It can be opened in the phone's calendar, or copied into another one. */
function NewLink({ link }: { link: URL }) {
  const { t } = useLingui();
  const copy = useCopyToClipboard();
  return (
    <>
      <LinkButton fullWidth icon={<CalendarPlus />} href={`webcal://${link.host}${link.pathname}`}>
        <Trans>Open in calendar</Trans>
      </LinkButton>
      <TextField
        label={t`Calendar link`}
        hint={
          <Trans>
            If no calendar opens, copy the link now and add it in your calendar’s settings. It isn’t
            shown again.
          </Trans>
        }
        readOnly
        value={link.href}
      />
      <Button
        variant="secondary"
        fullWidth
        icon={<Copy />}
        onClick={() => void copy(link.href, t`Link copied`)}
      >
        <Trans>Copy link</Trans>
      </Button>
    </>
  );
}
