import { useLingui } from '@lingui/react/macro';
import type { Company } from '#schemas/installer.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { useCompanyActions } from './actions.ts';
import { toCompanyChanges, toCompanyTypeChanges, type CompanyForm } from './company-form.ts';

/**
 * Saves the changes, details before type, and opens the company. If only the type fails, the
 * details are not sent again.
 */
export function useSaveCompany(company: Company) {
  const { t } = useLingui();
  const { update, chooseType } = useCompanyActions();
  const go = useGo();
  return useRequest(async (form: CompanyForm) => {
    const changes = toCompanyChanges(company, form);
    const type = toCompanyTypeChanges(company, form);
    const hasChanges = Object.keys(changes).length > 0;
    if (hasChanges) await update(changes);
    if (type !== null) await chooseType(type);
    if (hasChanges || type !== null) {
      showToast({
        message: t`Your company is saved.`,
        subject: 'company',
        tone: 'good',
        timeoutMs: 5000,
      });
    }
    go(paths.company(), { replace: true, done: true });
  });
}
