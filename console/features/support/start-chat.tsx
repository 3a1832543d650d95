import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as v from 'valibot';
import { MAX_CHAT_MESSAGE, MAX_CHAT_TITLE } from '#schemas/chat.ts';
import { chatCalls } from '#schemas/operator/chat-calls.ts';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useFormDraft } from '#console/data/use-form-draft.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { PersonPicker, type PickedRecord } from '#console/parts/record-pickers.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { chatQueries } from './support-search.ts';

/** Typed values, as stored in a draft. */
const typedChat = v.object({ title: v.string(), text: v.string() });

interface StartChatProps {
  readonly isOpen: boolean;
  /** Id of the person from whose file the form was opened. */
  readonly person: string | undefined;
  readonly onClose: () => void;
  readonly onStarted: (chat: string) => void;
}

/** Starts a chat with a person. */
export function StartChat({ isOpen, person, onClose, onStarted }: StartChatProps) {
  const { t } = useLingui();
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t`Start a chat`}
      description={t`The person gets a notification and can answer in the app.`}
    >
      <ChatForm key={person ?? ''} person={person} onStarted={onStarted} />
    </SideSheet>
  );
}

function ChatForm({ person: givenId, onStarted }: Pick<StartChatProps, 'person' | 'onStarted'>) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const country = useCountry();
  const personQuery = useOperatorQuery(
    personCalls.readPersonFile,
    { params: { id: givenId ?? '' } },
    { enabled: givenId !== undefined },
  );
  /** Null after the operator has removed the person; undefined if nothing was changed. */
  const [pickedPerson, setPickedPerson] = useState<PickedRecord | null | undefined>(undefined);
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [showErrors, setShowErrors] = useState(false);
  const draft = useFormDraft({
    ...{ kind: 'new_chat', record: givenId ?? 'new', schema: typedChat },
    read: () => ({ title, text }),
    restore: (values) => {
      setTitle(values.title);
      setText(values.text);
    },
  });
  const action = useOperatorAction(chatCalls.startChat, { refetches: chatQueries, draft });
  const initialPerson = personQuery.data && {
    ...personQuery.data,
    detail: personQuery.data.company.name,
  };
  const person = pickedPerson === undefined ? initialPerson : pickedPerson;
  const start = async () => {
    setShowErrors(true);
    if (!person || title.trim() === '' || text.trim() === '') return;
    const why = await askWhy({
      title: t`Start a chat with ${person.name}?`,
      confirmLabel: t`Start`,
    });
    if (why === null) return;
    const body = { installer: person.id, title: title.trim(), text, why };
    const { id } = await action.mutateAsync({ body });
    showToast({ subject: 'chat', tone: 'good', message: t`The chat was started.` });
    onStarted(id);
  };
  const failure = action.error ?? personQuery.error;
  return (
    <ActionForm
      draft={draft}
      error={failure}
      isBusy={action.isPending}
      submitLabel={<Trans>Start the chat</Trans>}
      onSubmit={start}
    >
      {person ? (
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 flex-1 break-long">
            <span className="font-semibold">{person.name}</span>, {person.detail}
          </p>
          <Button variant="secondary" onClick={() => setPickedPerson(null)}>
            <Trans>Choose another person</Trans>
          </Button>
        </div>
      ) : (
        <>
          <ErrorBlock messages={showErrors ? [t`Choose a person.`] : []} />
          <PersonPicker region={country} onPick={setPickedPerson} />
        </>
      )}
      <TextField
        label={t({ message: 'Title', context: 'chat' })}
        autoComplete="off"
        maxLength={MAX_CHAT_TITLE}
        value={title}
        error={showErrors && title.trim() === '' ? t`Enter a title.` : undefined}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextAreaField
        label={t`Message`}
        maxLength={MAX_CHAT_MESSAGE}
        value={text}
        error={showErrors && text.trim() === '' ? t`Write a message.` : undefined}
        onChange={({ target }) => setText(target.value)}
      />
    </ActionForm>
  );
}
