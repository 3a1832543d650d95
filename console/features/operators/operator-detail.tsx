import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { OperatorGrant } from '#schemas/operator/operator-rights.ts';
import { staffCalls } from '#schemas/operator/staff-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { RecordPresence } from '#console/parts/record/record-presence.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { GrantsField } from './grants-field.tsx';
import { grantsText } from '#console/parts/operator-grants.ts';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { stateText, type ListedOperator } from './operator-texts.ts';

const refetches = ['listOperators', 'listOperatorTimeline', 'listAudit', 'listApprovals'];

interface OperatorDetailProps {
  readonly operator: ListedOperator | null;
  readonly onClose: () => void;
}

/** An operator: facts, roles, and actions on their access. */
export function OperatorDetail({ operator, onClose }: OperatorDetailProps) {
  return (
    <SideSheet isOpen={operator !== null} onClose={onClose} title={operator?.name ?? ''}>
      {operator && <OperatorParts key={operator.id} operator={operator} />}
    </SideSheet>
  );
}

function OperatorParts({ operator }: { operator: ListedOperator }) {
  const { i18n } = useLingui();
  const { operator: self } = useSession();
  const time = (moment: string) => timeText(i18n, moment);
  return (
    <>
      <RecordPresence kind="operator" id={operator.id} />
      <DetailList
        items={[
          { term: <Trans>Email address</Trans>, detail: operator.email },
          { term: <Trans>Status</Trans>, detail: stateText(i18n, operator) },
          { term: <Trans>Roles</Trans>, detail: grantsText(i18n, operator.grants) || '–' },
          { term: <Trans>Invited at</Trans>, detail: time(operator.created_at) },
          {
            term: <Trans>First sign-in</Trans>,
            detail: operator.signed_in_at === null ? '–' : time(operator.signed_in_at),
          },
          { term: <Trans>Passkeys</Trans>, detail: operator.passkeys },
          { term: <Trans>Open sessions</Trans>, detail: operator.open_sessions },
        ]}
      />
      {operator.id === self.id ? (
        <p className="text-small text-ink-soft">
          <Trans>Another administrator must change your access.</Trans>
        </p>
      ) : (
        <>
          <GrantsForm operator={operator} />
          <AccessActions operator={operator} />
        </>
      )}
      <section>
        <h3 className="pb-2 font-semibold">
          <Trans>Timeline</Trans>
        </h3>
        <Timeline call={staffCalls.listOperatorTimeline} id={operator.id} />
      </section>
    </>
  );
}

/** The selected roles, and the version of the operator's record on which the selection is based. */
interface EditedGrants {
  readonly grants: readonly OperatorGrant[];
  readonly rev: number;
}

function GrantsForm({ operator }: { operator: ListedOperator }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const action = useOperatorAction(staffCalls.changeOperatorGrants, { refetches });
  // If someone else changes the roles in the meantime, their version must not replace the selected roles. After a
  // conflict, it's shown once the selected roles are discarded.
  const [editedGrants, setEditedGrants] = useState<EditedGrants | null>(null);
  const { grants, rev } = editedGrants ?? operator;
  const discard = () => {
    action.reset();
    setEditedGrants(null);
  };
  const save = async () => {
    const why = await askWhy({
      title: t`Change the roles of ${operator.name}?`,
      consequence: t`Their open sessions end at once.`,
      confirmLabel: t`Change roles`,
    });
    if (why === null) return;
    const { approval } = await action.mutateAsync({
      params: { id: operator.id },
      body: {
        grants: grants.map(({ role, regions }) => ({ role, regions: [...regions] })),
        rev,
        why,
      },
    });
    setEditedGrants(null);
    const message =
      approval === null
        ? t`The roles of ${operator.name} were changed.`
        : t`A second person must approve the change.`;
    showToast({ subject: 'operators', tone: approval === null ? 'good' : 'info', message });
  };
  return (
    <div className="flex flex-col gap-3">
      <GrantsField
        value={grants}
        onChange={(newGrants) =>
          setEditedGrants(
            keyOf(newGrants) === keyOf(operator.grants) ? null : { grants: newGrants, rev },
          )
        }
      />
      <ErrorBlock messages={action.error ? [errorText(action.error)] : []} />
      {editedGrants && (
        <div className="flex flex-wrap gap-2">
          <ActionButton
            busy={action.isPending}
            disabledReason={
              grants.length === 0 && t`To remove every role, deactivate the operator.`
            }
            onClick={() => void save().catch(() => undefined)}
          >
            <Trans>Change roles</Trans>
          </ActionButton>
          <Button variant="secondary" onClick={discard}>
            <Trans>Discard changes</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

/** Serialises grants for comparison. */
const keyOf = (grants: readonly OperatorGrant[]): string =>
  grants
    .map(({ role, regions }) => `${role} ${regions.toSorted((a, b) => a - b).join()}`)
    .toSorted()
    .join(';');

function AccessActions({ operator }: { operator: ListedOperator }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const setActiveAction = useOperatorAction(staffCalls.setOperatorActive, { refetches });
  const resendAction = useOperatorAction(staffCalls.resendInvitation, { refetches });
  const endSessionsAction = useOperatorAction(staffCalls.endOperatorSessions, { refetches });
  const resetPasskeysAction = useOperatorAction(staffCalls.resetOperatorPasskeys, { refetches });
  const { id, name, active, rev, signed_in_at: signedInAt } = operator;
  const params = { id };
  const actions = [
    {
      id: 'invite',
      label: t`Send the invitation again`,
      title: t`Send ${name} a new code?`,
      doneText: t`${name} was sent a new code.`,
      isShown: active && signedInAt === null,
      action: resendAction,
      run: (why: string) => resendAction.mutateAsync({ params, body: { why } }),
    },
    {
      id: 'sessions',
      label: t`End sessions`,
      title: t`Sign ${name} out everywhere?`,
      doneText: t`${name} was signed out.`,
      isShown: operator.open_sessions > 0,
      action: endSessionsAction,
      run: (why: string) => endSessionsAction.mutateAsync({ params, body: { why } }),
    },
    {
      id: 'passkeys',
      label: t`Reset passkeys`,
      title: t`Remove the passkeys of ${name}?`,
      doneText: t`The passkeys of ${name} were removed.`,
      isShown: operator.passkeys > 0,
      action: resetPasskeysAction,
      run: (why: string) => resetPasskeysAction.mutateAsync({ params, body: { why } }),
    },
    {
      id: 'active',
      label: active ? t`Deactivate` : t`Activate`,
      title: active ? t`Deactivate ${name}?` : t`Activate ${name}?`,
      doneText: active ? t`${name} was deactivated.` : t`${name} was activated.`,
      isShown: true,
      action: setActiveAction,
      run: (why: string) =>
        setActiveAction.mutateAsync({ params, body: { active: !active, rev, why } }),
    },
  ].filter(({ isShown }) => isShown);
  const [actionError] = actions.flatMap(({ action }) => action.error ?? []);
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <ErrorBlock messages={actionError ? [errorText(actionError)] : []} />
      <div className="flex flex-wrap items-start gap-2">
        {actions.map(({ id: key, label, title, doneText, action, run }) => (
          <ActionButton
            // The label can't be the key. It changes when the action toggles, and the button would then be replaced
            // and lose the focus.
            key={key}
            variant="secondary"
            busy={action.isPending}
            onClick={() => {
              const confirm = async () => {
                const why = await askWhy({ title, confirmLabel: label });
                if (why === null) return;
                const result = await run(why);
                const needsApproval = 'approval' in result && result.approval !== null;
                showToast({
                  subject: 'operators',
                  tone: needsApproval ? 'info' : 'good',
                  message: needsApproval ? t`A second person must approve the change.` : doneText,
                });
              };
              // The error is shown above the buttons.
              confirm().catch(() => undefined);
            }}
          >
            {label}
          </ActionButton>
        ))}
      </div>
    </div>
  );
}
