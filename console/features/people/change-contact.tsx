import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { personCalls, proofKinds } from '#schemas/operator/person-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { SubmitForm } from '#console/parts/submit-form.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { personQueries } from './person-actions.tsx';
import type { PersonFile } from './person-texts.ts';

/** Replaces a lost phone number or email address after the operator has verified the person's identity. */
export function ChangeContact({ person }: { person: PersonFile }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <ActionButton variant="secondary" onClick={() => setOpen(true)}>
        <Trans>Replace a lost address or number</Trans>
      </ActionButton>
      <SideSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t`Replace a lost address or number`}
        description={t`The new one can be used to sign in. Verify the person’s identity first.`}
      >
        <ContactForm person={person} onDone={() => setOpen(false)} />
      </SideSheet>
    </div>
  );
}

type ProofKind = (typeof proofKinds)[number];

/** Names of the ways to verify an identity. */
function useProofTexts(): Record<ProofKind, string> {
  const { t } = useLingui();
  return {
    'company-document': t`A company document`,
    'call-back': t`A call back to a known number`,
    'in-person': t`In person`,
  };
}

function ContactForm({ person, onDone }: { person: PersonFile; onDone: () => void }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const options = { refetches: personQueries };
  const changeEmailAction = useOperatorAction(personCalls.changePersonEmail, options);
  const changePhoneAction = useOperatorAction(personCalls.changePersonPhone, options);
  const [kind, setKind] = useState<'email' | 'phone'>('phone');
  const [value, setValue] = useState('');
  const [proof, setProof] = useState<ProofKind | ''>('');
  const [reference, setReference] = useState('');
  const [showErrors, setShowErrors] = useState(false);
  const invalidFields = {
    value: value.trim() === '' || (kind === 'email' && !/^\S+@\S+$/.test(value.trim())),
    proof: proof === '',
    reference: reference.trim().length < 2,
  };
  const failure = kind === 'email' ? changeEmailAction.error : changePhoneAction.error;

  const save = async () => {
    setShowErrors(true);
    if (invalidFields.value || proof === '' || invalidFields.reference) return;
    const why = await askWhy({
      title: t`Replace it for ${person.name}?`,
      consequence: t`The person is signed out everywhere. The old address or number gets a message.`,
      confirmLabel: t`Replace`,
    });
    if (why === null) return;
    const params = { id: person.id };
    const body = { proof, reference: reference.trim(), rev: person.rev, why };
    if (kind === 'email')
      await changeEmailAction.mutateAsync({ params, body: { email: value.trim(), ...body } });
    else await changePhoneAction.mutateAsync({ params, body: { phone: value.trim(), ...body } });
    showToast({ subject: 'person', tone: 'good', message: t`The address or number was replaced.` });
    onDone();
  };
  const proofTexts = useProofTexts();
  return (
    <SubmitForm className="flex flex-col gap-4" onSubmit={save}>
      <ErrorBlock messages={failure ? [errorText(failure)] : []} />
      <RadioCards
        legend={t`What was lost?`}
        name="kind"
        value={kind}
        onValueChange={(next) => {
          setKind(next === 'email' ? 'email' : 'phone');
          setValue('');
        }}
        options={[
          { value: 'phone', title: t`Phone number` },
          { value: 'email', title: t`Email address` },
        ]}
      />
      <TextField
        label={kind === 'email' ? t`New email address` : t`New phone number`}
        type={kind === 'email' ? 'email' : 'tel'}
        autoComplete="off"
        value={value}
        error={showErrors && invalidFields.value ? t`Enter the new one.` : undefined}
        onChange={({ target }) => setValue(target.value)}
      />
      <SelectField
        label={t`How was the identity verified?`}
        placeholder={t`Choose`}
        options={proofKinds.map((id) => ({ value: id, label: proofTexts[id] }))}
        value={proof}
        error={showErrors && invalidFields.proof ? t`Choose how.` : undefined}
        onChange={({ target }) => setProof(proofKinds.find((id) => id === target.value) ?? '')}
      />
      <TextField
        label={t`Where is the proof kept?`}
        hint={t`For example, a ticket number`}
        autoComplete="off"
        maxLength={100}
        value={reference}
        error={showErrors && invalidFields.reference ? t`Enter at least 2 characters.` : undefined}
        onChange={({ target }) => setReference(target.value)}
      />
      <div>
        <ActionButton
          type="submit"
          busy={changeEmailAction.isPending || changePhoneAction.isPending}
        >
          <Trans>Replace</Trans>
        </ActionButton>
      </div>
    </SubmitForm>
  );
}
