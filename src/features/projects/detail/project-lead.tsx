import { Trans, useLingui } from '@lingui/react/macro';
import type { ProjectLead as KeptLead } from '#schemas/project-lead.ts';
import { CustomerCard, InstallationDate, LeadNotes } from '#src/features/leads/actions.ts';
import { useCustomerOfProject } from '#src/features/leads/queries.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Section } from '#src/ui/layout/section.tsx';

/** Lead details of a project that came from one (spec 1 §2): customer, notes, installation date. */
export function ProjectLead({ kept }: { kept: KeptLead }) {
  const { t } = useLingui();
  const { shown, lead } = useCustomerOfProject(kept);
  const { Notes, CustomerRequested } = shown.extras;
  return (
    <>
      {lead?.state === 'refused' && (
        <Banner
          tone="bad"
          title={<Trans>A change to the lead was not accepted</Trans>}
          action={
            <LinkButton variant="secondary" {...linkTo(paths.lead(lead.uuid))}>
              <Trans context="command">See why</Trans>
            </LinkButton>
          }
        />
      )}
      <InstallationDate date={shown.expected_installation_date} lead={lead} />
      <CustomerCard customer={shown} />
      {(Notes !== '' || CustomerRequested !== '') && (
        <Section title={t`The customer's request`}>
          <Card>
            {CustomerRequested && <p className="font-medium break-long">{CustomerRequested}</p>}
            {Notes && <p className="whitespace-pre-line break-long">{Notes}</p>}
          </Card>
        </Section>
      )}
      <LeadNotes notes={shown.NotesFromVELUXClub} lead={lead} />
    </>
  );
}
