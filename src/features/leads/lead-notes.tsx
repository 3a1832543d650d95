import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { LeadDocument } from '#schemas/lead.ts';
import { normaliseLines } from '#schemas/normalise-text.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';

/** Longest text that the API accepts. */
const MAX_NOTES_LENGTH = 4000;
/** The counter of remaining characters appears when this number or fewer remain. */
const COUNTER_THRESHOLD = 200;

interface LeadNotesProps {
  notes: string;
  /** The lead that the notes belong to; null if read-only. */
  lead: LeadDocument | null;
}

/** Notes about a lead, written by the club and the company. They can be edited offline. */
export function LeadNotes({ notes, lead }: LeadNotesProps) {
  const { t } = useLingui();
  const [isEditing, setIsEditing] = useState(false);
  if (lead === null && notes === '') return null;
  return (
    <Section title={t`Club notes`}>
      <Card>
        {notes === '' ? (
          <p className="text-ink-soft">
            <Trans>No notes yet. Your colleagues and the club can see what you write here.</Trans>
          </p>
        ) : (
          <p className="whitespace-pre-line break-long">{notes}</p>
        )}
        {lead && (
          <div className="mt-4">
            <Button
              variant="secondary"
              icon={<Pencil />}
              disabledReason={
                lead.state === 'refused' &&
                t`First decide what to do with the change that wasn’t accepted.`
              }
              onClick={() => setIsEditing(true)}
            >
              {notes === '' ? <Trans>Add notes</Trans> : <Trans>Edit notes</Trans>}
            </Button>
          </div>
        )}
      </Card>
      {lead && isEditing && <NotesSheet lead={lead} onDone={() => setIsEditing(false)} />}
    </Section>
  );
}

interface NotesSheetProps {
  lead: LeadDocument;
  onDone: () => void;
}

function NotesSheet({ lead, onDone }: NotesSheetProps) {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  // Keep the lead from when the sheet opened, even if a colleague's change arrives.
  const [seenLead] = useState(lead);
  const { uuid, NotesFromVELUXClub: notes } = seenLead;
  const [text, setText] = useState(notes);
  const [failure, setFailure] = useState<unknown>(null);
  const remaining = MAX_NOTES_LENGTH - text.length;

  const save = async () => {
    try {
      await account.leadCommands.setLeadNotes(uuid, normaliseLines(text), seenLead);
      onDone();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => !isOpen && onDone()}
      // A tap outside must not discard edited text.
      isDismissable={text === notes}
      title={t`Club notes`}
      closeLabel={t`Close`}
      footer={
        <>
          <Button fullWidth onClick={() => void save()}>
            <Trans>Save notes</Trans>
          </Button>
          <Button variant="secondary" fullWidth onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
      <TextAreaField
        label={t`Notes`}
        rows={6}
        maxLength={MAX_NOTES_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        remainingText={
          remaining <= COUNTER_THRESHOLD && (
            <Plural value={remaining} one="# character left" other="# characters left" />
          )
        }
      />
    </Sheet>
  );
}
