import { useLingui } from '@lingui/react/macro';
import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { FormDialog } from './form-dialog.tsx';

/** Texts of the dialog. */
interface WhyQuestion {
  /** The action as a question, such as "Deactivate Anna Kos?". */
  readonly title: string;
  /** Consequence of the action. */
  readonly consequence?: string;
  /** Label of the action, such as "Deactivate". */
  readonly confirmLabel: string;
  /** Reasons to choose from; without them, the operator types one. */
  readonly reasons?: readonly string[];
  readonly tone?: 'normal' | 'danger';
}

/** Asks for the reason for an action. Resolves with the reason, or null if the operator cancels. */
type AskWhy = (question: WhyQuestion) => Promise<string | null>;

const WhyContext = createContext<AskWhy>(() => Promise.resolve(null));
export const useAskWhy = (): AskWhy => use(WhyContext);

/** Maximum length of a reason. */
export const MAX_WHY = 500;

interface PendingQuestion {
  readonly question: WhyQuestion;
  readonly answer: (why: string | null) => void;
}

/** Renders the standard dialog that asks for an action's reason. */
export function WhyDialogs({ children }: { children: ReactNode }) {
  const [pendingQuestion, setPendingQuestion] = useState<PendingQuestion | null>(null);
  const ask = useCallback<AskWhy>(
    (question) => new Promise((answer) => setPendingQuestion({ question, answer })),
    [],
  );
  return (
    <WhyContext value={ask}>
      {children}
      {pendingQuestion && (
        <WhyDialog
          question={pendingQuestion.question}
          onAnswer={(why) => {
            setPendingQuestion(null);
            pendingQuestion.answer(why);
          }}
        />
      )}
    </WhyContext>
  );
}

function WhyDialog({
  question,
  onAnswer,
}: {
  question: WhyQuestion;
  onAnswer: PendingQuestion['answer'];
}) {
  const { t } = useLingui();
  const { title, consequence, confirmLabel, reasons = [], tone = 'normal' } = question;
  const [chosenReason, setChosenReason] = useState('');
  const [typedReason, setTypedReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const why = [chosenReason, typedReason.trim()].filter(Boolean).join(': ').slice(0, MAX_WHY);

  const confirm = () => {
    if (why === '') return setMissing(true);
    onAnswer(why);
  };
  const error = isMissing && why === '' ? t`Say why. The reason is kept in the audit.` : undefined;
  return (
    <FormDialog
      title={title}
      description={consequence}
      submitLabel={confirmLabel}
      isDanger={tone === 'danger'}
      onSubmit={confirm}
      onClose={() => onAnswer(null)}
      onLeave={() => onAnswer(null)}
    >
      {reasons.length > 0 && (
        <SelectField
          label={t`Why?`}
          placeholder={t`Choose a reason`}
          options={reasons.map((reason) => ({ value: reason, label: reason }))}
          value={chosenReason}
          error={error}
          onChange={(event) => setChosenReason(event.target.value)}
        />
      )}
      <TextAreaField
        label={reasons.length > 0 ? t`Note` : t`Why?`}
        {...(reasons.length > 0 && { optionalLabel: t`(optional)` })}
        hint={t`Don’t write phone numbers, addresses or codes here.`}
        maxLength={MAX_WHY}
        value={typedReason}
        error={reasons.length > 0 ? undefined : error}
        onChange={(event) => setTypedReason(event.target.value)}
      />
    </FormDialog>
  );
}
