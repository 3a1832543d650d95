import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { MAX_CHAT_TITLE, type ChatDeviceInfo } from '#schemas/chat.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { formResolver, submitHandler } from '#src/ui/fields/form-resolver.ts';
import { useProjectAddress } from '#src/features/projects/queries.ts';
import { useDeviceLabels } from '#src/features/settings/actions.ts';
import { paths } from '#src/app/paths.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { SubmitFooter } from '#src/ui/layout/submit-footer.tsx';
import { useGo } from '#src/app/use-go.ts';
import { ChatFields, type ChatForm, chatForm, useChatDraft } from './chat-fields.tsx';
import { deviceKindOf } from '#schemas/device-kind.ts';
import type { AccountIdentity } from '#sync/http/session.ts';

/** `/support/chat/new`: works offline; `?project=` sets the subject. */
export function NewChatScreen() {
  const { project: projectId } = useSearch({ from: '/signed-in/support/chat/new' });
  // Each project has its own draft.
  return <NewChatWithDraft key={projectId} projectId={projectId} />;
}

function NewChatWithDraft({ projectId }: { projectId: string | undefined }) {
  const { t } = useLingui();
  const draftSlot = projectId === undefined ? 'new' : `new ${projectId}`;
  const draft = useChatDraft(draftSlot);
  const address = useProjectAddress(projectId);
  usePageTitle(t`New conversation`);
  if (draft.savedDraft === undefined) return <Page title={t`New conversation`}>{null}</Page>;
  const defaultTitle = address === null ? '' : t`Project ${address}`.slice(0, MAX_CHAT_TITLE);
  return <NewChat draft={draft} draftSlot={draftSlot} defaultTitle={defaultTitle} />;
}

interface NewChatProps {
  draft: ReturnType<typeof useChatDraft>;
  draftSlot: string;
  /** Subject until the user changes it. */
  defaultTitle: string;
}

function NewChat({ draft, draftSlot, defaultTitle }: NewChatProps) {
  const { t, i18n } = useLingui();
  const { chatCommands } = useAccount();
  const identity = useIdentity();
  const errorMessage = useErrorMessage();
  const offline = useConnection() !== 'online';
  const device = useDeviceLabels()(currentDevice());
  const go = useGo();
  const id = useId();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<ChatForm>({
    resolver: formResolver(chatForm),
    // A draft with an empty subject gets the default, because an empty subject can't be sent.
    defaultValues: {
      title: draft.savedDraft?.title || defaultTitle,
      text: draft.savedDraft?.text ?? '',
    },
    shouldFocusError: false,
  });
  const { subscribe, getValues, setValue } = form;
  const { saveDraft, pauseDraft, resumeDraft } = draft;
  const proposedTitle = useRef(defaultTitle);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { title, text } }) => {
          // Don't save a proposed subject, because the project or the language may change.
          saveDraft({ title: title === proposedTitle.current ? '' : title, text });
        },
      }),
    [subscribe, saveDraft],
  );
  // The project may be pulled, or the language changed, after the user has started typing.
  useEffect(() => {
    const previousTitle = proposedTitle.current;
    proposedTitle.current = defaultTitle;
    const isProposed = getValues('title') === previousTitle;
    if (isProposed && previousTitle !== defaultTitle) setValue('title', defaultTitle);
  }, [defaultTitle, getValues, setValue]);

  const send = submitHandler(form, async ({ title, text }) => {
    setFailure(null);
    try {
      const info = deviceInfo(i18n.locale, identity);
      await pauseDraft();
      const chat = await chatCommands.openChat({ title, body: text, info, draftSlot });
      go(paths.supportChat(chat), { replace: true });
    } catch (error) {
      resumeDraft();
      saveDraft({ title, text });
      setFailure(error);
    }
  });
  return (
    <Page
      title={t`New conversation`}
      footer={
        <SubmitFooter
          form={id}
          busy={form.formState.isSubmitting}
          failure={null}
          disabledReason={false}
        >
          <Trans>Send</Trans>
        </SubmitFooter>
      }
    >
      <form id={id} noValidate data-saved-draft className="space-y-5" onSubmit={send}>
        <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
        <ChatFields form={form} canEditTitle />
        <p className="text-small text-ink-soft">
          <Trans>
            Support also sees your browser and system ({device}), your language, your country and
            the app version.
          </Trans>
        </p>
        {offline && (
          <p className="text-small text-ink-soft">
            <Trans>You’re offline. Your message will be saved on this phone and sent later.</Trans>
          </p>
        )}
      </form>
    </Page>
  );
}

/**
 * Device information for support (spec 2 §7), truncated to the contract's limits.
 * @param language the app's language
 */
function deviceInfo(language: string, identity: AccountIdentity | null): ChatDeviceInfo {
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  return {
    language: language.slice(0, 16),
    hostname: location.hostname.slice(0, 255),
    region: identity?.region ?? '',
    appVersion: __APP_VERSION__.slice(0, 40),
    appType: isInstalled ? 'installed' : 'browser',
    ua: navigator.userAgent.slice(0, 400),
  };
}

/** Returns this device's browser and system. */
function currentDevice() {
  return deviceKindOf(navigator.userAgent);
}
