import { useLingui } from '@lingui/react/macro';
import { Ban, CircleCheck, Flag, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { bulkStartCalls } from '#schemas/operator/bulk-start-calls.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { BulkAction, idsOf } from '#console/parts/bulk-action.tsx';
import type { Selection } from '#console/parts/index-table/index-props.ts';
import type { ListedCompany } from './company-texts.ts';

type FlagName = 'accepts_leads' | 'has_edenred_card' | 'is_recommended';

/** Verifies, flags, blocks or unblocks the selected companies. */
export function CompanyBulkActions({ selection }: { selection: Selection<ListedCompany> }) {
  const { t } = useLingui();
  const action = useOperatorAction(bulkStartCalls.startBulkCompanies, {
    refetches: ['listBulkJobs'],
  });
  const [flag, setFlag] = useState<FlagName>('accepts_leads');
  const [isSet, setIsSet] = useState(true);
  const send =
    (run: Parameters<typeof action.mutateAsync>[0]['body']['run']) =>
    (rows: readonly ListedCompany[], why: string) =>
      action.mutateAsync({ body: { records: idsOf(rows), run, why } });
  return (
    <>
      <BulkAction
        action={action}
        selection={selection}
        icon={<CircleCheck />}
        label={t`Verify`}
        consequence={t`Each company gets its welcome points. Companies that are already verified are listed as failed.`}
        start={send({ act: 'verifyCompany' })}
      />
      <BulkAction
        action={action}
        selection={selection}
        icon={<Flag />}
        label={t`Set a flag`}
        consequence={t`Companies that have this value already stay as they are.`}
        start={send({ act: 'setCompanyFlags', [flag]: isSet })}
        onClose={() => {
          setFlag('accepts_leads');
          setIsSet(true);
        }}
        fields={() => (
          <>
            <SelectField
              label={t({ message: 'Flag', context: 'company' })}
              value={flag}
              options={[
                { value: 'accepts_leads', label: t`Gets leads` },
                { value: 'has_edenred_card', label: t`May have a club card` },
                { value: 'is_recommended', label: t`Recommended` },
              ]}
              onChange={({ target }) => setFlag(target.value as FlagName)}
            />
            <SelectField
              label={t({ message: 'Value', context: 'flag' })}
              value={isSet ? '1' : '0'}
              options={[
                { value: '1', label: t`Yes` },
                { value: '0', label: t`No` },
              ]}
              onChange={({ target }) => setIsSet(target.value === '1')}
            />
          </>
        )}
      />
      <BulkAction
        action={action}
        selection={selection}
        icon={<Ban />}
        label={t`Block`}
        consequence={t`Everyone in these companies is signed out. The app tells them that the account is blocked.`}
        isDanger
        start={send({ act: 'setCompanyBlocked', blocked: true })}
      />
      <BulkAction
        action={action}
        selection={selection}
        icon={<LockOpen />}
        label={t`Unblock`}
        consequence={t`The people of these companies can sign in again.`}
        start={send({ act: 'setCompanyBlocked', blocked: false })}
      />
    </>
  );
}
