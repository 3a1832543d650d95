import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { OperatorGrant } from '#schemas/operator/operator-rights.ts';
import { staffCalls } from '#schemas/operator/staff-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { grantsText } from '#console/parts/operator-grants.ts';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { GrantsField } from './grants-field.tsx';

interface InviteOperatorProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Invites a new operator with roles. */
export function InviteOperator({ isOpen, onClose }: InviteOperatorProps) {
  const { t } = useLingui();
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t`Invite an operator`}
      description={t`They get an email with a code for their first sign-in.`}
    >
      <InviteForm onDone={onClose} />
    </SideSheet>
  );
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useLingui();
  const askWhy = useAskWhy();
  const action = useOperatorAction(staffCalls.inviteOperator, {
    refetches: ['listOperators', 'listAudit'],
  });
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [language, setLanguage] = useState<'en' | 'pl'>('en');
  const [grants, setGrants] = useState<readonly OperatorGrant[]>([]);
  const [showErrors, setShowErrors] = useState(false);
  const fieldErrors = {
    name: name.trim() === '' ? t`Enter a name.` : undefined,
    email: /^\S+@\S+$/.test(email.trim()) ? undefined : t`Enter an email address.`,
    grants: grants.length === 0 ? t`Choose a role.` : undefined,
  };

  const invite = async () => {
    setShowErrors(true);
    if (fieldErrors.name || fieldErrors.email || fieldErrors.grants) return;
    const why = await askWhy({
      title: t`Invite ${name.trim()}?`,
      // A new role may start with all countries, which is easily overlooked in the form.
      consequence: grantsText(i18n, grants),
      confirmLabel: t`Invite`,
    });
    if (why === null) return;
    const { approval } = await action.mutateAsync({
      body: { name: name.trim(), email: email.trim(), language, grants: grants.map(copyOf), why },
    });
    const message =
      approval === null
        ? t`${name.trim()} was invited.`
        : t`A second person must approve an administrator or a country lead.`;
    showToast({ subject: 'operators', tone: 'good', message });
    onDone();
  };
  return (
    <ActionForm
      error={action.error}
      isBusy={action.isPending}
      submitLabel={<Trans>Invite</Trans>}
      onSubmit={invite}
    >
      <TextField
        label={t({ message: 'Name', context: 'operator' })}
        autoComplete="off"
        value={name}
        error={showErrors && fieldErrors.name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={t`Email address`}
        type="email"
        autoComplete="off"
        value={email}
        error={showErrors && fieldErrors.email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <SelectField
        label={t`Message language`}
        options={[
          { value: 'en', label: 'English' },
          { value: 'pl', label: 'Polski' },
        ]}
        value={language}
        onChange={({ target }) => setLanguage(target.value === 'pl' ? 'pl' : 'en')}
      />
      <GrantsField value={grants} onChange={setGrants} />
      <ErrorBlock messages={showErrors && fieldErrors.grants ? [fieldErrors.grants] : []} />
    </ActionForm>
  );
}

const copyOf = ({ role, regions }: OperatorGrant) => ({ role, regions: [...regions] });
