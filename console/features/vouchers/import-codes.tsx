import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import { MAX_IMPORTED_TEXT, voucherCalls } from '#schemas/operator/voucher-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import type { VoucherPool } from './vouchers-search.ts';

/** Imports codes that the operator pastes or reads from a file. The codes are checked before they can be imported. */
export function ImportCodes({ pool: { region, sku, product } }: { pool: VoucherPool }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const [lines, setLines] = useState('');
  const checkMutation = useMutation({
    mutationFn: (text: string) =>
      callOperator(voucherCalls.checkVoucherCodes, { body: { region, sku, lines: text } }),
  });
  const action = useOperatorAction(voucherCalls.importVoucherCodes, {
    refetches: ['listVoucherPools', 'listBulkJobs', 'listAudit'],
  });
  const change = (text: string) => {
    setLines(text);
    checkMutation.reset();
    action.reset();
  };
  const isTooLong = lines.length > MAX_IMPORTED_TEXT;
  const checkResult = checkMutation.data;
  const save = async () => {
    const count = checkResult?.added ?? 0;
    const why = await askWhy({
      title: t`Import ${plural(count, { one: '# code', other: '# codes' })} of ${product.name}?`,
      consequence: t`Open orders of this voucher are completed with them, oldest first.`,
      confirmLabel: t`Import`,
    });
    if (why === null) return;
    const { added, approval } = await action.mutateAsync({ body: { region, sku, lines, why } });
    setLines('');
    checkMutation.reset();
    if (approval !== null) {
      const message = t`A second person must approve these codes.`;
      showToast({ subject: 'vouchers', tone: 'info', message });
      return;
    }
    const message = t`${plural(added, { one: '# code was', other: '# codes were' })} imported.`;
    showToast({ subject: 'vouchers', tone: 'good', message });
  };
  const failure = checkMutation.error ?? action.error;
  return (
    <section aria-label={t`Import codes`} className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">
        <Trans>Import codes</Trans>
      </h3>
      <TextAreaField
        label={t`Codes`}
        hint={t`One code per line. After a comma: its last valid day, such as 2027-12-31, and its password.`}
        rows={6}
        autoComplete="off"
        spellCheck={false}
        value={lines}
        error={isTooLong ? t`This is too long. Import it in parts.` : undefined}
        onChange={({ target }) => change(target.value)}
      />
      <ErrorBlock messages={failure ? [errorText(failure)] : []} />
      {checkResult && <CheckResult result={checkResult} />}
      <div className="flex flex-wrap items-start gap-2">
        <FileButton onRead={change} />
        {checkResult && checkResult.added > 0 ? (
          <ActionButton busy={action.isPending} onClick={() => void save().catch(() => undefined)}>
            <Trans>Import</Trans>
          </ActionButton>
        ) : (
          <ActionButton
            variant="secondary"
            busy={checkMutation.isPending}
            disabledReason={lines.trim() === '' && t`Paste codes, or choose a file.`}
            onClick={() => !isTooLong && checkMutation.mutate(lines)}
          >
            <Trans>Check</Trans>
          </ActionButton>
        )}
      </div>
    </section>
  );
}

/** Reads a text file into the field. */
function FileButton({ onRead }: { onRead: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { t } = useLingui();
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label={t`File with codes`}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          void file
            ?.slice(0, MAX_IMPORTED_TEXT * 2)
            .text()
            .then(onRead);
          target.value = '';
        }}
      />
      <Button variant="secondary" icon={<FileUp />} onClick={() => input.current?.click()}>
        <Trans>Choose a file</Trans>
      </Button>
    </>
  );
}

type CodeCheck = ResultOf<typeof voucherCalls.checkVoucherCodes>;

const problems = {
  number: msg`The code must have 1 to 80 characters.`,
  password: msg`The password must have at most 80 characters.`,
  expiry: msg`The validity must be a day such as 2027-12-31, or empty.`,
  fields: msg`The line has too many fields.`,
  used: msg`An order already has this code.`,
  stored_differently: msg`The code is already stored with another voucher, validity or password.`,
  twice: msg`The code is in the list twice, with different values.`,
} as const;

/** Result of the check before the import. */
function CheckResult({ result }: { result: CodeCheck }) {
  const { i18n } = useLingui();
  const { added, unchanged, rejected } = result;
  return (
    <Banner tone={rejected > 0 ? 'warn' : 'info'} live="polite">
      <ul>
        <li>
          <Plural value={added} one="# new code" other="# new codes" />
        </li>
        {unchanged > 0 && (
          <li>
            <Plural
              value={unchanged}
              one="# code is already stored"
              other="# codes are already stored"
            />
          </li>
        )}
        {rejected > 0 && (
          <li>
            <Plural
              value={rejected}
              one="# line can’t be imported:"
              other="# lines can’t be imported:"
            />
            <ul className="max-h-40 list-disc overflow-y-auto ps-5">
              {result.problems.map(({ line, problem }) => (
                <li key={line}>
                  <Trans>
                    Line {line}: {i18n._(problems[problem])}
                  </Trans>
                </li>
              ))}
            </ul>
          </li>
        )}
      </ul>
    </Banner>
  );
}
