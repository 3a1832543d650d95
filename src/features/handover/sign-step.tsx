import { useLingui } from '@lingui/react/macro';
import { ArrowLeft, Eraser, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { languageTag } from '#schemas/formatting-locale.ts';
import type { HandoverTexts } from '#schemas/handover-texts.ts';
import type { CatalogueLanguage } from '#schemas/languages.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Stepper } from '#src/ui/layout/stepper.tsx';
import { type DraftProblem, type HandoverDraft, problemsOf } from './draft.ts';
import { SignaturePad } from './signature-pad.tsx';

/** Number of steps: reading and signing. */
export const stepCount = 2;

interface SignStepProps {
  draft: HandoverDraft;
  texts: HandoverTexts;
  language: CatalogueLanguage;
  onChange: (changes: Partial<HandoverDraft>) => void;
  onBack: () => void;
  onSave: () => Promise<void>;
}

/**
 * The homeowner's form: signature, name, and an email address with a separate consent. It's in the sheet's language.
 */
export function SignStep({ draft, texts, language, onChange, onBack, onSave }: SignStepProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const form = useRef<HTMLDivElement>(null);
  const saveRequest = useRequest(onSave);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const problems = hasSubmitted ? problemsOf(draft) : [];
  const errorOf = (problem: DraftProblem, text: string) =>
    problems.includes(problem) ? text : undefined;
  const finish = () => {
    setHasSubmitted(true);
    if (problemsOf(draft).length > 0) focusFirstError(form.current);
    else void saveRequest.run();
  };
  const step = 2;
  const name = t`Sign`;
  const fieldProps = { texts, draft, onChange, errorOf };
  return (
    <Page
      title={<span lang={languageTag(language)}>{draft.shown?.statement}</span>}
      above={
        <Stepper step={step} total={stepCount} label={t`Step ${step} of ${stepCount}: ${name}`} />
      }
      back={<IconButton label={t`Back`} icon={<ArrowLeft />} onClick={onBack} />}
      footer={
        <div data-main-action lang={languageTag(language)}>
          <Button size="large" fullWidth busy={saveRequest.busy} onClick={finish}>
            {texts['form.finish']}
          </Button>
        </div>
      }
    >
      <div
        ref={form}
        data-saved-draft
        lang={languageTag(language)}
        className="space-y-6 text-[1.125rem]"
      >
        <ErrorBlock
          messages={saveRequest.failure === null ? [] : [errorMessage(saveRequest.failure)]}
        />
        {!draft.isTyped && <DrawnSignature {...fieldProps} />}
        <SignerFields {...fieldProps} />
      </div>
    </Page>
  );
}

interface FieldProps extends Pick<SignStepProps, 'draft' | 'texts' | 'onChange'> {
  errorOf: (problem: DraftProblem, text: string) => string | undefined;
}

function DrawnSignature({ draft, texts, onChange, errorOf }: FieldProps) {
  const id = useId();
  const { strokes, box } = draft;
  const error = errorOf('signature', texts['form.needSignature']);
  return (
    <div className="space-y-3">
      <SignaturePad
        strokes={strokes}
        box={box}
        onStroke={(stroke, newBox) => onChange({ strokes: [...strokes, stroke], box: newBox })}
        label={texts['form.signHere']}
        prompt={texts['form.signHere']}
        errorId={error === undefined ? undefined : id}
      />
      {error !== undefined && (
        <p id={id} role="alert" className="font-medium text-bad break-long">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-2 *:flex-[1_1_8rem]">
        <Button
          variant="secondary"
          icon={<Undo2 />}
          disabled={strokes.length === 0}
          onClick={() => onChange({ strokes: strokes.slice(0, -1) })}
        >
          {texts['form.undo']}
        </Button>
        <Button
          variant="secondary"
          icon={<Eraser />}
          disabled={strokes.length === 0}
          onClick={() => onChange({ strokes: [], box: null })}
        >
          {texts['form.clear']}
        </Button>
      </div>
    </div>
  );
}

function SignerFields({ draft, texts, onChange, errorOf }: FieldProps) {
  const email = useRef<HTMLInputElement>(null);
  const { name, isTyped, isConfirmed, consentAt } = draft;
  // Enter moves to the next field, which saves a tap.
  const focusNextField = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (event.currentTarget === email.current) email.current.blur();
    else email.current?.focus();
  };
  return (
    <div className="space-y-5">
      <TextField
        label={texts.signedBy}
        value={name}
        onChange={(event) => onChange({ name: event.target.value, isConfirmed: false })}
        onKeyDown={focusNextField}
        enterKeyHint="next"
        autoComplete="off"
        autoCapitalize="words"
        error={errorOf('name', texts['form.needName'])}
      />
      {isTyped && (
        <CheckboxField
          label={texts['form.typedConfirm']}
          checked={isConfirmed}
          onChange={(event) => onChange({ isConfirmed: event.target.checked })}
          error={errorOf('confirmation', texts['form.needConfirm'])}
        />
      )}
      <Button
        variant="quiet"
        onClick={() => onChange({ isTyped: !isTyped, isConfirmed: false, strokes: [], box: null })}
      >
        {isTyped ? texts['form.drawInstead'] : texts['form.typeInstead']}
      </Button>
      <TextField
        ref={email}
        label={texts['form.email']}
        type="email"
        inputMode="email"
        value={draft.email}
        onChange={(event) => onChange({ email: event.target.value })}
        onKeyDown={focusNextField}
        enterKeyHint="done"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        error={errorOf('email', texts['form.needEmail'])}
      />
      <CheckboxField
        label={texts.consent}
        checked={consentAt !== null}
        onChange={(event) =>
          onChange({ consentAt: event.target.checked ? new Date().toISOString() : null })
        }
        error={errorOf('consent', texts['form.needConsent'])}
      />
    </div>
  );
}
