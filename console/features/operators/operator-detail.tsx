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
import { useOperatorAct } from '#console/data/use-operator-action.ts';
import { ActButton } from '#console/parts/action-button.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { GrantsField } from './grants-field.tsx';
import { grantsText } from '#console/parts/operator-grants.ts';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { stateText, type ListedOperator } from './operator-texts.ts';

const changes = ['listOperators', 'listAudit', 'listApprovals'];

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
      <DetailList
        items={[
          { term: <Trans>E-mail address</Trans>, detail: operator.email },
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
          <Trans>Another administrator changes your own access.</Trans>
        </p>
      ) : (
        <>
          <GrantsForm operator={operator} />
          <AccessActs operator={operator} />
        </>
      )}
    </>
  );
}

/** Chosen roles, and the version of the operator that they are based on. */
interface EditedGrants {
  readonly grants: readonly OperatorGrant[];
  readonly rev: number;
}

function GrantsForm({ operator }: { operator: ListedOperator }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const act = useOperatorAct(staffCalls.changeOperatorGrants, { changes });
  // Another person's version must not replace chosen roles; after a conflict, discarding shows it.
  const [edited, setEdited] = useState<EditedGrants | null>(null);
  const { grants, rev } = edited ?? operator;
  const discard = () => {
    act.reset();
    setEdited(null);
  };
  const save = async () => {
    const why = await askWhy({
      title: t`Change the roles of ${operator.name}?`,
      consequence: t`Their open sessions end at once.`,
      confirmLabel: t`Change roles`,
    });
    if (why === null) return;
    const { approval } = await act.mutateAsync({
      params: { id: operator.id },
      body: {
        grants: grants.map(({ role, regions }) => ({ role, regions: [...regions] })),
        rev,
        why,
      },
    });
    setEdited(null);
    const message =
      approval === null
        ? t`The roles of ${operator.name} were changed.`
        : t`A second person must approve an administrator or a lead of a country.`;
    showToast({ subject: 'operators', tone: 'good', message });
  };
  return (
    <div className="flex flex-col gap-3">
      <GrantsField
        value={grants}
        onChange={(chosen) =>
          setEdited(keyOf(chosen) === keyOf(operator.grants) ? null : { grants: chosen, rev })
        }
      />
      <ErrorBlock messages={act.error ? [errorText(act.error)] : []} />
      {edited && (
        <div className="flex flex-wrap gap-2">
          <ActButton
            busy={act.isPending}
            disabledReason={
              grants.length === 0 && t`To remove every role, deactivate the operator.`
            }
            onClick={() => void save().catch(() => undefined)}
          >
            <Trans>Change roles</Trans>
          </ActButton>
          <Button variant="secondary" onClick={discard}>
            <Trans>Discard changes</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

/** Grants in a form that can be compared. */
const keyOf = (grants: readonly OperatorGrant[]): string =>
  grants
    .map(({ role, regions }) => `${role} ${regions.toSorted((a, b) => a - b).join()}`)
    .toSorted()
    .join(';');

function AccessActs({ operator }: { operator: ListedOperator }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const setActive = useOperatorAct(staffCalls.setOperatorActive, { changes });
  const resend = useOperatorAct(staffCalls.resendInvitation, { changes });
  const endSessions = useOperatorAct(staffCalls.endOperatorSessions, { changes });
  const resetPasskeys = useOperatorAct(staffCalls.resetOperatorPasskeys, { changes });
  const { id, name, active, rev, signed_in_at: signedInAt } = operator;
  const params = { id };
  const acts = [
    {
      id: 'invite',
      label: t`Send the invitation again`,
      title: t`Send ${name} a new code?`,
      done: t`${name} was sent a new code.`,
      isShown: active && signedInAt === null,
      act: resend,
      run: (why: string) => resend.mutateAsync({ params, body: { why } }),
    },
    {
      id: 'sessions',
      label: t`End sessions`,
      title: t`Sign ${name} out everywhere?`,
      done: t`${name} was signed out.`,
      isShown: operator.open_sessions > 0,
      act: endSessions,
      run: (why: string) => endSessions.mutateAsync({ params, body: { why } }),
    },
    {
      id: 'passkeys',
      label: t`Reset passkeys`,
      title: t`Remove the passkeys of ${name}?`,
      done: t`The passkeys of ${name} were removed.`,
      isShown: operator.passkeys > 0,
      act: resetPasskeys,
      run: (why: string) => resetPasskeys.mutateAsync({ params, body: { why } }),
    },
    {
      id: 'active',
      label: active ? t`Deactivate` : t`Activate`,
      title: active ? t`Deactivate ${name}?` : t`Activate ${name}?`,
      done: active ? t`${name} was deactivated.` : t`${name} was activated.`,
      isShown: true,
      act: setActive,
      run: (why: string) => setActive.mutateAsync({ params, body: { active: !active, rev, why } }),
    },
  ].filter(({ isShown }) => isShown);
  const [failed] = acts.flatMap(({ act }) => act.error ?? []);
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <ErrorBlock messages={failed ? [errorText(failed)] : []} />
      <div className="flex flex-wrap items-start gap-2">
        {acts.map(({ id: key, label, title, done, act, run }) => (
          <ActButton
            // Not the label as key: the button must keep the focus when its action toggles.
            key={key}
            variant="secondary"
            busy={act.isPending}
            onClick={() => {
              const confirm = async () => {
                const why = await askWhy({ title, confirmLabel: label });
                if (why === null) return;
                await run(why);
                showToast({ subject: 'operators', tone: 'good', message: done });
              };
              // The error is shown above the buttons.
              confirm().catch(() => undefined);
            }}
          >
            {label}
          </ActButton>
        ))}
      </div>
    </div>
  );
}
