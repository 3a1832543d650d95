import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useState, useId } from 'react';
import { useForm } from 'react-hook-form';
import type { ChatDocument, UnsentMessage } from '#schemas/chat.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { formResolver, submitHandler } from '#src/ui/fields/form-resolver.ts';
import { useAction } from '#src/features/_shared/editing/use-action.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { ConfirmSheet, Sheet } from '#src/ui/layout/sheet.tsx';
import { initialsOf } from '#src/ui/media/avatar.tsx';
import { Logo } from '#src/ui/media/logo.tsx';
import { ChatFields, type ChatForm, chatForm } from './chat-fields.tsx';
import type { DisplayedMessage } from './displayed-messages.ts';

interface MessageProps {
  chat: ChatDocument;
  message: DisplayedMessage;
  /** True for the last of consecutive messages by one sender, which gets the avatar. */
  isLast: boolean;
}

/** A message with sender, time and sync state. */
export function Message({ chat, message, isLast }: MessageProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { sender, unsent, isLost } = message;
  const isOwn = sender === 'installer';
  const isRejected = unsent !== null && unsent.refusal !== null;
  return (
    <li className={classNames('flex flex-col', isOwn ? 'items-end' : 'items-start')}>
      <div
        className={classNames(
          'flex max-w-[min(36rem,94%)] min-w-0 items-end gap-2',
          isOwn && 'flex-row-reverse',
          isLast && 'pb-2',
        )}
      >
        {/* Reserves the avatar's space, so that bubbles align. */}
        <span className="w-[32px] shrink-0">{isLast && <SenderAvatar isOwn={isOwn} />}</span>
        <div
          className={classNames(
            'min-w-0 rounded-card card-line px-4 py-2.5',
            isOwn ? 'bg-info-soft' : 'bg-surface-raised',
            isLast && (isOwn ? 'rounded-ee-tag' : 'rounded-es-tag'),
          )}
        >
          <p className="sr-only">{isOwn ? <Trans>You</Trans> : <Trans>Support</Trans>}</p>
          <p className="whitespace-pre-line break-long">{message.message}</p>
          <p className="mt-1 flex flex-wrap items-center justify-end gap-x-3 text-caption text-ink-soft tnum">
            {unsent !== null && !isRejected && <SyncMark state="waiting" label={t`Not sent`} />}
            {isRejected && <SyncMark state="refused" label={t`Not accepted`} />}
            <time dateTime={message.created_at}>{format.time(message.created_at)}</time>
          </p>
        </div>
      </div>
      {isLost && (
        <p className="ms-[40px] max-w-[min(34rem,80%)] text-caption text-ink-soft">
          <Trans>
            This reply was lost when our server was restored. Support can no longer see it.
          </Trans>
        </p>
      )}
      {isRejected && <RejectedMessage chat={chat} message={unsent} />}
    </li>
  );
}

/** The sender: the club's logo, or the user's initials. Decorative, because the text names the sender. */
function SenderAvatar({ isOwn }: { isOwn: boolean }) {
  const { i18n } = useLingui();
  const self = useSingleton('self');
  if (!isOwn) return <Logo size="avatar" />;
  return (
    <span
      aria-hidden="true"
      className="grid size-[32px] shrink-0 place-items-center rounded-[10px] bg-dawn font-display text-caption font-semibold text-dawn-ink card-line"
    >
      {self && initialsOf(`${self.name} ${self.surname}`, i18n.locales ?? i18n.locale)}
    </span>
  );
}

interface RejectedMessageProps {
  chat: ChatDocument;
  message: UnsentMessage;
}

/** Explains why a message was rejected, and offers actions. */
function RejectedMessage({ chat, message }: RejectedMessageProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { chatCommands } = useAccount();
  const [openDialog, setOpenDialog] = useState<'edit' | 'discard' | null>(null);
  const { run, busy } = useAction(message.uuid);
  const { uuid, refusal } = message;
  if (refusal === null) return null;
  const close = () => setOpenDialog(null);
  return (
    <div className="mt-1 flex max-w-full flex-col items-end">
      <p className="text-small text-bad break-long">{errorMessage(refusal)}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="quiet"
          icon={<RotateCw />}
          busy={busy}
          onClick={() => run(() => chatCommands.retryMessage(chat.uuid, uuid))}
        >
          <Trans>Send again</Trans>
        </Button>
        <Button variant="quiet" icon={<Pencil />} onClick={() => setOpenDialog('edit')}>
          <Trans>Edit</Trans>
        </Button>
        <Button variant="quiet" icon={<Trash2 />} onClick={() => setOpenDialog('discard')}>
          <Trans>Discard</Trans>
        </Button>
      </div>
      {openDialog === 'edit' && <EditMessageSheet chat={chat} message={message} onDone={close} />}
      <ConfirmSheet
        isOpen={openDialog === 'discard'}
        onOpenChange={close}
        title={t`Discard this message?`}
        confirmLabel={t`Discard`}
        cancelLabel={t`Keep it`}
        tone="danger"
        busy={busy}
        onConfirm={() => run(() => chatCommands.discardMessage(chat.uuid, uuid))}
      >
        <Trans>It will be deleted from this phone and won’t be sent.</Trans>
      </ConfirmSheet>
    </div>
  );
}

interface EditMessageSheetProps {
  chat: ChatDocument;
  message: UnsentMessage;
  onDone: () => void;
}

/**
 * Edits and resends a rejected message. If the server doesn't have the chat yet, the chat's title can be edited too.
 */
function EditMessageSheet({ chat, message, onDone }: EditMessageSheetProps) {
  const { t } = useLingui();
  const { chatCommands } = useAccount();
  const errorMessage = useErrorMessage();
  const id = useId();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<ChatForm>({
    resolver: formResolver(chatForm),
    defaultValues: { title: chat.title, text: message.message },
    shouldFocusError: false,
  });
  const send = submitHandler(form, async (values) => {
    try {
      await chatCommands.editMessage(chat.uuid, message.uuid, values);
      onDone();
    } catch (error) {
      setFailure(error);
    }
  });
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => !isOpen && onDone()}
      // A press outside must not discard edits.
      isDismissable={!form.formState.isDirty}
      title={t`Edit message`}
      closeLabel={t`Close`}
      footer={
        <>
          <Button type="submit" form={id} fullWidth>
            <Trans>Send</Trans>
          </Button>
          <Button variant="secondary" fullWidth onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="space-y-5" onSubmit={send}>
        <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
        <ChatFields form={form} canEditTitle={chat.opening !== null} />
      </form>
    </Sheet>
  );
}
