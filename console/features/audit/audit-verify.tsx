import { Plural, Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { auditCalls } from '#schemas/operator/audit-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { ActionButton } from '#console/parts/action-button.tsx';

/** Recomputes the audit's hashes, and shows if entries were changed in the database. */
export function AuditVerify() {
  const errorText = useErrorText();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => callOperator(auditCalls.verifyAudit, {}),
  });
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <output>
        {data?.broken === null && data.rows === 0 && (
          <Badge tone="neutral">
            <Trans>Nothing to verify yet. The first hash is computed at night.</Trans>
          </Badge>
        )}
        {data?.broken === null && data.rows > 0 && (
          <Badge tone="good">
            <Plural
              value={data.rows}
              one="# entry up to last night is unchanged"
              other="# entries up to last night are unchanged"
            />
          </Badge>
        )}
        {data?.broken && (
          <Badge tone="bad">
            <Trans>
              Entries {data.broken.from_id} to {data.broken.until_id} were changed in the database
            </Trans>
          </Badge>
        )}
        {error && <Badge tone="bad">{errorText(error)}</Badge>}
      </output>
      <ActionButton
        variant="secondary"
        icon={<ShieldCheck />}
        busy={isPending}
        onClick={() => mutate()}
      >
        <Trans>Verify</Trans>
      </ActionButton>
    </div>
  );
}
