import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { DAY_MS } from '#schemas/durations.ts';
import { leadTokenCalls, type ListedLeadToken } from '#schemas/operator/lead-token-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ActionForm } from '#console/parts/action-form.tsx';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import { useRegionField } from '#console/parts/region-field.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';

const refetches = ['listLeadTokens', 'listAudit'];

const validityOptions = [
  { days: '90', text: msg`90 days` },
  { days: '365', text: msg`1 year` },
  { days: '730', text: msg`2 years` },
] as const;

/** The list shows a warning if a token expires in less than this number of days. */
const WARNING_DAYS = 30;

interface LeadTokensProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Tokens that other systems use to send requests. */
export function LeadTokens({ isOpen, onClose }: LeadTokensProps) {
  const { t } = useLingui();
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t`Tokens for other systems`}
      description={t`A system with a token, such as your website, can send requests of one country.`}
    >
      <CreateToken />
      <TokenList />
    </SideSheet>
  );
}

/** Screen with the same tokens, linked from the navigation's system group. */
export function LeadTokensScreen() {
  return (
    <ScreenPage
      title={<Trans>Tokens for other systems</Trans>}
      description={
        <Trans>
          A system with a token, such as your website, can send requests of one country.
        </Trans>
      }
    >
      <div className="grid max-w-[40rem] gap-4 p-4 pb-[calc(2.5rem+var(--toast-block))]">
        <CreateToken />
        <TokenList />
      </div>
    </ScreenPage>
  );
}

function CreateToken() {
  const { t, i18n } = useLingui();
  const askWhy = useAskWhy();
  const action = useOperatorAction(leadTokenCalls.createLeadToken, { refetches });
  const { region, field: regionField } = useRegionField('operators.manage');
  const [name, setName] = useState('');
  const [validDays, setValidDays] = useState<string>('365');
  const [showErrors, setShowErrors] = useState(false);
  const create = async () => {
    setShowErrors(true);
    if (region === null || name.trim() === '') return;
    const why = await askWhy({
      title: t`Create a token for ${name.trim()}?`,
      confirmLabel: t`Create`,
    });
    if (why === null) return;
    await action.mutateAsync({
      body: { region, name: name.trim(), valid_days: Number(validDays), why },
    });
    setName('');
    setShowErrors(false);
  };
  return (
    <ActionForm
      label={t`New token`}
      error={action.error}
      isBusy={action.isPending}
      submitLabel={<Trans>Create a token</Trans>}
      onSubmit={create}
    >
      {action.data && (
        <Banner tone={action.data.token === null ? 'warn' : 'good'} live="polite">
          {action.data.token === null ? (
            <Trans>
              The token was created, but can’t be shown again. Revoke it and create another.
            </Trans>
          ) : (
            <>
              <Trans>Copy the token now. It isn’t shown again.</Trans>
              <code className="block font-mono break-all select-all">{action.data.token}</code>
            </>
          )}
        </Banner>
      )}
      {regionField(showErrors && region === null ? t`Choose a country.` : undefined)}
      <TextField
        label={t`System name`}
        autoComplete="off"
        maxLength={100}
        value={name}
        error={
          showErrors && name.trim() === ''
            ? t({ message: 'Enter a name.', context: 'thing' })
            : undefined
        }
        hint={t`A new token with the same name replaces an old one: requests sent with the old one aren’t stored again.`}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label={t`Valid for`}
        options={validityOptions.map(({ days, text }) => ({ value: days, label: i18n._(text) }))}
        value={validDays}
        onChange={({ target }) => setValidDays(target.value)}
      />
    </ActionForm>
  );
}

function TokenList() {
  const { t, i18n } = useLingui();
  const errorText = useErrorText();
  const list = useOperatorList(leadTokenCalls.listLeadTokens, {});
  if (list.error) return <ErrorBlock messages={[errorText(list.error)]} />;
  if (!list.isLoading && list.rows.length === 0) return <EmptyPart />;
  return (
    <>
      <ul aria-label={t`Tokens`} className="divide-y divide-line border-t border-line">
        {list.rows.map((token) => (
          <li key={token.id} className="flex flex-wrap items-center gap-2 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-semibold break-long">{token.name}</p>
              <p className="text-small text-ink-soft">
                {countryText(i18n, token.region)} · {token.created_by} ·{' '}
                {token.used_at === null ? (
                  <Trans>never used</Trans>
                ) : (
                  <Trans>used at {timeText(i18n, token.used_at)}</Trans>
                )}
                {token.expires_at !== null && (
                  <>
                    {' · '}
                    <Trans>valid until {timeText(i18n, token.expires_at)}</Trans>
                  </>
                )}
              </p>
            </div>
            <TokenState token={token} />
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="secondary" busy={list.isLoadingMore} onClick={list.loadMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

/** State of a token. While the token is valid, there is also a button that revokes it. */
function TokenState({ token }: { token: ListedLeadToken }) {
  const [now] = useState(() => Date.now());
  const timeLeftMs = token.expires_at === null ? Infinity : Date.parse(token.expires_at) - now;
  if (token.revoked_at !== null)
    return (
      <Badge>
        <Trans>Revoked</Trans>
      </Badge>
    );
  if (timeLeftMs <= 0)
    return (
      <Badge tone="bad">
        <Trans context="token">Expired</Trans>
      </Badge>
    );
  return (
    <>
      {timeLeftMs < WARNING_DAYS * DAY_MS && (
        <Badge tone="warn">
          <Trans>Replace it soon</Trans>
        </Badge>
      )}
      <RevokeToken token={token} />
    </>
  );
}

function RevokeToken({ token: { id, name } }: { token: ListedLeadToken }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const action = useOperatorAction(leadTokenCalls.revokeLeadToken, { refetches });
  const revoke = async () => {
    const why = await askWhy({
      title: t`Revoke the token of ${name}?`,
      consequence: t`The system immediately loses access and can no longer send requests.`,
      confirmLabel: t`Revoke`,
      tone: 'danger',
    });
    if (why === null) return;
    await action.mutateAsync({ params: { id }, body: { why } });
    showToast({ subject: 'leads', tone: 'good', message: t`The token was revoked.` });
  };
  return (
    <>
      <ActionButton
        variant="secondary"
        busy={action.isPending}
        onClick={() => void revoke().catch(() => undefined)}
        aria-label={t`Revoke the token of ${name}`}
      >
        <Trans>Revoke</Trans>
      </ActionButton>
      <ErrorBlock messages={action.error ? [errorText(action.error)] : []} />
    </>
  );
}
