import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ChatDocument, UnsentMessage } from '#schemas/chat.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { formResolver, submitHandler } from '#src/features/_shared/editing/form-resolver.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { ChatFields } from './chat-fields.tsx';
import { type ChatForm, chatForm } from './chat-form.ts';

interface EditMessageSheetProps {
  chat: ChatDocument;
  message: UnsentMessage;
  onDone: () => void;
}

/** Edits and resends a rejected message; also the title of an unsent chat. */
export function EditMessageSheet({ chat, message, onDone }: EditMessageSheetProps) {
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
  const send = submitHandler(form, async (edited) => {
    try {
      await chatCommands.editMessage(chat.uuid, message.uuid, edited);
      onDone();
    } catch (error) {
      setFailure(error);
    }
  });
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => !isOpen && onDone()}
      // A press outside must not lose edits.
      isDismissable={!form.formState.isDirty}
      title={t`Change the message`}
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
        <ChatFields form={form} withTitle={chat.opening !== null} />
      </form>
    </Sheet>
  );
}
