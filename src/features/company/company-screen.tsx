import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { findCompanyType } from '#schemas/company.ts';
import type { RegionalSettings } from '#schemas/configuration.ts';
import type { Company } from '#schemas/installer.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useCanSee } from '#src/data/account/permissions.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { useRegionalSettings } from '#src/data/account/use-regional-settings.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { announce } from '#src/ui/feedback/announce.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { SwitchField } from '#src/ui/fields/toggle-fields.tsx';
import { useCompanyActions } from './actions.ts';

/** `/company`: company details and the lead switch. */
export function CompanyScreen() {
  const { t } = useLingui();
  const self = useSingleton('self');
  const settings = useRegionalSettings();
  const canSee = useCanSee();
  usePageTitle(t`Your company`);
  return (
    <Page
      title={self ? self.company.name : <Trans>Your company</Trans>}
      width="wide"
      footer={
        self &&
        canSee(paths.companyEdit()) && (
          <LinkButton size="large" fullWidth icon={<Pencil />} {...linkTo(paths.companyEdit())}>
            <Trans>Edit company</Trans>
          </LinkButton>
        )
      }
    >
      {self ? (
        <div className="grid grid-cols-1 items-start gap-7 tablet:grid-cols-2 tablet:gap-x-6">
          <Details company={self.company} settings={settings} />
          {isMainCompanyRole(self.role.id) && (
            <Section title={<Trans>Leads</Trans>}>
              <Card>
                <AvailabilitySwitch company={self.company} />
              </Card>
            </Section>
          )}
        </div>
      ) : (
        <Skeleton label={t`Loading your company`}>
          <SkeletonCard lines={5} />
        </Skeleton>
      )}
    </Page>
  );
}

interface DetailsProps {
  company: Company;
  settings: RegionalSettings | undefined;
}

function Details({ company, settings }: DetailsProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const type = settings && findCompanyType(settings, company.company_type);
  const items = [
    {
      term: settings ? textInLanguage(settings.company_id_field, language) : t`Registration number`,
      detail: company.registration_number,
    },
    {
      term: settings ? textInLanguage(settings.vat_field, language) : t`VAT number`,
      detail: company.registration_number_2,
    },
    { term: t`Company type`, detail: type && textInLanguage(type.name_translated, language) },
    {
      // The manufacturer's customer number if there is one, otherwise the club's.
      term: t`Customer number`,
      detail: <span className="tnum">{company.crm_customer_id ?? company.id}</span>,
    },
  ].filter(({ detail }) => detail);
  return (
    <Card>
      <div className="mb-4 flex items-center gap-4">
        <Avatar name={company.name} size="large" />
        <address className="min-w-0 not-italic break-long">
          <span className="block font-semibold">{company.address}</span>
          <span className="block text-ink-soft">
            {[company.postal_code, company.city].filter(Boolean).join(' ')}
          </span>
        </address>
      </div>
      <DetailList items={items} />
    </Card>
  );
}

/** Switch for receiving new leads (spec 1 §5: needs `accepts_leads` and a connection). */
function AvailabilitySwitch({ company }: { company: Company }) {
  const { t } = useLingui();
  const offline = useConnection() !== 'online';
  const errorText = useErrorMessage();
  const { setAvailability } = useCompanyActions();
  const request = useRequest(async (isAvailable: boolean) => {
    await setAvailability(isAvailable ? 1 : 0);
    announce(isAvailable ? t`You’ll receive new leads.` : t`You won’t receive new leads.`);
  });
  const reason = () => {
    if (company.accepts_leads !== 1) return t`Leads aren’t available to your company yet.`;
    return offline ? t`You’re offline. Connect to change this.` : undefined;
  };
  return (
    <>
      <SwitchField
        label={<Trans>Available for leads</Trans>}
        description={<Trans>Your company receives new leads while this is on.</Trans>}
        checked={company.availability === 1}
        busy={request.busy}
        disabledReason={reason()}
        onValueChange={(isAvailable) => void request.run(isAvailable)}
      />
      <ErrorBlock messages={request.failure === null ? [] : [errorText(request.failure)]} />
    </>
  );
}
